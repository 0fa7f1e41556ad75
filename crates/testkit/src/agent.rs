//! A stand-in for WebDriverAgent: answers what a session needs, remembers what it was asked.

use std::{
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Notify, task::JoinHandle};

use crate::eventually::LIMIT;

/// One request: method, path and body.
pub type AgentCall = (String, String, Value);

/// An agent on a free port of loopback; dropping it closes the port.
#[derive(Debug)]
pub struct StandInAgent {
    address: SocketAddr,
    memory: Arc<Memory>,
    serving: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Memory {
    calls: Mutex<Vec<AgentCall>>,
    silent: Mutex<Option<String>>,
    never: Notify,
    news: Notify,
}

impl Memory {
    fn remember(&self, call: AgentCall) {
        let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        calls.push(call);
        self.news.notify_one();
    }

    fn ignores(&self, path: &str) -> bool {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        silent
            .as_ref()
            .is_some_and(|suffix| path.ends_with(suffix.as_str()))
    }
}

impl StandInAgent {
    /// Starts to listen.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let memory = Arc::<Memory>::default();
        let shared = Arc::clone(&memory);
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let memory = Arc::clone(&shared);
                let service = service_fn(move |request| respond(request, Arc::clone(&memory)));
                let serve = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                // A client that leaves in the middle is no failure of the agent.
                tokio::spawn(async move { drop(serve.await) });
            }
        });
        Self {
            address,
            memory,
            serving,
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What was asked since the last look.
    pub fn calls(&self) -> Vec<AgentCall> {
        let mut calls = self.memory.calls.lock();
        std::mem::take(calls.as_deref_mut().expect("nobody panicked with it"))
    }

    /// Waits until a path that ends so is asked for, at most a minute.
    pub async fn until_asked(&self, suffix: &str) {
        let asked = || {
            let calls = self.memory.calls.lock();
            let calls = calls.expect("nobody panicked with it");
            calls.iter().any(|(_, path, _)| path.ends_with(suffix))
        };
        let wait = async {
            while !asked() {
                self.memory.news.notified().await;
            }
        };
        let waited = tokio::time::timeout(LIMIT, wait).await;
        assert!(
            waited.is_ok(),
            "nobody asked for `{suffix}` within {LIMIT:?}"
        );
    }

    /// Does not answer paths that end so, from now on.
    pub fn ignore(&self, suffix: &str) {
        let mut silent = self.memory.silent.lock();
        *silent.as_deref_mut().expect("nobody panicked with it") = Some(suffix.to_owned());
    }
}

impl Drop for StandInAgent {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn respond(
    request: Request<Incoming>,
    memory: Arc<Memory>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let path = head.uri.path().to_owned();
    let body = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes);
    let body = body
        .ok()
        .and_then(|body| serde_json::from_slice(&body).ok());
    let call = (
        head.method.to_string(),
        path.clone(),
        body.unwrap_or_default(),
    );
    memory.remember(call);
    if memory.ignores(&path) {
        memory.never.notified().await;
    }
    let text = json!({"value": value(&path), "sessionId": "S"}).to_string();
    Ok(Response::new(Full::from(text)))
}

fn value(path: &str) -> Value {
    match path.trim_start_matches("/session/S") {
        "/status" => json!({
            "ready": true,
            "os": {"name": "iOS", "version": "17.5", "sdkVersion": "17.5"},
            "device": "iphone",
        }),
        "/session" => json!({"sessionId": "S", "capabilities": {}}),
        "/wda/device/info" => {
            json!({"name": "stand-in", "model": "m", "uuid": "U", "isSimulator": false, "userInterfaceStyle": "light"})
        }
        "/wda/apps/state" => json!(4),
        "/wda/apps/terminate" => json!(true),
        "/wda/locked" => json!(false),
        _ => Value::Null,
    }
}
