//! What the tests of the browser driver share: a server with the driver, pages, addons, pictures.

mod addons;
mod pages;
mod pictures;

use std::sync::Arc;

use hansom_browser::{BrowserDriver, Config};
use hansom_host::StateDir;
use hansom_protocol::Grants;
use hansom_testkit::{Client, Reply, TestServer};
use serde_json::{Value, json};

pub(crate) use addons::{addon, zip};
pub(crate) use pages::Pages;
pub(crate) use pictures::Picture;

/// A server with the browser driver, and where it keeps its files.
pub(crate) struct Browsers {
    pub(crate) server: TestServer,
    pub(crate) client: Client,
    pub(crate) state: Arc<StateDir>,
    /// Removed last.
    _base: tempfile::TempDir,
}

impl Browsers {
    /// On loopback, with all its powers.
    pub(crate) async fn start() -> Self {
        Self::with(Grants::loopback(), |_| {}).await
    }

    /// With grants and settings of the test's own.
    pub(crate) async fn with(grants: Grants, change: impl FnOnce(&mut Config)) -> Self {
        let base = tempfile::tempdir().unwrap();
        let state = StateDir::open(Some(base.path())).unwrap();
        let mut config = Config::new(Arc::clone(&state), Arc::new(grants));
        change(&mut config);
        let server = TestServer::start(vec![Arc::new(BrowserDriver::new(config))]).await;
        let client = server.client();
        Self {
            server,
            client,
            state,
            _base: base,
        }
    }

    /// What `/status` says.
    pub(crate) async fn status(&self) -> Value {
        ok("/status", &self.client.get("/status").await)
    }

    /// A session with these capabilities besides `browserName`.
    pub(crate) async fn session(&self, mut capabilities: Value) -> Session {
        capabilities["browserName"] = "firefox".into();
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let reply = self.client.post("/session", body).await;
        assert_eq!(reply.status, 200, "{}", reply.message());
        let mut value = reply.value();
        Session {
            client: self.client.clone(),
            path: format!("/session/{}", value["sessionId"].as_str().unwrap()),
            capabilities: value["capabilities"].take(),
        }
    }

    /// Tries to start a session that must be refused.
    pub(crate) async fn refused(&self, capabilities: Value) -> Reply {
        let body = json!({"capabilities": {"alwaysMatch": capabilities}});
        let reply = self.client.post("/session", body).await;
        assert!(!reply.status.is_success(), "{}", reply.value());
        assert!(reply.is_w3c_shaped());
        reply
    }
}

/// A session of a test.
#[derive(Clone)]
pub(crate) struct Session {
    pub(crate) client: Client,
    pub(crate) path: String,
    pub(crate) capabilities: Value,
}

impl Session {
    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.client.get(&format!("{}{path}", self.path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Reply {
        self.client
            .post(&format!("{}{path}", self.path), body)
            .await
    }

    pub(crate) async fn delete(&self, path: &str) -> Reply {
        self.client.delete(&format!("{}{path}", self.path)).await
    }

    /// A GET that must succeed; its value.
    pub(crate) async fn got(&self, path: &str) -> Value {
        ok(path, &self.get(path).await)
    }

    /// A POST that must succeed; its value.
    pub(crate) async fn posted(&self, path: &str, body: Value) -> Value {
        ok(path, &self.post(path, body).await)
    }

    pub(crate) async fn open(&self, url: &str) {
        self.posted("/url", json!({ "url": url })).await;
    }

    pub(crate) async fn script(&self, script: &str) -> Value {
        self.posted("/execute/sync", json!({"script": script, "args": []}))
            .await
    }

    /// The process of its Firefox.
    pub(crate) fn pid(&self) -> u64 {
        self.capabilities["moz:processID"].as_u64().unwrap()
    }

    pub(crate) async fn end(&self) {
        ok("DELETE", &self.delete("").await);
    }
}

fn ok(path: &str, reply: &Reply) -> Value {
    assert_eq!(
        reply.status,
        200,
        "{path}: {} {}",
        reply.error(),
        reply.message()
    );
    reply.value()
}

/// A reply that must be this error, with these words in its message.
#[track_caller]
pub(crate) fn assert_error(what: &str, reply: &Reply, code: &str, words: &[&str]) {
    let message = reply.message();
    assert_eq!(reply.error(), code, "{what}: {message}");
    assert!(reply.is_w3c_shaped(), "{what}");
    for word in words {
        assert!(message.contains(word), "{what}: no `{word}` in: {message}");
    }
}

/// Whether a process is there and not just waiting to be reaped.
pub(crate) fn is_running(pid: u64) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .unwrap_or_default()
            .starts_with(" Z")
    })
}
