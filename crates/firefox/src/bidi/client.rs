//! The connection: one task reads and writes, everybody else calls.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use hansom_host::QuickStream;
use hansom_protocol::javascript;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{json, value::RawValue};
use tokio::{
    net::TcpStream,
    sync::{mpsc, watch},
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, Utf8Bytes, protocol::WebSocketConfig},
};

use super::{
    BidiError, Events,
    events::Readers,
    message::{Command, Incoming},
};
use crate::Replies;

/// How long [`Bidi::call`] waits for an answer.
const CALL_DEADLINE: Duration = Duration::from_secs(30);
/// How long opening the WebSocket may take.
const CONNECT_DEADLINE: Duration = Duration::from_secs(10);
/// How many commands wait to be written before callers wait too.
const OUTBOX: usize = 64;

type Reply = Result<Box<RawValue>, Refusal>;

/// An error answer of Firefox; the caller adds the command's name.
struct Refusal {
    error: String,
    message: String,
    stacktrace: String,
}

struct Shared {
    replies: Replies<Reply>,
    readers: Readers,
    closed: watch::Sender<Option<String>>,
}

/// A BiDi connection. Clones share it; it closes when the last one is dropped.
#[derive(Clone)]
pub struct Bidi {
    shared: Arc<Shared>,
    outbox: mpsc::Sender<Utf8Bytes>,
}

impl std::fmt::Debug for Bidi {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bidi")
            .field("closed", &*self.shared.closed.borrow())
            .finish_non_exhaustive()
    }
}

impl Bidi {
    /// Opens the WebSocket of Firefox at `address`; `path` is `/session` for a direct connection
    /// or `/session/<id>` for a session that Marionette started.
    pub async fn connect(address: SocketAddr, path: &str) -> Result<Self, BidiError> {
        let refused = |reason: String| BidiError::Connect {
            address: address.to_string(),
            reason,
        };
        let open = async {
            let stream = TcpStream::connect(address)
                .await
                .and_then(QuickStream::new)
                .map_err(|error| refused(error.to_string()))?;
            let config = WebSocketConfig::default()
                .max_message_size(None)
                .max_frame_size(None);
            client_async_with_config(format!("ws://{address}{path}"), stream, Some(config))
                .await
                .map_err(|error| refused(error.to_string()))
        };
        let (socket, _) = tokio::time::timeout(CONNECT_DEADLINE, open)
            .await
            .map_err(|_| refused(format!("no answer within {CONNECT_DEADLINE:?}")))??;
        let (outbox, commands) = mpsc::channel(OUTBOX);
        let shared = Arc::new(Shared {
            replies: Replies::new(),
            readers: Readers::default(),
            closed: watch::Sender::new(None),
        });
        tokio::spawn(run(socket, commands, Arc::clone(&shared)));
        Ok(Self { shared, outbox })
    }

    /// Sends a command and waits for its result, at most 30 seconds.
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<T, BidiError> {
        self.call_within(CALL_DEADLINE, method, params).await
    }

    /// Sends a command and waits for its result, at most for `limit`.
    pub async fn call_within<T: DeserializeOwned>(
        &self,
        limit: Duration,
        method: &str,
        params: impl Serialize,
    ) -> Result<T, BidiError> {
        let raw = tokio::time::timeout(limit, self.raw(method, params))
            .await
            .map_err(|_| BidiError::Timeout {
                method: method.to_owned(),
                after: limit,
            })??;
        javascript::read(raw.get()).map_err(|error| BidiError::Malformed {
            method: method.to_owned(),
            reason: error.to_string(),
        })
    }

    async fn raw(&self, method: &str, params: impl Serialize) -> Result<Box<RawValue>, BidiError> {
        let place = self.shared.replies.place();
        let place = place.ok_or_else(|| self.closed_error())?;
        let id = place.id();
        let text = serde_json::to_string(&Command { id, method, params }).map_err(|error| {
            BidiError::Malformed {
                method: method.to_owned(),
                reason: error.to_string(),
            }
        })?;
        if self.outbox.send(text.into()).await.is_err() {
            return Err(self.closed_error());
        }
        match place.answer().await {
            Some(Ok(result)) => Ok(result),
            Some(Err(refusal)) => Err(BidiError::Remote {
                method: method.to_owned(),
                error: refusal.error,
                message: refusal.message,
                stacktrace: refusal.stacktrace,
            }),
            None => Err(self.closed_error()),
        }
    }

    /// Asks Firefox for events (names, or whole modules) in all contexts and hands them over.
    pub async fn subscribe(&self, names: &[&str]) -> Result<Events, BidiError> {
        let events = self.shared.readers.add(names);
        let _: serde_json::Value = self
            .call("session.subscribe", json!({ "events": names }))
            .await?;
        Ok(events)
    }

    /// Waits until the connection is closed and says why. Cancel safe.
    pub async fn closed(&self) -> String {
        let mut closed = self.shared.closed.subscribe();
        match closed.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_default(),
            // The sender lives in `shared`, which we hold.
            Err(_) => String::new(),
        }
    }

    fn closed_error(&self) -> BidiError {
        let reason = self.shared.closed.borrow().clone();
        BidiError::Closed(reason.unwrap_or_else(|| "it is closing".into()))
    }
}

async fn run(
    mut socket: WebSocketStream<QuickStream>,
    mut commands: mpsc::Receiver<Utf8Bytes>,
    shared: Arc<Shared>,
) {
    let reason = loop {
        tokio::select! {
            command = commands.recv() => match command {
                Some(text) => if let Err(error) = socket.send(Message::Text(text)).await {
                    break error.to_string();
                },
                None => break "nobody uses it any more".to_owned(),
            },
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => receive(&shared, &text),
                Some(Ok(Message::Close(frame))) => break frame.map_or_else(
                    || "Firefox closed it".to_owned(),
                    |frame| format!("Firefox closed it ({} {})", frame.code, frame.reason),
                ),
                Some(Ok(_)) => {}
                Some(Err(error)) => break error.to_string(),
                None => break "Firefox closed it".to_owned(),
            },
        }
    };
    shared.closed.send_replace(Some(reason));
    shared.replies.close();
    shared.readers.clear();
}

fn receive(shared: &Shared, text: &str) {
    let incoming: Incoming<'_> = match serde_json::from_str(text) {
        Ok(incoming) => incoming,
        Err(error) => {
            if let Some(mended) = javascript::mend(text) {
                receive(shared, &mended);
            } else {
                tracing::warn!(%error, "a BiDi message could not be read");
            }
            return;
        }
    };
    if let (Some(method), Some(params)) = (&incoming.method, incoming.params) {
        shared.readers.deliver(method, params);
        return;
    }
    let Some(id) = incoming.id else {
        tracing::warn!(bytes = text.len(), "a BiDi message belongs to no command");
        return;
    };
    let reply = match (incoming.error, incoming.result) {
        (Some(error), _) => Err(Refusal {
            error: error.into_owned(),
            message: incoming.message.unwrap_or_default().into_owned(),
            stacktrace: incoming.stacktrace.unwrap_or_default().into_owned(),
        }),
        (None, Some(result)) => Ok(result.to_owned()),
        (None, None) => Ok(RawValue::NULL.to_owned()),
    };
    shared.replies.deliver(id, reply);
}
