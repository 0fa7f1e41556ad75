//! Clients that speak nothing but BiDi: the first messages of a socket at `/session`.

use std::sync::Arc;

use futures_util::SinkExt;
use hansom_protocol::{Error, ErrorCode, Params, SessionId};
use http::HeaderMap;
use serde_json::{Map, Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::{
    relay,
    socket::{self, Browser, Client},
};
use crate::{
    app::App,
    dispatch, operation,
    sessions::{self, EndCause, Handle},
};

/// What a message led to.
enum Step {
    Answer(Value),
    Started(Value, Owned, Box<Browser>),
}

/// A session that ends with its socket.
struct Owned(Arc<Handle>);

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.end(EndCause::Deleted);
    }
}

/// Serves a socket: answers what can be answered without a session, then starts one and relays. The
/// session ends with the socket, also while it starts.
pub(super) async fn serve(app: &Arc<App>, mut client: Client, headers: &HeaderMap) {
    // Without a session it is a connection without a request.
    let idle = app.config.limits.keep_alive;
    let (handle, browser) = loop {
        let message = tokio::select! {
            message = timeout(idle, client.next()) => message,
            () = app.closing.cancelled() => return,
        };
        let text = match message {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(Message::Binary(_)))) => "".into(),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)))) => continue,
            Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) | Err(_) => return,
        };
        // Dropping it undoes what it has started.
        let step = tokio::select! {
            step = step(app, headers, &text) => step,
            () = client.gone() => return,
            () = app.closing.cancelled() => return,
        };
        let (answer, started) = match step {
            Step::Answer(answer) => (answer, None),
            Step::Started(answer, handle, browser) => (answer, Some((handle, browser))),
        };
        let sent = tokio::select! {
            sent = timeout(idle, send(&mut client, &answer)) => matches!(sent, Ok(Ok(()))),
            () = app.closing.cancelled() => return,
        };
        match started {
            Some(started) if sent => break started,
            None if sent => {}
            _ => return,
        }
    };
    relay::relay(app, client, *browser, &handle.0, last_word).await;
    let ended = Arc::clone(&handle.0);
    drop(handle);
    ended.closed().await;
}

/// The answer to a message that ends the session. Firefox would refuse it, for to Firefox every session
/// is one of classic WebDriver, which another command ends.
fn last_word(message: &Message) -> Option<Message> {
    const METHODS: [&str; 2] = ["session.end", "browser.close"];
    // Such a message is short. What is longer is not read here, it may be as long as a body.
    const LONGEST: usize = 1024;
    let Message::Text(text) = message else {
        return None;
    };
    if text.len() > LONGEST || !METHODS.iter().any(|method| text.contains(method)) {
        return None;
    }
    let command: Map<String, Value> = serde_json::from_str(text).ok()?;
    let id = command.get("id").filter(|id| id.is_u64())?;
    let method = command.get("method")?.as_str()?;
    METHODS
        .contains(&method)
        .then(|| Message::text(json!({ "type": "success", "id": id, "result": {} }).to_string()))
}

async fn send(
    client: &mut Client,
    answer: &Value,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    client.socket.send(Message::text(answer.to_string())).await
}

async fn step(app: &Arc<App>, headers: &HeaderMap, text: &str) -> Step {
    let command: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
    let id = command.get("id").cloned().unwrap_or_default();
    let failed = |error: &Error| {
        Step::Answer(json!({
            "type": "error",
            "id": id,
            "error": error.code.as_str(),
            "message": error.message,
            "stacktrace": error.stacktrace,
        }))
    };
    let success = |result: Value| json!({ "type": "success", "id": id, "result": result });
    let (Some(method), true) = (command.get("method").and_then(Value::as_str), id.is_u64()) else {
        return failed(&Error::invalid_argument(
            "a message must be an object with `id`, `method` and `params`.",
        ));
    };
    match method {
        "session.status" => {
            let (ready, message) = operation::readiness(&app.registry);
            Step::Answer(success(json!({ "ready": ready, "message": message })))
        }
        "session.new" => match start(app, headers, command.get("params")).await {
            Ok((handle, browser)) => {
                let result = json!({
                    "sessionId": handle.0.id.as_str(),
                    "capabilities": handle.0.capabilities,
                });
                Step::Started(success(result), handle, browser)
            }
            Err(error) => failed(&error),
        },
        _ => failed(&Error::new(
            ErrorCode::InvalidSessionId,
            "there is no session on this socket yet. Send session.new first.",
        )),
    }
}

/// Starts a session as New Session does, with the BiDi socket that it is all about.
async fn start(
    app: &Arc<App>,
    headers: &HeaderMap,
    params: Option<&Value>,
) -> Result<(Owned, Box<Browser>), Error> {
    let mut capabilities = params
        .and_then(|params| params.get("capabilities"))
        .cloned()
        .unwrap_or_else(|| json!({}));
    if let Value::Object(capabilities) = &mut capabilities {
        want_socket(capabilities);
    }
    let params = Params::from_value(&json!({ "capabilities": capabilities }))?;
    let trace = dispatch::trace(headers);
    let url = |id: &SessionId| app.web_socket_url(headers, id);
    let handle = sessions::create(&app.registry, &params, trace.as_deref(), url).await?;
    let handle = Owned(handle);
    let connected = match handle.0.bidi() {
        Some(endpoint) => socket::connect(app, &endpoint).await,
        None => Err(Error::new(
            ErrorCode::SessionNotCreated,
            "the session that fits these capabilities has no BiDi socket.",
        )),
    };
    match connected {
        Ok(browser) => Ok((handle, Box::new(browser))),
        Err(error) => {
            handle.0.end(EndCause::Failed(
                hansom_protocol::Command::NewSession,
                error.clone(),
            ));
            Err(error)
        }
    }
}

/// Asks for the socket, unless the client said something of it itself.
fn want_socket(capabilities: &mut Map<String, Value>) {
    const NAME: &str = "webSocketUrl";
    let said = |value: &Value| value.get(NAME).is_some();
    let first = capabilities.get("firstMatch").and_then(Value::as_array);
    if first.is_some_and(|list| list.iter().any(said)) {
        return;
    }
    let always = capabilities
        .entry("alwaysMatch")
        .or_insert_with(|| json!({}));
    if let Value::Object(always) = always {
        always.entry(NAME).or_insert(true.into());
    }
}
