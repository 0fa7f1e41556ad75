//! Contexts, and the scripts and methods that run in them.

use std::sync::Arc;

use hansom_device::Kind;
use hansom_protocol::{Command, Params, Request};
use hansom_testkit::eventually;
use serde_json::{Value, json};

use crate::rig::{Rig, value};

#[tokio::test]
async fn in_a_web_context_commands_go_to_the_page_as_they_are() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let error = rig.ask(Command::GetTitle, json!({})).await.unwrap_err();
    assert_eq!(error.code.as_str(), "unknown method");
    assert!(error.message.contains("WEBVIEW_"), "{error}");
    let nowhere = json!({"name": "WEBVIEW_9"});
    let error = rig.ask(Command::SwitchContext, nowhere).await.unwrap_err();
    assert!(error.message.contains("NATIVE_APP, WEBVIEW_1"), "{error}");
    assert_eq!(rig.switch(json!("WEBVIEW_1")).await, "WEBVIEW_1");
    rig.calls();
    rig.answer_page("findElement", r#"{"e":1}"#);
    let body = json!({"using": "css selector", "value": "a"});
    assert_eq!(
        rig.ask(Command::FindElement, body).await.unwrap(),
        json!({"e": 1})
    );
    assert_eq!(
        rig.calls(),
        [r#"WEBVIEW_1 findElement {"using":"css selector","value":"a"}"#]
    );
    rig.answer_page("getElementRect", r#"{"x":1,"y":2,"width":3,"height":4}"#);
    let size = rig.element(Command::GetSize, "e").await.unwrap();
    assert_eq!(size, json!({"width": 3, "height": 4}));
    rig.answer_page("executeScript", "false");
    let error = rig.element(Command::Submit, "e").await.unwrap_err();
    assert!(error.message.contains("not in a form"), "{error}");
    // A mobile: method means the same everywhere.
    assert_eq!(rig.mobile("isLocked", json!({})).await.unwrap(), false);
    assert_eq!(rig.switch(Value::Null).await, "NATIVE_APP");
}

#[tokio::test]
async fn an_async_response_completes_the_script_that_waits() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.switch(json!("WEBVIEW")).await;
    let live = Arc::clone(&rig.live);
    let respond = |response: &Value| {
        let params = Params::from_value(response).unwrap();
        Request::new(Command::ReceiveAsyncResponse, params)
    };
    let nobody = live.aside(respond(&json!({"response": 1}))).await.unwrap();
    assert_eq!(
        value(nobody).unwrap(),
        Value::Null,
        "without a script it is only noted"
    );
    let script = json!({"script": "never()", "args": []});
    for (response, expected) in [
        (json!({"response": {"a": [1]}}), Ok(json!({"a": [1]}))),
        (json!({"status": 0, "value": 5}), Ok(json!(5))),
        (
            json!({"response": {"status": 17, "value": {"message": "boom"}}}),
            Err("boom"),
        ),
    ] {
        rig.calls();
        let device = Arc::clone(&rig.device);
        let live = Arc::clone(&live);
        let request = respond(&response);
        let beside = async move {
            eventually("the script runs", async || {
                (!device.script().calls.is_empty()).then_some(())
            })
            .await;
            live.aside(request).await.unwrap()
        };
        let script = rig.ask(Command::ExecuteAsyncScript, script.clone());
        let (answer, _) = tokio::join!(script, beside);
        assert_eq!(
            answer.map_err(|error| error.into_parts().message),
            expected.map_err(str::to_owned)
        );
    }
}

#[tokio::test]
async fn execute_methods_say_what_is_wrong_with_a_call() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let error = rig.mobile("shak", json!({})).await.unwrap_err();
    assert_eq!(error.code.as_str(), "unknown method");
    assert!(error.message.contains("`mobile: shake`"), "{error}");
    let error = rig.mobile("pressButton", json!({})).await.unwrap_err();
    assert!(error.message.contains("lacks `name`"), "{error}");
    let error = rig
        .mobile("pressButton", json!({"name": "power"}))
        .await
        .unwrap_err();
    assert!(error.message.contains("home, volumeUp"), "{error}");
    let script = json!({"script": "return 1", "args": []});
    let error = rig.ask(Command::ExecuteScript, script).await.unwrap_err();
    assert_eq!(error.code.as_str(), "unknown method");
    let plain = json!({"script": "mobile:shake", "args": []});
    rig.ask(Command::ExecuteScript, plain).await.unwrap();
    assert_eq!(rig.calls(), ["shake"]);
    for element in [
        json!({"elementId": "7"}),
        json!({"element": "7"}),
        json!({"elementId": {"ELEMENT": "7"}}),
    ] {
        rig.mobile("scrollToElement", element).await.unwrap();
        assert_eq!(rig.calls(), ["scroll to 7"]);
    }
    let wrong = rig.mobile("scrollToElement", json!({"elementId": 7})).await;
    assert!(wrong.is_err());
}

#[tokio::test]
async fn a_page_only_command_in_the_native_context_says_where_it_works() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    for command in [
        Command::GetAllCookies,
        Command::SwitchToFrame,
        Command::PrintPage,
        Command::GetElementCssValue,
    ] {
        let error = rig.ask(command, json!({})).await.unwrap_err();
        assert_eq!(error.code.as_str(), "unknown method", "{command}");
    }
    let error = rig
        .ask(Command::MaximizeWindow, json!({}))
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "unsupported operation");
    let handles = rig.ask(Command::GetWindowHandles, json!({})).await.unwrap();
    assert_eq!(handles, json!(["main"]));
}
