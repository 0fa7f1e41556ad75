//! A server and a Grid in front of it, both of them on loopback and owned by the test.

use std::{net::TcpListener, path::Path, sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::{Client, Reply, eventually};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// Generous: the machine may be busy. Nothing waits this long when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// The server, on a port that stays the same when it is started again.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) client: Client,
    /// Where it keeps its state.
    pub(crate) folder: tempfile::TempDir,
}

/// Grid in one process: hub and node.
pub(crate) struct Grid {
    pub(crate) child: Child,
    pub(crate) client: Client,
    _folder: tempfile::TempDir,
}

/// A port that was free a moment ago.
pub(crate) fn free_port() -> u16 {
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    held.local_addr().unwrap().port()
}

fn client(port: u16) -> Client {
    Client::new(([127, 0, 0, 1], port).into())
}

async fn start(spec: ChildSpec) -> Child {
    let state: Arc<StateDir> = StateDir::open(None).unwrap();
    Child::spawn(spec, &state).await.unwrap()
}

/// Waits until a server answers at a port; panics when the process ends instead.
async fn answers(child: &Child, port: u16, what: &str) {
    eventually(what, async || {
        assert!(child.exit().is_none(), "{what}: it ended");
        tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .ok()
    })
    .await;
}

impl Server {
    pub(crate) async fn start(port: u16, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let spec = ChildSpec::new(env!("CARGO_BIN_EXE_hansom"))
            .args(["--port", &port.to_string(), "--state-dir"])
            .arg(folder.path())
            .args(words);
        let child = start(spec).await;
        answers(&child, port, "the server answers").await;
        Self {
            child,
            client: client(port),
            folder,
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.child.pid().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// How many sessions are open.
    pub(crate) async fn active(&self) -> u64 {
        let status = self.client.get("/status").await.value();
        status["sessions"]["active"].as_u64().unwrap()
    }
}

impl Grid {
    /// Starts one for a server at a port of this machine.
    pub(crate) async fn start(port: u16, words: &[&str]) -> Self {
        Self::start_at(&format!("http://127.0.0.1:{port}"), words).await
    }

    /// Starts one with what `grid-config` says for a server, and waits until it is ready.
    pub(crate) async fn start_at(url: &str, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("node.toml");
        let own = free_port();
        std::fs::write(&file, grid_config(url, own, words)).unwrap();
        let log = std::fs::File::create(folder.path().join("grid.log")).unwrap();
        let spec = ChildSpec::new("java")
            .args(["-Xmx512m", "-jar", &jar(), "standalone", "--config"])
            .arg(&file)
            // For tests: on this machine only, and quick to notice what happens.
            .args(["--host", "127.0.0.1", "--bind-host", "true"])
            .args([
                "--healthcheck-interval",
                "2",
                "--reject-unsupported-caps",
                "true",
            ])
            .stdout(Stream::File(log.try_clone().unwrap()))
            .stderr(Stream::File(log));
        let child = start(spec).await;
        answers(&child, own, "Grid answers").await;
        let grid = Self {
            child,
            client: client(own),
            _folder: folder,
        };
        grid.until("UP").await;
        grid
    }

    pub(crate) async fn new_session(&self, wanted: Value) -> Reply {
        let body = json!({ "capabilities": { "alwaysMatch": wanted } });
        self.client.post("/session", body).await
    }

    async fn node(&self) -> Option<Value> {
        let status = self.client.get("/status").await.value();
        status["nodes"].as_array()?.first().cloned()
    }

    /// Waits until Grid says this of its node.
    pub(crate) async fn until(&self, availability: &str) {
        eventually(&format!("the node is {availability}"), async || {
            let node = self.node().await?;
            (node["availability"] == availability).then_some(())
        })
        .await;
    }

    /// Waits until so many of its slots have a session; they are freed a moment after the answer.
    pub(crate) async fn until_taken(&self, wanted: usize) {
        eventually(&format!("{wanted} slots are taken"), async || {
            let node = self.node().await?;
            (taken(&node) == wanted).then_some(())
        })
        .await;
    }
}

fn taken(node: &Value) -> usize {
    let slots = node["slots"].as_array().unwrap();
    slots
        .iter()
        .filter(|slot| !slot["session"].is_null())
        .count()
}

/// What `grid-config` prints.
fn grid_config(url: &str, node_port: u16, words: &[&str]) -> Vec<u8> {
    let run = assert_cmd::Command::new(env!("CARGO_BIN_EXE_hansom"))
        .args(["grid-config", "--heartbeat", "2", "--url", url])
        .args(["--node-port", &node_port.to_string()])
        .args(words)
        .assert()
        .success();
    run.get_output().stdout.clone()
}

fn jar() -> String {
    let jar = std::env::var("HANSOM_GRID_JAR").unwrap_or_default();
    assert!(
        Path::new(&jar).is_file(),
        "no Selenium Grid. Set HANSOM_GRID_JAR to its jar; scripts/grid-jar downloads it."
    );
    jar
}

pub(crate) fn firefox() -> Value {
    json!({ "browserName": "firefox", "moz:firefoxOptions": { "args": ["-headless"] } })
}
