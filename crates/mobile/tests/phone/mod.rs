//! A server with a virtual phone on a real Firefox, and a session on it, through HTTP.

#![expect(
    dead_code,
    reason = "each test file is its own program and uses a part of this"
)]

use std::{path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use base64::{Engine, prelude::BASE64_STANDARD};
use hansom_device::{Device, Kind};
use hansom_host::StateDir;
use hansom_mobile::{
    DeviceFactory, DeviceKind, DeviceRequest, MobileConfig, MobileDriver,
    recording::RecordingConfig,
};
use hansom_phone::{PhoneOptions, VirtualPhone};
use hansom_protocol::{ELEMENT_KEY, Error, Grants};
use hansom_testkit::{Client, Reply, TestServer};
use serde_json::{Value, json};

/// The bundled app that shows what an app observes.
pub(crate) const APP: &str = "hansom.playground";

/// How long an alert may take to go.
const PATIENCE: Duration = Duration::from_secs(15);

struct Phones(Arc<StateDir>);

#[async_trait]
impl DeviceFactory for Phones {
    fn family(&self) -> DeviceKind {
        DeviceKind::Virtual
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let defaults = PhoneOptions::default();
        let options = PhoneOptions {
            profile: request.profile,
            kind: request.kind.unwrap_or(Kind::Simulator),
            os_version: request.os_version.clone().unwrap_or(defaults.os_version),
            name: request.name.clone(),
            keep_in: request.state_dir.clone(),
            suspend_after: request.suspend_after.unwrap_or(defaults.suspend_after),
            ..PhoneOptions::default()
        };
        Ok(Arc::new(VirtualPhone::boot(options, &self.0).await?))
    }
}

/// A server that boots virtual phones.
pub(crate) async fn server() -> TestServer {
    let state = StateDir::open(None).unwrap();
    let config = MobileConfig {
        grants: Arc::new(Grants::loopback()),
        recording: RecordingConfig::new(Arc::clone(&state), Grants::loopback()),
    };
    let driver = MobileDriver::new(vec![Arc::new(Phones(state))], config);
    TestServer::start(vec![Arc::new(driver)]).await
}

/// A session on a phone, the Playground in front.
pub(crate) struct Phone {
    client: Client,
    session: String,
    own_server: Option<TestServer>,
}

impl Phone {
    /// A server of its own, and a session with these capabilities more.
    pub(crate) async fn with(more: Value) -> Self {
        let server = server().await;
        let mut phone = Self::on(&server, more).await;
        phone.own_server = Some(server);
        phone
    }

    /// A session on a server.
    pub(crate) async fn on(server: &TestServer, more: Value) -> Self {
        let client = server.client();
        let mut capabilities = json!({
            "platformName": "iOS",
            "appium:bundleId": APP,
            "appium:newCommandTimeout": 0,
        });
        for (name, value) in more.as_object().unwrap() {
            capabilities[name] = value.clone();
        }
        let session = client.new_session(capabilities).await;
        Self {
            client,
            session,
            own_server: None,
        }
    }

    pub(crate) async fn reply(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let path = format!("{}{path}", self.session);
        let reply = self.client.send(method.parse().unwrap(), &path, body).await;
        assert!(reply.is_w3c_shaped(), "{path}: {:?}", reply.body);
        reply
    }

    /// The value of a GET that succeeds.
    pub(crate) async fn get(&self, path: &str) -> Value {
        let reply = self.reply("GET", path, None).await;
        assert!(reply.status.is_success(), "GET {path}: {}", reply.message());
        reply.value()
    }

    /// The value of a POST that succeeds.
    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let reply = self.reply("POST", path, Some(body.clone())).await;
        assert!(
            reply.status.is_success(),
            "POST {path} {body}: {}",
            reply.message()
        );
        reply.value()
    }

    /// Code and message of a POST that fails.
    pub(crate) async fn refused(&self, path: &str, body: Value) -> (String, String) {
        let reply = self.reply("POST", path, Some(body.clone())).await;
        assert!(
            !reply.status.is_success(),
            "POST {path} {body}: {}",
            reply.value()
        );
        (reply.error(), reply.message())
    }

    /// The value of a `mobile:` method that succeeds.
    pub(crate) async fn mobile(&self, name: &str, arguments: Value) -> Value {
        let script = format!("mobile: {name}");
        self.post(
            "/execute/sync",
            json!({"script": script, "args": [arguments]}),
        )
        .await
    }

    /// Code and message of a `mobile:` method that fails.
    pub(crate) async fn mobile_refused(&self, name: &str, arguments: Value) -> (String, String) {
        let script = format!("mobile: {name}");
        self.refused(
            "/execute/sync",
            json!({"script": script, "args": [arguments]}),
        )
        .await
    }

    /// What an expression is in the app's page.
    pub(crate) async fn page(&self, expression: &str) -> Value {
        self.post("/context", json!({"name": "WEBVIEW"})).await;
        let body = json!({"script": format!("return {expression}"), "args": []});
        let value = self.post("/execute/sync", body).await;
        self.post("/context", json!({"name": "NATIVE_APP"})).await;
        value
    }

    /// Waits until a fact the app observed has a value; the page itself watches it.
    pub(crate) async fn until(&self, fact: &str, wanted: Value) {
        let watch = format!(
            "await (async () => {{ const end = Date.now() + 15000; \
             const now = () => playground.facts[{fact}]; \
             while (JSON.stringify(now()) !== {wanted} && Date.now() < end) \
             await new Promise(done => setTimeout(done, 25)); return now(); }})()",
            fact = json!(fact),
            wanted = json!(wanted.to_string()),
        );
        let body = format!("(async () => {watch})()");
        let mut found = self.page(&body).await;
        // An alert that is still open ends the script with nothing; then it looks again.
        let end = tokio::time::Instant::now() + PATIENCE;
        while found.is_null() && found != wanted && tokio::time::Instant::now() < end {
            found = self.page(&body).await;
        }
        assert_eq!(found, wanted, "{fact}");
    }

    /// A fact the app observed.
    pub(crate) async fn fact(&self, name: &str) -> Value {
        self.page(&format!("playground.facts[{}]", json!(name)))
            .await
    }

    /// Opens a screen of the Playground and waits for it.
    pub(crate) async fn open(&self, screen: &str) {
        // The title goes first, so that the one that is found is the new screen's.
        let go = "document.getElementById('screen-title')?.remove()";
        self.page(&format!("void ({go}, location.hash = '#/{screen}')"))
            .await;
        self.post("/timeouts", json!({"implicit": 10_000})).await;
        self.find("accessibility id", "screen-title").await;
    }

    /// The id of an element.
    pub(crate) async fn find(&self, using: &str, value: &str) -> String {
        let found = self
            .post("/element", json!({"using": using, "value": value}))
            .await;
        found[ELEMENT_KEY].as_str().unwrap().to_owned()
    }

    /// Taps what has an accessibility id.
    pub(crate) async fn tap(&self, name: &str) {
        let id = self.find("accessibility id", name).await;
        self.post(&format!("/element/{id}/click"), json!({})).await;
    }

    /// The first bytes of an answer that does not end.
    pub(crate) async fn stream(&self, path: &str, wanted: usize) -> Vec<u8> {
        self.client
            .beginning(&format!("{}{path}", self.session), wanted)
            .await
    }

    /// Writes a picture of the screen where a person can look at it, if the environment names a folder.
    pub(crate) async fn keep_picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("HANSOM_TEST_PICTURES") else {
            return;
        };
        let picture = self.get("/screenshot").await;
        let picture = BASE64_STANDARD.decode(picture.as_str().unwrap()).unwrap();
        let file = PathBuf::from(folder).join(name).with_extension("png");
        std::fs::write(file, picture).unwrap();
    }

    /// Ends the session and says what the server answered.
    pub(crate) async fn end(&self) {
        self.client.delete(&self.session).await;
    }
}

/// Text as base64.
pub(crate) fn base64(bytes: impl AsRef<[u8]>) -> String {
    BASE64_STANDARD.encode(bytes)
}
