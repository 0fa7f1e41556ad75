//! Each family of W3C commands on a real page.

use hansom_protocol::{Command::*, ErrorCode};
use serde_json::{Value, json};

use crate::common::{Session, id_of, state};

#[tokio::test]
async fn pages_windows_and_frames() {
    let s = Session::open(&state()).await;
    s.open_page("<title>One</title><iframe srcdoc='<p id=in>inside</p>'></iframe>")
        .await;
    assert_eq!(s.get(GetTitle).await, "One");
    assert!(
        s.get(GetCurrentUrl)
            .await
            .as_str()
            .unwrap()
            .starts_with("data:text/html")
    );

    s.post(SwitchToFrame, json!({ "id": 0 })).await.unwrap();
    let inside = s.find("#in").await;
    assert_eq!(s.element(GetElementText, &inside).await.unwrap(), "inside");
    s.get(SwitchToParentFrame).await;
    let frame = s.find("iframe").await;
    let reference = json!({ "id": { hansom_protocol::ELEMENT_KEY: frame } });
    s.post(SwitchToFrame, reference).await.unwrap();
    s.find("#in").await;
    let alert = json!({ "script": "alert('hi')", "args": [] });
    s.post(ExecuteScript, alert).await.unwrap();
    let met = s.post(GetCurrentUrl, json!({})).await.unwrap_err();
    assert_eq!(met.code, ErrorCode::UnexpectedAlertOpen);
    s.post(SwitchToFrame, json!({ "id": null })).await.unwrap();
    assert_eq!(
        s.post(SwitchToFrame, json!({ "id": -1 }))
            .await
            .unwrap_err()
            .code,
        ErrorCode::InvalidArgument
    );

    let first = s.get(GetWindowHandle).await;
    let new = s.post(NewWindow, json!({ "type": null })).await.unwrap();
    assert_eq!(new["type"], "tab");
    assert_eq!(s.get(GetWindowHandles).await.as_array().unwrap().len(), 2);
    s.post(SwitchToWindow, json!({ "handle": new["handle"] }))
        .await
        .unwrap();
    assert_eq!(s.get(CloseWindow).await, json!([first]));
    s.post(SwitchToWindow, json!({ "handle": first }))
        .await
        .unwrap();

    let wanted = json!({ "width": 800, "height": 600 });
    let rect = s.post(SetWindowRect, wanted).await.unwrap();
    assert_eq!(
        (&rect["width"], &rect["height"]),
        (&json!(800), &json!(600))
    );
    assert_eq!(s.get(GetWindowRect).await, rect);
    s.firefox.kill().await;
}

#[tokio::test]
async fn elements_and_shadow_roots() {
    let s = Session::open(&state()).await;
    s.open_page(
        "<input id=i value=a disabled><p style='color:rgb(1, 2, 3)'>text</p>\
         <svg xmlns='http://www.w3.org/2000/svg'><linearGradient id=g /></svg>\
         <div id=host></div><script>host.attachShadow({mode:'closed'}).innerHTML=\
         '<b><a>one</a></b><a>two</a>'</script>",
    )
    .await;
    let input = s.find("#i").await;
    assert_eq!(s.element(IsElementEnabled, &input).await.unwrap(), false);
    assert_eq!(s.element(GetElementTagName, &input).await.unwrap(), "input");
    let gradient = s.find("#g").await;
    assert_eq!(
        s.element(GetElementTagName, &gradient).await.unwrap(),
        "linearGradient"
    );
    let named = |name: &'static str| [("elementId", input.as_str()), ("name", name)];
    let value = s.send(GetElementProperty, &named("value"), json!({})).await;
    assert_eq!(value.unwrap(), "a");
    let missing = s.send(GetElementAttribute, &named("none"), json!({})).await;
    assert_eq!(missing.unwrap(), Value::Null);
    let paragraph = s.find("p").await;
    let css = [("elementId", paragraph.as_str()), ("propertyName", "color")];
    let colour = s.send(GetElementCssValue, &css, json!({})).await.unwrap();
    assert_eq!(colour, "rgb(1, 2, 3)");
    assert_eq!(
        s.element(GetComputedRole, &paragraph).await.unwrap(),
        "paragraph"
    );

    let host = s.find("#host").await;
    let shadow = id_of(&s.element(GetElementShadowRoot, &host).await.unwrap());
    for (using, value) in [("css selector", "a"), ("tag name", "a"), ("xpath", "//a")] {
        let body = json!({ "using": using, "value": value });
        let vars = [("shadowId", shadow.as_str())];
        let all = s
            .send(FindElementsFromShadowRoot, &vars, body.clone())
            .await;
        let all = all.unwrap();
        assert_eq!(all.as_array().unwrap().len(), 2, "{using}");
        let first = s
            .send(FindElementFromShadowRoot, &vars, body)
            .await
            .unwrap();
        assert_eq!(first, all[0], "{using}");
        assert_eq!(
            s.element(GetElementText, &id_of(&first)).await.unwrap(),
            "one"
        );
    }
    for (using, value, code) in [
        ("nonsense", "a", ErrorCode::InvalidArgument),
        ("xpath", "..[", ErrorCode::InvalidSelector),
        ("xpath", "/html/..", ErrorCode::InvalidSelector),
        ("css selector", "#nothing", ErrorCode::NoSuchElement),
    ] {
        let body = json!({ "using": using, "value": value });
        assert_eq!(
            s.post(FindElement, body).await.unwrap_err().code,
            code,
            "{using}"
        );
    }
    s.firefox.kill().await;
}

#[tokio::test]
async fn scripts_wait_answer_and_fail_as_the_specification_says() {
    let s = Session::open(&state()).await;
    let run = |script: &str| s.post(ExecuteScript, json!({ "script": script, "args": [2] }));
    assert_eq!(run("return arguments[0] + 1;").await.unwrap(), 3);
    let awaited = run("let two = await Promise.resolve(arguments[0]); return two * 2;").await;
    assert_eq!(awaited.unwrap(), 4);
    let once = "window.runs = (window.runs ?? 0) + 1; new Function('await x');";
    assert_eq!(
        run(once).await.unwrap_err().code,
        ErrorCode::JavascriptError
    );
    assert_eq!(run("return window.runs").await.unwrap(), 1, "run once");
    assert_eq!(
        run("throw new Error('no')").await.unwrap_err().code,
        ErrorCode::JavascriptError
    );
    assert_eq!(
        run("this is not a script").await.unwrap_err().code,
        ErrorCode::JavascriptError
    );
    let called = json!({ "script": "arguments[1](arguments[0])", "args": [5] });
    assert_eq!(s.post(ExecuteAsyncScript, called).await.unwrap(), 5);

    s.post(SetTimeouts, json!({ "script": 1 })).await.unwrap();
    assert_eq!(
        run("return new Promise(() => {});").await.unwrap_err().code,
        ErrorCode::ScriptTimeout
    );
    s.post(SetTimeouts, json!({ "script": null }))
        .await
        .unwrap();
    assert_eq!(s.get(GetTimeouts).await["script"], Value::Null);
    let later = "return new Promise(done => setTimeout(() => done('late'), 50));";
    assert_eq!(run(later).await.unwrap(), "late");
    s.firefox.kill().await;
}

#[tokio::test]
async fn a_script_cannot_take_the_browsers_own_rights() {
    let s = Session::open(&state()).await;
    s.open_page("page").await;
    let reach = "return typeof Components.classes['@mozilla.org/file/local;1']";
    let body = json!({ "script": reach, "args": [], "sandbox": "system" });
    let raw = s.firefox.marionette();
    let raw = raw.value("WebDriver:ExecuteScript", body.to_string()).await;
    assert_eq!(raw.unwrap(), "\"object\"", "Marionette itself gives them");
    let filtered = s.post(ExecuteScript, body).await;
    assert_ne!(filtered.unwrap_or_default(), "object");
    s.firefox.kill().await;
}

#[tokio::test]
async fn input_prompts_pictures_and_prints() {
    let s = Session::open(&state()).await;
    s.open_page(
        "<input id=i><button onclick='i.value+=\"!\"'>b</button>\
         <a onclick=\"i.value=prompt('name?')\">ask</a>",
    )
    .await;
    let input = s.find("#i").await;
    let keys = [("elementId", input.as_str())];
    s.send(ElementSendKeys, &keys, json!({ "text": "hé" }))
        .await
        .unwrap();
    let button = s.find("button").await;
    s.element(ElementClick, &button).await.unwrap();
    let value = [("elementId", input.as_str()), ("name", "value")];
    assert_eq!(
        s.send(GetElementProperty, &value, json!({})).await.unwrap(),
        "hé!"
    );
    s.element(ElementClear, &input).await.unwrap();

    let actions = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": [
        { "type": "pointerMove", "x": 0, "y": 0, "origin": { hansom_protocol::ELEMENT_KEY: button } },
        { "type": "pointerDown", "button": 0 }, { "type": "pointerUp", "button": 0 } ] }] });
    s.post(PerformActions, actions).await.unwrap();
    s.get(ReleaseActions).await;
    assert_eq!(
        s.send(GetElementProperty, &value, json!({})).await.unwrap(),
        "!"
    );
    let wrong = json!({ "actions": [{ "type": "pointer", "id": 1 }] });
    assert_eq!(
        s.post(PerformActions, wrong).await.unwrap_err().code,
        ErrorCode::InvalidArgument
    );

    let ask = s.find("a").await;
    s.element(ElementClick, &ask).await.unwrap();
    assert_eq!(s.get(GetAlertText).await, "name?");
    s.post(SendAlertText, json!({ "text": "Ada" }))
        .await
        .unwrap();
    s.get(AcceptAlert).await;
    assert_eq!(
        s.send(GetElementProperty, &value, json!({})).await.unwrap(),
        "Ada"
    );
    assert_eq!(
        s.post(DismissAlert, json!({})).await.unwrap_err().code,
        ErrorCode::NoSuchAlert
    );

    for picture in [
        s.get(TakeScreenshot).await,
        s.element(TakeElementScreenshot, &button).await.unwrap(),
    ] {
        assert!(
            picture.as_str().unwrap().starts_with("iVBORw0KGgo"),
            "a PNG"
        );
    }
    assert!(
        s.get(PrintPage)
            .await
            .as_str()
            .unwrap()
            .starts_with("JVBERi0"),
        "a PDF"
    );
    s.firefox.kill().await;
}

#[tokio::test]
async fn a_window_may_close_with_the_last_action() {
    let s = Session::open(&state()).await;
    let first = s.get(GetWindowHandle).await;
    let opened = json!({ "script": "return window.open()", "args": [] });
    let opened = id_of(&s.post(ExecuteScript, opened).await.unwrap());
    s.post(SwitchToWindow, json!({ "handle": opened }))
        .await
        .unwrap();
    s.open_page("<button onmousedown='window.close()'>b</button>")
        .await;
    let button = json!({ hansom_protocol::ELEMENT_KEY: s.find("button").await });
    let press = json!({ "actions": [{ "type": "pointer", "id": "mouse", "actions": [
        { "type": "pointerMove", "x": 0, "y": 0, "origin": button },
        { "type": "pointerDown", "button": 0 } ] }] });
    s.post(PerformActions, press).await.unwrap();
    let url = s.post(GetCurrentUrl, json!({})).await;
    assert_eq!(url.unwrap_err().code, ErrorCode::NoSuchWindow);
    assert_eq!(s.get(GetWindowHandles).await, json!([first]));
    s.firefox.kill().await;
}

#[tokio::test]
async fn authenticators_and_privacy() {
    let s = Session::open(&state()).await;
    let wanted = json!({ "protocol": "ctap2", "transport": "usb", "hasResidentKey": true });
    let id = s.post(AddVirtualAuthenticator, wanted).await.unwrap();
    let id = id.as_str().unwrap().to_owned();
    let of = |id: &str| [("authenticatorId", id.to_owned())];
    let vars = |pairs: [(&'static str, String); 1]| pairs;
    let send = |command, id: &str| {
        let [(name, value)] = vars(of(id));
        let s = &s;
        async move { s.send(command, &[(name, value.as_str())], json!({})).await }
    };
    assert_eq!(send(GetCredentials, &id).await.unwrap(), json!([]));
    assert_eq!(
        send(GetCredentials, "nobody").await.unwrap_err().code,
        ErrorCode::InvalidArgument
    );
    send(RemoveVirtualAuthenticator, &id).await.unwrap();

    s.post(SetGlobalPrivacyControl, json!({ "gpc": true }))
        .await
        .unwrap();
    assert_eq!(s.get(GetGlobalPrivacyControl).await, json!({ "gpc": true }));
    s.firefox.kill().await;
}
