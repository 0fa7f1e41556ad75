//! An attached iPhone, end to end: session, mobile driver, Apple room, usbmuxd (a stand-in), agent, phone.

use assert_cmd::Command;
use hansom_testkit::{FakeDevice, FakeMuxer, Trust};
use serde_json::{Value, json};

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
