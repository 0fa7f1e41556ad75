//! The start of a session: what it tells, and why it fails.

use hansom_device::{AppState, Kind};
use hansom_testkit::ScriptedDevice;
use serde_json::json;

use crate::rig::Rig;

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
