//! An attached iPhone, end to end: session, mobile driver, Apple room, usbmuxd (a stand-in), agent, phone.

use assert_cmd::Command;
use hansom_testkit::{FakeDevice, FakeMuxer, Trust};
use serde_json::{Value, json};

use crate::program::{Program, hansom};

const UDID: &str = "00008030-0000000000000001";

#[tokio::test]
async fn a_session_on_auto_drives_the_attached_device_until_it_is_unplugged() {
    let agent = Program::agent(&["--mjpeg-port", "0"]).await;
    let device = FakeDevice::new(UDID)
        .version("17.5")
        .app("com.example.listed", "Listed")
        .port(8100, agent.address);
    let muxer = FakeMuxer::start([device]).await;
    let program = hansom().env("USBMUXD_SOCKET_ADDRESS", muxer.address());
    let server = Program::serve_as(program, &[]).await;
    let client = &server.client;
    let wanted = json!({"capabilities": {"alwaysMatch": {
        "platformName": "iOS",
        "appium:automationName": "XCUITest",
        "appium:udid": "auto",
        "appium:bundleId": "hansom.playground",
    }}});
    let started = client.post("/session", wanted.clone()).await;
    assert_eq!(started.status, 200, "{}", started.message());
    let told = &started.value()["capabilities"];
    assert_eq!(told["appium:udid"], UDID);
    assert_eq!(told["appium:deviceName"], format!("Test {UDID}"));
    assert_eq!(told["appium:platformVersion"], "17.5");
    assert_eq!(told["hansom:kind"], "real");
    let id = started.value()["sessionId"].as_str().unwrap().to_owned();
    let session = format!("/session/{id}");

    // The device has one user, whatever name it is asked for by.
    let refused = client.post("/session", wanted).await.message();
    assert!(refused.contains("is held by session"), "{refused}");

    let ask = async |path: &str, body: Value| server.ask(&session, path, body).await;
    assert_eq!(ask("/appium/device/is_locked", json!({})).await, false);
    let source = client.get(&format!("{session}/source")).await;
    assert_eq!(source.status, 200, "{}", source.message());
    // What the agent cannot do is done by the device's own services.
    let listed = json!({"script": "mobile: listApps", "args": []});
    let apps = ask("/execute/sync", listed).await;
    assert!(apps.to_string().contains("com.example.listed"), "{apps}");
    let file = json!({"path": "DCIM/a.txt", "data": "aGVsbG8="});
    ask("/appium/device/push_file", file).await;
    let pulled = ask("/appium/device/pull_file", json!({"path": "DCIM/a.txt"})).await;
    assert_eq!(pulled, "aGVsbG8=");
    // The pasteboard service is behind a tunnel that this device has not: the agent does it.
    let content = json!({"content": "aGVsbG8="});
    ask("/appium/device/set_clipboard", content).await;
    assert_eq!(
        ask("/appium/device/get_clipboard", json!({})).await,
        "aGVsbG8="
    );
    let shake = client
        .post(&format!("{session}/appium/device/shake"), json!({}))
        .await;
    assert!(shake.message().contains("simulator"), "{}", shake.message());

    muxer.unplug(UDID);
    let after = client.get(&format!("{session}/source")).await;
    assert!(
        after.message().contains(&format!("{UDID} was unplugged")),
        "{}",
        after.message()
    );
}

/// What a task of the program prints, as JSON, with these devices attached.
async fn printed(muxer: &FakeMuxer, task: &'static str) -> Value {
    let address = muxer.address();
    let run = tokio::task::spawn_blocking(move || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hansom"));
        command
            .args([task, "--json", "--port", "0"])
            .env("USBMUXD_SOCKET_ADDRESS", address);
        command.assert().get_output().stdout.clone()
    });
    serde_json::from_slice(&run.await.unwrap()).unwrap()
}

#[tokio::test]
async fn attached_devices_are_listed_with_what_they_lack() {
    let muxer = FakeMuxer::start([
        FakeDevice::new("A").app("my.wda.xctrunner", "WebDriverAgentRunner-Runner"),
        FakeDevice::new("B").product("iPad13,1").trust(Trust::Never),
    ])
    .await;
    let listed = printed(&muxer, "devices").await;
    let row = |udid: &str| {
        let rows = listed["devices"].as_array().unwrap();
        rows.iter()
            .find(|row| row["udid"] == udid)
            .cloned()
            .unwrap()
    };
    let (ready, stranger) = (row("A"), row("B"));
    assert_eq!(
        (&ready["kind"], &ready["os"]),
        (&json!("attached"), &json!("iOS 16.4"))
    );
    assert_eq!(
        (&ready["state"], &ready["obstacle"]),
        (&json!("ready"), &Value::Null)
    );
    assert_eq!(stranger["os"], "iPadOS 16.4");
    let obstacle = stranger["obstacle"].as_str().unwrap();
    assert!(
        obstacle.contains("not paired") && obstacle.contains("Trust"),
        "{obstacle}"
    );

    let report = printed(&muxer, "doctor").await;
    let lines: Vec<String> = report["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| format!("{} {}: {}", check["verdict"], check["name"], check["found"]))
        .collect();
    let text = lines.join("\n");
    for part in [
        "\"ok\" \"usbmuxd\": \"answers; attached: 2\"",
        "\"ok\" \"pairing\": \"Test A",
        "\"ok\" \"developer\": \"Test A",
        "my.wda.xctrunner is installed",
        "\"warn\" \"pairing\": \"Test B",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}
