//! Elements, and the waits for them.

use std::sync::Arc;

use hansom_device::{Kind, Node, Rect};
use hansom_protocol::Command;
use hansom_testkit::eventually;
use serde_json::json;

use crate::rig::Rig;

fn button() -> Node {
    Node {
        id: "7".into(),
        element_type: "Button".into(),
        name: Some("ok".into()),
        rect: Rect {
            x: 1.0,
            y: 2.0,
            width: 30.0,
            height: 40.0,
        },
        ..Node::default()
    }
}

#[tokio::test]
async fn size_and_position_cost_one_question_each() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device.script().tree = button();
    for (command, answer) in [
        (Command::GetSize, json!({"width": 30.0, "height": 40.0})),
        (Command::GetLocation, json!({"x": 1.0, "y": 2.0})),
        (Command::GetLocationInView, json!({"x": 1.0, "y": 2.0})),
    ] {
        assert_eq!(rig.element(command, "7").await.unwrap(), answer);
        assert_eq!(rig.calls().len(), 1, "{command}");
    }
    let error = rig.element(Command::GetSize, "8").await.unwrap_err();
    assert_eq!(error.code.as_str(), "stale element reference");
    let window = rig.ask(Command::GetWindowSize, json!({})).await.unwrap();
    assert_eq!(window, json!({"width": 390.0, "height": 844.0}));
}

#[tokio::test]
async fn the_implicit_wait_looks_again_when_the_screen_changes() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let find = json!({"using": "id", "value": "ok"});
    let error = rig
        .ask(Command::FindElement, find.clone())
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "no such element");
    assert_eq!(rig.calls(), ["find"], "no wait by default");
    rig.ask(Command::SetTimeouts, json!({"implicit": 60_000}))
        .await
        .unwrap();
    let device = Arc::clone(&rig.device);
    let appear = async move {
        eventually("a change is waited for", async || {
            let script = device.script();
            let last = script.calls.last()?;
            (last == "changed").then_some(())
        })
        .await;
        device.script().tree = button();
        device.change();
    };
    let (found, ()) = tokio::join!(rig.ask(Command::FindElement, find), appear);
    assert_eq!(found.unwrap()["element-6066-11e4-a52e-4f735466cecf"], "7");
    assert_eq!(rig.calls(), ["find", "changed", "find"]);
}

#[tokio::test]
async fn the_async_script_timeout_shows_in_get_timeouts() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.ask(Command::AsyncScriptTimeout, json!({"ms": 1234}))
        .await
        .unwrap();
    rig.ask(Command::ImplicitWait, json!({"ms": 5}))
        .await
        .unwrap();
    let timeouts = rig.ask(Command::GetTimeouts, json!({})).await.unwrap();
    assert_eq!(
        timeouts,
        json!({"script": 1234, "pageLoad": 300_000, "implicit": 5})
    );
    for bad in [json!("abc"), json!(-1), json!(null)] {
        let body = json!({ "ms": bad });
        assert!(rig.ask(Command::AsyncScriptTimeout, body).await.is_err());
    }
}
