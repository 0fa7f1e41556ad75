//! Phones booted ahead.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::program::Program;

/// A phone that is warm is there in a fraction of a boot; it takes seconds otherwise, on any machine.
const AT_ONCE: Duration = Duration::from_secs(1);
const PATIENCE: Duration = Duration::from_mins(2);

#[tokio::test]
async fn a_warm_phone_is_there_at_once_and_is_who_the_session_says() {
    let program = Program::serve(&["--warm-phones", "1"]).await;
    let client = &program.client;
    let capabilities = || {
        json!({
            "platformName": "iOS", "appium:platformVersion": "16.4",
            "appium:deviceName": "Ada's", "appium:newCommandTimeout": 0,
        })
    };
    // Sessions are had until one came from the pool: the first may come before a phone is warm.
    let begun = Instant::now();
    let session = loop {
        let began = Instant::now();
        let session = client.new_session(capabilities()).await;
        if began.elapsed() < AT_ONCE {
            break session;
        }
        assert!(begun.elapsed() < PATIENCE, "no phone was ever warm");
        client.delete(&session).await;
    };
    let execute = async |script: &str, arguments| {
        let body = json!({"script": script, "args": [arguments]});
        client
            .post(&format!("{session}/execute/sync"), body)
            .await
            .value()
    };
    let told = execute("mobile: deviceInfo", json!({})).await;
    assert_eq!(told["name"], "Ada's", "{told}");
    let app = json!({"bundleId": "hansom.playground"});
    execute("mobile: launchApp", app).await;
    let context = json!({"name": "WEBVIEW"});
    client.post(&format!("{session}/context"), context).await;
    let agent = execute("return navigator.userAgent", json!(null)).await;
    assert!(agent.as_str().unwrap().contains("OS 16_4 "), "{agent}");
    client.delete(&session).await;
}
