//! The program as a service: it comes up, answers, is asked to stop, and leaves nothing behind.

use hansom_testkit::{nothing_left, processes_of};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::program::{PATIENCE, Program, firefox};

#[tokio::test]
async fn it_answers_and_a_signal_ends_it_well() {
    let mut server = Program::serve(&[]).await;
    let status = server.client.get("/status").await;
    assert_eq!(status.status, 200, "{}", status.message());
    assert_eq!(status.value()["ready"], true);
    let page = server.client.get("/openapi.json").await;
    assert_eq!(page.status, 200, "{}", page.message());
    assert_eq!(page.json()["openapi"], "3.1.0");
    let exit = server.child.stop(PATIENCE).await;
    assert_eq!(exit.code, Some(0));
    let log = server.log().await;
    assert!(!log.contains("ERROR"), "{log}");
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn json_log_lines_are_json() {
    let mut server = Program::serve(&["--log-format", "json"]).await;
    server.child.stop(PATIENCE).await;
    let log = server.log().await;
    for line in log.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        assert!(event["level"].is_string(), "{line}");
    }
    // More than that it listens, without which it would not have been found.
    assert!(log.lines().count() > 1, "{log}");
}

#[tokio::test]
async fn the_trace_of_a_request_is_in_the_line_of_its_command() {
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    let mut server = Program::serve(&["--log-format", "json"]).await;
    let body = |name: &str| json!({"capabilities": {"alwaysMatch": {"browserName": name}}});
    let parent = format!("00-{TRACE}-00f067aa0ba902b7-01");
    let client = server.client.clone().with_header("traceparent", &parent);
    client.post("/session", body("nonsense")).await;
    client.get("/sessions").await;
    client.get("/session/none/url").await;
    let session = client.new_session(firefox()).await;
    client.get(&format!("{session}/url")).await;
    client.delete(&session).await;
    server.child.stop(PATIENCE).await;
    let mut traced = Vec::new();
    for line in server.log().await.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        if event["trace"] == TRACE {
            let what = event.get("command").unwrap_or(&event["message"]);
            traced.push(what.as_str().unwrap().to_owned());
        }
    }
    let wanted = [
        "newSession",
        "getSessions",
        "getCurrentUrl",
        "session started",
        "getCurrentUrl",
        "deleteSession",
    ];
    assert_eq!(traced, wanted);
}

#[tokio::test]
async fn a_browser_session_goes_with_a_stopped_server() {
    let server = Program::serve(&["--drain-timeout", "0"]).await;
    let session = server.client.new_session(firefox()).await;
    let url = server.client.get(&format!("{session}/url")).await;
    assert_eq!(url.value(), "about:blank", "{}", url.message());
    assert_eq!(server.child.stop(PATIENCE).await.code, Some(0));
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_browser_session_goes_with_a_killed_server() {
    let server = Program::serve(&[]).await;
    server.client.new_session(firefox()).await;
    assert!(processes_of(server.folder.path()).len() > 2);
    // The server alone, not its group: this is what `kill -9` and the kernel's memory killer do.
    server.signal(Signal::KILL);
    server.child.wait().await;
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_virtual_phone_is_booted_for_a_mobile_session_and_goes_with_it() {
    let server = Program::serve(&[]).await;
    let phone = json!({ "platformName": "iOS" });
    let session = server.client.new_session(phone).await;
    let rect = server.client.get(&format!("{session}/window/rect")).await;
    assert_eq!(rect.status, 200, "{}", rect.message());
    assert_eq!(rect.value()["width"].as_f64(), Some(390.0));
    let ended = server.client.delete(&session).await;
    assert_eq!(ended.status, 200, "{}", ended.message());
    server.child.stop(PATIENCE).await;
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_client_that_asks_for_an_apple_device_where_none_is_hears_of_the_virtual_phone() {
    let server = Program::serve(&[]).await;
    let wanted = json!({ "platformName": "iOS", "appium:automationName": "XCUITest" });
    let body = json!({ "capabilities": { "alwaysMatch": wanted } });
    let refused = server.client.post("/session", body).await;
    let message = refused.message();
    assert_eq!(refused.status, 500, "{message}");
    assert_eq!(refused.error(), "session not created");
    assert!(
        message.contains(r#""appium:automationName": "Virtual""#),
        "{message}"
    );
}
