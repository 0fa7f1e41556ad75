//! Rules of the specification that depend on kind, version and faults, on a scripted device.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rig;

use std::{sync::Arc, time::Duration};

use hansom_device::{AppState, DeviceError, Kind, LocationPermission, Node, Position, Rect};
use hansom_protocol::{Command, EndReason, Params, Request};
use hansom_testkit::{ScriptedDevice, eventually};
use rig::{Rig, value};
use serde_json::{Value, json};

const VIENNA: Position = Position {
    latitude: 48.2,
    longitude: 16.4,
    altitude: 0.0,
};

fn vienna() -> Value {
    json!({"latitude": 48.2, "longitude": 16.4, "altitude": 0.0})
}

#[tokio::test]
async fn reading_the_position_needs_the_permission_always() {
    let mut rig = Rig::new(Kind::Simulator, 16).await;
    for permission in [
        LocationPermission::InUse,
        LocationPermission::Never,
        LocationPermission::Unset,
    ] {
        rig.device.script().permission = Some(permission);
        let error = rig
            .ask(Command::GetGeoLocation, json!({}))
            .await
            .unwrap_err();
        assert_eq!(error.code.as_str(), "unknown error", "{permission:?}");
        assert!(error.message.contains("mobile: setPermission"), "{error}");
    }
    rig.device.script().permission = Some(LocationPermission::Always);
    let zeros = rig.ask(Command::GetGeoLocation, json!({})).await.unwrap();
    assert_eq!(
        zeros,
        json!({"latitude": 0.0, "longitude": 0.0, "altitude": 0.0})
    );
}

#[tokio::test]
async fn from_version_17_a_simulated_position_is_what_is_read() {
    for (version, kind, simulated) in [
        (17, Kind::Simulator, true),
        (17, Kind::Real, true),
        (16, Kind::Simulator, false),
        (16, Kind::Real, false),
    ] {
        let mut rig = Rig::new(kind, version).await;
        rig.device.script().simulated = Some(VIENNA);
        let read = rig.ask(Command::GetGeoLocation, json!({})).await.unwrap();
        assert_eq!(read == vienna(), simulated, "{kind:?} {version}: {read}");
    }
}

#[tokio::test]
async fn setting_the_position_simulates_on_real_devices_from_version_17() {
    for (version, kind, call) in [
        (17, Kind::Real, "simulate"),
        (18, Kind::Real, "simulate"),
        (16, Kind::Real, "set position"),
        (17, Kind::Simulator, "set position"),
    ] {
        let mut rig = Rig::new(kind, version).await;
        let body = json!({"location": {"latitude": 48.2, "longitude": 16.4}});
        assert_eq!(
            rig.ask(Command::SetGeoLocation, body).await.unwrap(),
            vienna()
        );
        assert_eq!(rig.calls(), [call], "{kind:?} {version}");
    }
}

#[tokio::test]
async fn a_tv_has_no_position() {
    let device = ScriptedDevice::new(Kind::Simulator, 17, true);
    let mut rig = Rig::on(device, json!({})).await.unwrap();
    for command in [Command::GetGeoLocation, Command::SetGeoLocation] {
        let body = json!({"location": {"latitude": 0, "longitude": 0}});
        let error = rig.ask(command, body).await.unwrap_err();
        assert_eq!(error.code.as_str(), "unsupported operation");
        assert!(error.message.contains("TV"), "{error}");
    }
}

#[tokio::test]
async fn positions_out_of_range_or_of_another_type_are_refused_by_name() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    for (location, key) in [
        (json!({"latitude": 90.1, "longitude": 0}), "latitude"),
        (json!({"latitude": 0, "longitude": -180.5}), "longitude"),
        (json!({"latitude": "48", "longitude": 0}), "latitude"),
        (json!({"latitude": 1}), "longitude"),
        (json!({"latitude": null, "longitude": 0}), "latitude"),
    ] {
        let body = json!({ "location": location });
        let error = rig.ask(Command::SetGeoLocation, body).await.unwrap_err();
        assert_eq!(error.code.as_str(), "invalid argument", "{location}");
        assert!(error.message.starts_with(&format!("`{key}`")), "{error}");
    }
    assert!(rig.calls().is_empty(), "nothing was touched");
}

#[tokio::test]
async fn what_only_simulators_do_is_refused_on_real_devices() {
    let mut rig = Rig::new(Kind::Real, 17).await;
    for command in [
        Command::MobileShake,
        Command::ToggleEnrollTouchId,
        Command::TouchId,
    ] {
        let error = rig.ask(command, json!({"match": true})).await.unwrap_err();
        assert_eq!(error.code.as_str(), "unsupported operation", "{command}");
        assert!(error.message.contains("simulators only"), "{error}");
    }
    assert!(rig.mobile("shake", json!({})).await.is_err());
    assert!(rig.calls().is_empty());
}

#[tokio::test]
async fn a_match_needs_an_enrolled_finger_and_defaults_to_true() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let error = rig
        .ask(Command::TouchId, json!({"match": true}))
        .await
        .unwrap_err();
    assert!(error.message.contains("mobile: enrollBiometric"), "{error}");
    rig.ask(Command::ToggleEnrollTouchId, json!({}))
        .await
        .unwrap();
    let enrolled = rig.mobile("isBiometricEnrolled", json!({})).await.unwrap();
    assert_eq!(enrolled, true);
    rig.calls();
    rig.ask(Command::TouchId, json!({})).await.unwrap();
    rig.ask(Command::TouchId, json!({"match": false}))
        .await
        .unwrap();
    assert_eq!(
        rig.calls(),
        [
            "is enrolled",
            "present Finger true",
            "is enrolled",
            "present Finger false"
        ]
    );
    let face = json!({"type": "faceId", "match": true});
    rig.mobile("sendBiometricMatch", face).await.unwrap();
    assert_eq!(rig.calls(), ["is enrolled", "present Face true"]);
    let error = rig
        .ask(Command::TouchId, json!({"match": "yes"}))
        .await
        .unwrap_err();
    assert!(error.message.contains("`match`"), "{error}");
    rig.ask(Command::ToggleEnrollTouchId, json!({"enabled": false}))
        .await
        .unwrap();
    let enrolled = rig.mobile("isBiometricEnrolled", json!({})).await.unwrap();
    assert_eq!(enrolled, false);
}

#[tokio::test(start_paused = true)]
async fn lock_with_seconds_answers_after_the_unlock() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let begun = tokio::time::Instant::now();
    rig.ask(Command::Lock, json!({"seconds": 3})).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(3));
    assert_eq!(rig.calls(), ["lock", "unlock"]);
    for stays in [
        json!({}),
        json!({"seconds": 0}),
        json!({"seconds": null}),
        json!({"seconds": -1}),
    ] {
        rig.ask(Command::Lock, stays).await.unwrap();
        assert_eq!(rig.ask(Command::IsLocked, json!({})).await.unwrap(), true);
    }
    rig.ask(Command::Unlock, json!({})).await.unwrap();
    assert_eq!(rig.ask(Command::IsLocked, json!({})).await.unwrap(), false);
    assert!(
        rig.ask(Command::Lock, json!({"seconds": "5"}))
            .await
            .is_err()
    );
}

#[tokio::test(start_paused = true)]
async fn background_restores_the_app_that_was_in_front() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device
        .script()
        .apps
        .insert("a.b".into(), AppState::Foreground);
    let app = json!({"bundleId": "a.b"});
    rig.ask(Command::Background, json!({"seconds": 2}))
        .await
        .unwrap();
    assert_eq!(rig.calls(), ["foreground", "home", "activate a.b"]);
    assert_eq!(
        rig.ask(Command::QueryAppState, app.clone()).await.unwrap(),
        4
    );
    for kept in [json!(null), json!(-1), json!({"timeout": -1})] {
        rig.ask(Command::Background, json!({ "seconds": kept }))
            .await
            .unwrap();
        assert_eq!(
            rig.ask(Command::QueryAppState, app.clone()).await.unwrap(),
            3
        );
        rig.mobile("activateApp", app.clone()).await.unwrap();
    }
    let error = rig
        .ask(Command::Background, json!({"seconds": "5"}))
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "invalid argument");
    let without = rig
        .ask(Command::QueryAppState, json!({}))
        .await
        .unwrap_err();
    assert!(without.message.contains("appium:bundleId"), "{without}");
}

#[tokio::test]
async fn an_unknown_app_lists_the_installed_ones_and_the_session_goes_on() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device
        .script()
        .apps
        .insert("a.b".into(), AppState::NotRunning);
    let error = rig
        .mobile("launchApp", json!({"bundleId": "x.y"}))
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "invalid argument");
    assert!(
        error
            .message
            .contains("`x.y` is not installed; installed are a.b"),
        "{error}"
    );
    assert!(!error.ends_session);
    rig.mobile("launchApp", json!({"bundleId": "a.b"}))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_locked_device_and_a_lost_one_say_so() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device.script().fails = Some(DeviceError::Locked);
    let error = rig.element(Command::ElementClick, "1").await.unwrap_err();
    assert!(error.message.contains("mobile: unlock"), "{error}");
    rig.device.lose();
    let error = rig.session.died().await;
    assert!(error.ends_session);
    assert!(error.message.contains("pulled the cable"), "{error}");
    rig.session.close(EndReason::Died).await;
    assert!(rig.device.script().calls.contains(&"shutdown".to_owned()));
}

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

#[tokio::test]
async fn in_a_web_context_commands_go_to_the_page_as_they_are() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let error = rig.ask(Command::GetTitle, json!({})).await.unwrap_err();
    assert_eq!(error.code.as_str(), "unknown method");
    assert!(error.message.contains("WEBVIEW_"), "{error}");
    let nowhere = json!({"name": "WEBVIEW_9"});
    let error = rig.ask(Command::SwitchContext, nowhere).await.unwrap_err();
    assert!(error.message.contains("NATIVE_APP, WEBVIEW_1"), "{error}");
    rig.ask(Command::SwitchContext, json!({"name": "WEBVIEW_1"}))
        .await
        .unwrap();
    let current = rig
        .ask(Command::GetCurrentContext, json!({}))
        .await
        .unwrap();
    assert_eq!(current, "WEBVIEW_1");
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
    rig.ask(Command::SwitchContext, json!({"name": null}))
        .await
        .unwrap();
    let current = rig
        .ask(Command::GetCurrentContext, json!({}))
        .await
        .unwrap();
    assert_eq!(current, "NATIVE_APP");
}

#[tokio::test]
async fn an_async_response_completes_the_script_that_waits() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.ask(Command::SwitchContext, json!({"name": "WEBVIEW"}))
        .await
        .unwrap();
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
async fn the_reply_tells_what_the_device_turned_out_to_be() {
    let rig = Rig::new(Kind::Real, 16).await;
    for (name, text) in [
        ("platformName", "iOS"),
        ("appium:platformVersion", "16.0"),
        ("hansom:kind", "real"),
        ("hansom:profile", "phone"),
        ("appium:deviceName", "Scripted"),
    ] {
        assert_eq!(rig.capabilities[name], text);
    }
}

#[tokio::test]
async fn a_start_that_fails_says_why() {
    let device = ScriptedDevice::new(Kind::Simulator, 17, false);
    device
        .script()
        .apps
        .insert("a.b".into(), AppState::NotRunning);
    let error = Rig::on(device, json!({"appium:bundleId": "x.y"}))
        .await
        .err()
        .unwrap();
    assert_eq!(error.code.as_str(), "invalid argument");
    assert!(
        error
            .message
            .contains("`x.y` is not installed; installed are a.b"),
        "{error}"
    );
    let device = ScriptedDevice::new(Kind::Simulator, 17, false);
    let apple = json!({"appium:automationName": "XCUITest"});
    let error = Rig::on(device, apple).await.err().unwrap();
    assert_eq!(error.code.as_str(), "session not created");
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
