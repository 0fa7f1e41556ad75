//! What capabilities ask for, on a virtual phone.

use serde_json::json;

use crate::{
    lab::Lab,
    session::{APP, Phone},
};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pwa");
const ID: &str = "com.example.todo";

#[tokio::test(flavor = "multi_thread")]
async fn apps_permissions_links_and_alerts_are_as_the_capabilities_say() {
    let phone = Phone::with(json!({
        "appium:otherApps": [EXAMPLE],
        "appium:permissions": {APP: {"location": "inuse", "camera": "no"}},
        "appium:initialDeeplinkUrl": "http://hansom-playground.localhost/#/link?from=start",
        "appium:processArguments": {"args": ["-x"], "env": {"A": "b"}},
        "appium:autoAcceptAlerts": true,
    }))
    .await;
    let user = json!({"applicationType": "User"});
    let apps = phone.mobile("listApps", user).await;
    assert_eq!(apps.as_object().unwrap().len(), 1, "the other app: {apps}");
    phone
        .until("link-parameters", json!({"from": "start"}))
        .await;
    let state = "navigator.permissions.query({ name: 'geolocation' }).then(p => p.state)";
    assert_eq!(phone.page(state).await, "granted");
    let camera = "navigator.mediaDevices.getUserMedia({ video: true }).catch(error => error.name)";
    assert_eq!(phone.page(camera).await, "NotAllowedError");
    let arguments = phone
        .page("fetch('/.hansom/arguments').then(a => a.json())")
        .await;
    assert_eq!(
        arguments,
        json!({"arguments": ["-x"], "environment": {"A": "b"}})
    );
    phone.open("alerts").await;
    phone.tap("confirm-button").await;
    phone.until("confirm-result", json!("true")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tablet_has_its_own_shape_and_dismisses_alerts_when_told() {
    let phone = Phone::with(json!({
        "platformName": "iPadOS", "appium:autoDismissAlerts": true, "appium:orientation": "LANDSCAPE",
    }))
    .await;
    let size = "[screen.width, screen.height, devicePixelRatio, navigator.platform]";
    assert_eq!(phone.page(size).await, json!([1180, 820, 2, "iPad"]));
    assert_eq!(
        phone.page("screen.orientation.type").await,
        "landscape-primary"
    );
    phone.open("alerts").await;
    phone.tap("confirm-button").await;
    phone.until("confirm-result", json!("false")).await;
    let info = phone.mobile("deviceInfo", json!({})).await;
    assert_eq!(
        (&info["profile"], &info["userInterfaceIdiom"]),
        (&json!("tablet"), &json!(1))
    );
    phone.open("form").await;
    phone.tap("form-name").await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, true);
    phone.keep_picture("tablet").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tv_is_driven_by_its_remote_and_has_no_glass() {
    let phone = Phone::with(json!({"platformName": "tvOS"})).await;
    let size = "[innerWidth, innerHeight, devicePixelRatio]";
    assert_eq!(phone.page(size).await, json!([1920, 1080, 1]));
    for path in [
        "/automation/device/lock",
        "/automation/device/shake",
        "/automation/device/get_clipboard",
        "/automation/simulator/touch_id",
    ] {
        let (code, _) = phone.refused(path, json!({"match": true})).await;
        assert_eq!(code, "unsupported operation", "{path}");
    }
    phone.mobile("pressButton", json!({"name": "home"})).await;
    phone.until("visibility-state", json!("hidden")).await;
    phone.keep_picture("tv-home").await;
    let (_, message) = phone
        .mobile_refused("pressButton", json!({"name": "volumeUp"}))
        .await;
    assert!(message.contains("select"), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_folder_keeps_what_no_reset_keeps_and_a_full_reset_removes() {
    let folder = tempfile::tempdir().unwrap();
    let server = Lab::start().await;
    let keep = |more: serde_json::Value| {
        let mut capabilities = json!({
            "hansom:stateDir": folder.path(), "appium:app": EXAMPLE, "appium:bundleId": ID,
        });
        for (name, value) in more.as_object().unwrap() {
            capabilities[name] = value.clone();
        }
        capabilities
    };
    let count = "Number(localStorage.getItem('count') ?? 0)";
    let phone = Phone::on(&server, keep(json!({}))).await;
    phone.page("localStorage.setItem('count', 7)").await;
    phone.end().await;
    let phone = Phone::on(&server, keep(json!({"appium:noReset": true}))).await;
    assert_eq!(phone.page(count).await, 7, "noReset keeps the data");
    phone.end().await;
    let phone = Phone::on(&server, keep(json!({"appium:fullReset": true}))).await;
    assert_eq!(phone.page(count).await, 0, "a full reset begins anew");
    phone.end().await;
    let gone = json!({"hansom:stateDir": folder.path(), "appium:bundleId": APP});
    let phone = Phone::on(&server, gone).await;
    let state = phone.mobile("queryAppState", json!({"bundleId": ID})).await;
    assert_eq!(state, 0, "and removes the app in the end");
    phone.end().await;
}
