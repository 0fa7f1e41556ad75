//! A session on a virtual phone, through HTTP.
//!
//! What the app observed is asked of the page; behind an agent there is no web context, so there the
//! phone is asked past the session.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use base64_simd::STANDARD as BASE64;
use hansom_device::{AppId, Device, PermissionState, WebCall};
use hansom_phone::VirtualPhone;
use hansom_protocol::ELEMENT_KEY;
use hansom_testkit::{Client, Reply};
use serde_json::{Value, json};

use crate::lab::{Lab, Way};

/// The bundled app that shows what an app observes.
pub(crate) const APP: &str = "hansom.playground";

/// How long an alert may take to go.
const PATIENCE: Duration = Duration::from_secs(15);

/// A session on a phone, the Playground in front.
pub(crate) struct Phone {
    pub(crate) way: Way,
    client: Client,
    session: String,
    device: Arc<VirtualPhone>,
    own_lab: Option<Lab>,
}

impl Phone {
    /// A server of its own, and a session with these capabilities more.
    pub(crate) async fn with(more: Value) -> Self {
        let lab = Lab::start().await;
        let mut phone = Self::on(&lab, more).await;
        phone.own_lab = Some(lab);
        phone
    }

    /// A session on a server.
    pub(crate) async fn on(lab: &Lab, more: Value) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let client = lab.client();
        let name = format!("phone {}", COUNT.fetch_add(1, Ordering::Relaxed));
        let mut capabilities = json!({
            "platformName": "iOS",
            "appium:bundleId": APP,
            "appium:deviceName": name,
            "appium:newCommandTimeout": 0,
        });
        for (name, value) in more.as_object().unwrap() {
            capabilities[name] = value.clone();
        }
        let name = capabilities["appium:deviceName"]
            .as_str()
            .unwrap()
            .to_owned();
        let session = client.new_session(capabilities).await;
        let device = lab.booted(&name);
        Self {
            way: lab.way(),
            client,
            session,
            device,
            own_lab: None,
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

    /// Sets a permission of an app. An agent cannot, and says so; then it is set past the session.
    pub(crate) async fn allow(&self, app: &str, service: &str, word: &str) {
        let access = json!({"bundleId": app, "access": {service: word}});
        if self.way == Way::Direct {
            self.mobile("setPermission", access).await;
            return;
        }
        let (code, message) = self.mobile_refused("setPermission", access).await;
        assert_eq!(code, "unsupported operation");
        assert!(message.contains("simctl"), "{message}");
        let state = match word {
            "inuse" => PermissionState::InUse,
            _ => PermissionState::Yes,
        };
        let (permissions, app) = (self.device.permissions().unwrap(), AppId::new(app));
        permissions.set(&app, service, state).await.unwrap();
    }

    /// That a way through an agent refuses this for want of the tools beside a device.
    pub(crate) async fn needs_a_host(&self, path: &str, body: Value) {
        let (code, message) = self.refused(path, body).await;
        assert_eq!(code, "unsupported operation", "{message}");
        assert!(message.contains("simctl"), "{message}");
    }

    /// What an expression is in the app's page.
    pub(crate) async fn page(&self, expression: &str) -> Value {
        let body = json!({"script": format!("return {expression}"), "args": []});
        if self.way == Way::ThroughAgent {
            return self.page_past_the_session(body).await;
        }
        self.post("/context", json!({"name": "WEBVIEW"})).await;
        let value = self.post("/execute/sync", body).await;
        self.post("/context", json!({"name": "NATIVE_APP"})).await;
        value
    }

    async fn page_past_the_session(&self, body: Value) -> Value {
        let contexts = self.device.contexts().unwrap();
        let first = contexts.list().await.unwrap().remove(0);
        let call = WebCall {
            command: "executeScript".to_owned(),
            vars: Vec::new(),
            body: body.to_string().into(),
        };
        let answer = contexts.call(&first.id, call).await.unwrap();
        serde_json::from_slice(&answer).unwrap()
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
        let picture = BASE64.decode_to_vec(picture.as_str().unwrap()).unwrap();
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
    BASE64.encode_to_string(bytes)
}
