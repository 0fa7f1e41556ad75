//! A Grid in front of a server, on loopback and owned by the test.

use std::{net::SocketAddr, path::Path};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::{Client, Reply, eventually};
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::program::{Program, free_port};

/// Grid in one process: hub and node.
pub(crate) struct Grid {
    pub(crate) child: Child,
    pub(crate) client: Client,
    _folder: tempfile::TempDir,
}

impl Grid {
    /// Starts one for a server.
    pub(crate) async fn start(server: &Program, words: &[&str]) -> Self {
        Self::start_at(&format!("http://{}", server.address), words).await
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
        let state = StateDir::open(None).unwrap();
        let child = Child::spawn(spec, &state).await.unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], own));
        eventually("Grid answers", async || {
            assert!(child.exit().is_none(), "Grid ended");
            TcpStream::connect(address).await.ok()
        })
        .await;
        let grid = Self {
            child,
            client: Client::new(address),
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
