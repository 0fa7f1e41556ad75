//! The program as a service: it comes up, answers, is asked to stop, and leaves nothing behind.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::{sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::{nothing_left, processes_of};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines},
    net::TcpStream,
    process::ChildStderr,
    time::timeout,
};

/// The trace that every request of these tests belongs to.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Generous: the machine may be busy. Nothing waits this long when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

struct Server {
    child: Child,
    address: String,
    log: Lines<BufReader<ChildStderr>>,
    /// Where the server keeps its state.
    folder: tempfile::TempDir,
    _ours: Arc<StateDir>,
}

impl Server {
    async fn start(words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ours = StateDir::open(None).unwrap();
        let spec = ChildSpec::new(env!("CARGO_BIN_EXE_hansom"))
            .args(["--port", "0", "--state-dir"])
            .arg(folder.path())
            .args(words)
            .stderr(Stream::Piped);
        let mut child = Child::spawn(spec, &ours).await.unwrap();
        let mut log = BufReader::new(child.take_stderr().unwrap()).lines();
        let address = timeout(PATIENCE, async {
            loop {
                let line = log.next_line().await.unwrap().expect("the server ended");
                if let Some((_, rest)) = line.split_once("listens on http://") {
                    let end = rest.find(|c: char| c.is_whitespace() || c == '"');
                    break rest[..end.unwrap_or(rest.len())].to_owned();
                }
            }
        })
        .await
        .unwrap();
        Self {
            child,
            address,
            log,
            folder,
            _ours: ours,
        }
    }

    /// One request on a connection of its own; gives status and body.
    async fn ask(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let body = body.map_or(String::new(), |body| body.to_string());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len(),
        );
        let answer = timeout(PATIENCE, async {
            let mut stream = TcpStream::connect(&self.address).await.unwrap();
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            answer
        })
        .await
        .unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    async fn new_session(&self, wanted: Value) -> String {
        let body = json!({ "capabilities": { "alwaysMatch": wanted } });
        let (status, answer) = self.ask("POST", "/session", Some(body)).await;
        assert_eq!(status, 200, "{answer}");
        answer["value"]["sessionId"].as_str().unwrap().to_owned()
    }
}

fn firefox() -> Value {
    json!({ "browserName": "firefox", "moz:firefoxOptions": { "args": ["-headless"] } })
}

#[tokio::test]
async fn it_answers_and_a_signal_ends_it_well() {
    let mut server = Server::start(&[]).await;
    let (status, answer) = server.ask("GET", "/status", None).await;
    assert_eq!((status, &answer["value"]["ready"]), (200, &json!(true)));
    let (status, page) = server.ask("GET", "/openapi.json", None).await;
    assert_eq!((status, &page["openapi"]), (200, &json!("3.1.0")));
    let exit = server.child.stop(PATIENCE).await;
    assert_eq!(exit.code, Some(0));
    while let Some(line) = server.log.next_line().await.unwrap() {
        assert!(!line.contains("ERROR"), "{line}");
    }
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn json_log_lines_are_json() {
    let mut server = Server::start(&["--log-format", "json"]).await;
    server.child.stop(PATIENCE).await;
    let mut seen = 0;
    while let Some(line) = server.log.next_line().await.unwrap() {
        let event: Value = serde_json::from_str(&line).unwrap();
        assert!(event["level"].is_string(), "{line}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[tokio::test]
async fn the_trace_of_a_request_is_in_the_line_of_its_command() {
    let mut server = Server::start(&["--log-format", "json"]).await;
    let body = |name: &str| Some(json!({"capabilities": {"alwaysMatch": {"browserName": name}}}));
    server.ask("POST", "/session", body("nonsense")).await;
    server.ask("GET", "/sessions", None).await;
    server.ask("GET", "/session/none/url", None).await;
    let id = server.new_session(firefox()).await;
    server.ask("GET", &format!("/session/{id}/url"), None).await;
    server.ask("DELETE", &format!("/session/{id}"), None).await;
    server.child.stop(PATIENCE).await;
    let mut traced = Vec::new();
    while let Some(line) = server.log.next_line().await.unwrap() {
        let event: Value = serde_json::from_str(&line).unwrap();
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
    let server = Server::start(&["--drain-timeout", "0"]).await;
    let id = server.new_session(firefox()).await;
    let (status, answer) = server.ask("GET", &format!("/session/{id}/url"), None).await;
    assert_eq!((status, &answer["value"]), (200, &json!("about:blank")));
    assert_eq!(server.child.stop(PATIENCE).await.code, Some(0));
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_browser_session_goes_with_a_killed_server() {
    let server = Server::start(&[]).await;
    server.new_session(firefox()).await;
    assert!(processes_of(server.folder.path()).len() > 2);
    // The server alone, not its group: this is what `kill -9` and the kernel's memory killer do.
    let pid = rustix::process::Pid::from_raw(server.child.pid().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    server.child.wait().await;
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_virtual_phone_is_booted_for_a_mobile_session_and_goes_with_it() {
    let server = Server::start(&[]).await;
    let id = server.new_session(json!({ "platformName": "iOS" })).await;
    let (status, answer) = server
        .ask("GET", &format!("/session/{id}/window/rect"), None)
        .await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["value"]["width"].as_f64(), Some(390.0));
    let (status, answer) = server.ask("DELETE", &format!("/session/{id}"), None).await;
    assert_eq!(status, 200, "{answer}");
    server.child.stop(PATIENCE).await;
    nothing_left(server.folder.path()).await;
}

#[cfg(not(target_os = "macos"))]
#[tokio::test]
async fn a_client_that_asks_for_an_apple_device_where_none_is_hears_of_the_virtual_phone() {
    let server = Server::start(&[]).await;
    let wanted = json!({ "platformName": "iOS", "appium:automationName": "XCUITest" });
    let body = json!({ "capabilities": { "alwaysMatch": wanted } });
    let (status, answer) = server.ask("POST", "/session", Some(body)).await;
    assert_eq!(status, 500, "{answer}");
    assert_eq!(answer["value"]["error"], "session not created");
    let message = answer["value"]["message"].as_str().unwrap();
    assert!(
        message.contains(r#""appium:automationName": "Virtual""#),
        "{message}"
    );
}
