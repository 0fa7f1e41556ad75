//! A simulator whose agent we start: the program, a recording stand-in for `xcrun`, a stand-in agent.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use hansom_testkit::{StandInAgent, eventually};
use serde_json::json;

use crate::program::{Program, hansom};

/// Each call appends its arguments to `calls`; what a verb prints stands in `prints.<verb>`. The launch
/// stays until somebody opens `end` for writing and closes it, as the app's console would.
const XCRUN: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/calls"
if [ "$2" = launch ]; then
  echo "port $SIMCTL_CHILD_USE_PORT" >> "$here/calls"
  echo "pictures $SIMCTL_CHILD_MJPEG_SERVER_PORT" >> "$here/calls"
  cat "$here/end" > /dev/null
  echo "it fell over" >&2
  exit 65
fi
[ -f "$here/prints.$2" ] && cat "$here/prints.$2"
exit 0
"#;

const SIMULATORS: &str = r#"{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-17-5":[
    {"name":"iPhone 15","udid":"SIM","state":"Shutdown","isAvailable":true}]}}"#;

const INFO: &str = r#"<?xml version="1.0"?><plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>a.b</string></dict></plist>"#;

fn tools(folder: &Path) {
    let xcrun = folder.join("xcrun");
    fs::write(&xcrun, XCRUN).unwrap();
    fs::set_permissions(&xcrun, fs::Permissions::from_mode(0o755)).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        folder.join("end"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    let data = folder.join("data");
    fs::create_dir(&data).unwrap();
    fs::write(data.join("old"), "").unwrap();
    fs::write(folder.join("prints.list"), SIMULATORS).unwrap();
    fs::write(
        folder.join("prints.listapps"),
        r#"{ "a.b" = { CFBundleName = B; }; }"#,
    )
    .unwrap();
    fs::write(
        folder.join("prints.get_app_container"),
        data.display().to_string(),
    )
    .unwrap();
    let app = folder.join("B.app");
    fs::create_dir(&app).unwrap();
    fs::write(app.join("Info.plist"), INFO).unwrap();
}

fn calls(folder: &Path) -> String {
    fs::read_to_string(folder.join("calls")).unwrap_or_default()
}

#[tokio::test]
async fn a_session_starts_the_agent_of_a_simulator_again_when_it_exits() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    tools(here);
    let agent = StandInAgent::start().await;
    let port = agent.address().port();
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap());
    let server = Program::serve_as(hansom().env("PATH", path), &[]).await;
    let client = &server.client;
    let app = here.join("B.app");
    let session = client
        .new_session(json!({
            "platformName": "iOS",
            "appium:automationName": "XCUITest",
            "appium:udid": "auto",
            "appium:platformVersion": "17.5",
            "appium:deviceName": "iPhone 15",
            "appium:usePreinstalledWDA": true,
            "appium:updatedWDABundleId": "com.me.agent",
            "appium:wdaLocalPort": port,
            "appium:wdaStartupRetryInterval": 1,
            "appium:app": app,
            "appium:fullReset": true,
        }))
        .await;
    let launch = "simctl launch --console --terminate-running-process SIM com.me.agent.xctrunner";
    let seen = calls(here);
    let expected = [
        "simctl list devices --json".to_owned(),
        "simctl bootstatus SIM -b".to_owned(),
        "simctl get_app_container SIM com.me.agent.xctrunner".to_owned(),
        launch.to_owned(),
        format!("port {port}"),
        format!("simctl install SIM {}", app.display()),
    ];
    let mut rest = seen.lines();
    for line in &expected {
        assert!(rest.any(|seen| seen == line), "{line} in {seen}");
    }
    assert!(!here.join("data/old").exists(), "the data are cleared");

    // The agent exits under a command.
    agent.ignore("/wda/locked");
    let locked = format!("{session}/appium/device/is_locked");
    let exit = async {
        agent.until_asked("/wda/locked").await;
        agent.ignore("/nothing");
        fs::write(here.join("end"), "").unwrap();
    };
    let (failed, ()) = tokio::join!(client.post(&locked, json!({})), exit);
    assert_eq!(failed.error(), "unknown error");
    for words in [
        "the agent exited (exited with code 65; its last words: it fell over)",
        "goes on",
    ] {
        assert!(failed.message().contains(words), "{}", failed.message());
    }
    // The next one waits for the new agent.
    let reply = client.post(&locked, json!({})).await;
    assert_eq!(reply.status, 200, "{}", reply.message());
    // The stand-in answers for it before it has written down that it was called.
    eventually("the second launch", async || {
        (calls(here).matches(launch).count() == 2).then_some(())
    })
    .await;

    assert_eq!(client.delete(&session).await.status, 200);
    let seen = calls(here);
    assert!(
        seen.contains("simctl terminate SIM com.me.agent.xctrunner"),
        "{seen}"
    );
    assert!(
        seen.contains("simctl uninstall SIM a.b"),
        "a full reset: {seen}"
    );
    assert!(
        !seen.contains("simctl uninstall SIM com.me"),
        "not ours: {seen}"
    );
}

#[tokio::test]
async fn a_session_installs_the_agent_that_was_built_and_gives_it_both_ports() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    tools(here);
    let built = here.join("WebDriverAgentRunner-Runner.app");
    fs::create_dir(&built).unwrap();
    let info = INFO.replace("a.b", "com.me.built.xctrunner");
    fs::write(built.join("Info.plist"), info).unwrap();
    let agent = StandInAgent::start().await;
    let path = format!("{}:{}", here.display(), std::env::var("PATH").unwrap());
    let server = Program::serve_as(hansom().env("PATH", path), &[]).await;
    let session = server
        .client
        .new_session(json!({
            "platformName": "iOS",
            "appium:automationName": "XCUITest",
            "appium:udid": "SIM",
            "appium:prebuiltWDAPath": built,
            "appium:wdaLocalPort": agent.address().port(),
            "appium:mjpegServerPort": 9345,
        }))
        .await;
    let expected = [
        format!("simctl install SIM {}", built.display()),
        "simctl launch --console --terminate-running-process SIM com.me.built.xctrunner".to_owned(),
        format!("port {}", agent.address().port()),
        "pictures 9345".to_owned(),
    ];
    // The stand-in answers before the tool that starts it has written down how.
    eventually("the tools are called in this order", async || {
        let seen = calls(here);
        let mut rest = seen.lines();
        let all = expected.iter().all(|line| rest.any(|seen| seen == line));
        all.then_some(())
    })
    .await;
    assert_eq!(server.client.delete(&session).await.status, 200);
    let seen = calls(here);
    assert!(!seen.contains("simctl uninstall"), "it stays: {seen}");
}
