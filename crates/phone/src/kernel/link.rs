//! Our end of the wire.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hansom_device::{DeviceError, Result};
use hansom_firefox::Replies;
use hansom_protocol::javascript;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async_with_config,
    tungstenite::{
        Message, Utf8Bytes,
        handshake::server::{ErrorResponse, Request as Handshake, Response},
        http::StatusCode,
        protocol::WebSocketConfig,
    },
};

use super::message::{Incoming, KernelEvent, Request};

/// The kernel answers within this time or the phone is taken for hung.
const ANSWER_DEADLINE: Duration = Duration::from_secs(30);
/// Requests that wait to be written.
const OUTBOX: usize = 64;
/// Events and frames that wait to be read.
const INBOX: usize = 256;

enum Reply {
    Json(Box<RawValue>),
    Bytes(Bytes),
}

type Asked = Replies<Result<Reply>>;

/// The wire to the kernel; clones share it.
#[derive(Clone)]
pub(crate) struct Link {
    asked: Arc<Asked>,
    outbox: mpsc::Sender<Utf8Bytes>,
}

/// What comes from the kernel unasked.
pub(crate) struct News {
    /// Events; ends with the wire.
    pub(crate) events: mpsc::Receiver<KernelEvent>,
    /// Frames of the screen: time in milliseconds since 1970, and a JPEG.
    pub(crate) frames: mpsc::Receiver<(f64, Bytes)>,
}

/// Waits for the kernel to call.
pub(crate) struct LinkListener {
    listener: TcpListener,
    path: String,
}

impl LinkListener {
    /// Listens on a port of the system's choice; only who knows `key` gets through.
    pub(crate) async fn bind(key: &str) -> std::io::Result<Self> {
        Ok(Self {
            listener: TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?,
            path: format!("/{key}"),
        })
    }

    /// The address for the kernel.
    pub(crate) fn url(&self) -> std::io::Result<String> {
        Ok(format!("ws://{}{}", self.listener.local_addr()?, self.path))
    }

    /// Takes the kernel's call; strangers are turned away.
    pub(crate) async fn accept(self) -> std::io::Result<(Link, News)> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            stream.set_nodelay(true)?;
            let config = WebSocketConfig::default()
                .max_message_size(None)
                .max_frame_size(None);
            let known = self.path.clone();
            #[expect(
                clippy::result_large_err,
                reason = "the handshake's own type, made once per phone"
            )]
            let check = move |request: &Handshake, response: Response| {
                if request.uri().path() == known {
                    return Ok(response);
                }
                let mut refusal = ErrorResponse::new(None);
                *refusal.status_mut() = StatusCode::FORBIDDEN;
                Err(refusal)
            };
            match accept_hdr_async_with_config(stream, check, Some(config)).await {
                Ok(socket) => return Ok(Link::over(socket)),
                Err(error) => tracing::warn!(%error, "a stranger called the phone's kernel port"),
            }
        }
    }
}

impl Link {
    fn over(socket: WebSocketStream<TcpStream>) -> (Self, News) {
        let (outbox, requests) = mpsc::channel(OUTBOX);
        let (events_in, events) = mpsc::channel(INBOX);
        let (frames_in, frames) = mpsc::channel(INBOX);
        let asked = Arc::new(Asked::new());
        tokio::spawn(run(
            socket,
            requests,
            Arc::clone(&asked),
            events_in,
            frames_in,
        ));
        (Self { asked, outbox }, News { events, frames })
    }

    /// Asks the kernel.
    pub(crate) async fn call<T: DeserializeOwned>(
        &self,
        op: &str,
        arg: impl Serialize,
    ) -> Result<T> {
        match self.ask(op, arg).await? {
            Reply::Json(text) => javascript::read(text.get())
                .map_err(|error| DeviceError::Failed(format!("{op} was answered oddly: {error}"))),
            Reply::Bytes(_) => Err(DeviceError::Failed(format!("{op} was answered with bytes"))),
        }
    }

    /// Tells the kernel to do something that has no result.
    pub(crate) async fn run(&self, op: &str, arg: impl Serialize) -> Result<()> {
        self.ask(op, arg).await.map(drop)
    }

    /// Asks for bytes.
    pub(crate) async fn bytes(&self, op: &str, arg: impl Serialize) -> Result<Bytes> {
        match self.ask(op, arg).await? {
            Reply::Bytes(bytes) => Ok(bytes),
            Reply::Json(_) => Err(DeviceError::Failed(format!("{op} was answered with text"))),
        }
    }

    async fn ask(&self, op: &str, arg: impl Serialize) -> Result<Reply> {
        let place = self.asked.place().ok_or_else(gone)?;
        let id = place.id();
        let text = serde_json::to_string(&Request { id, op, arg })
            .map_err(|error| DeviceError::Failed(format!("{op} cannot be written: {error}")))?;
        if self.outbox.send(text.into()).await.is_err() {
            return Err(gone());
        }
        match tokio::time::timeout(ANSWER_DEADLINE, place.answer()).await {
            Ok(answer) => answer.unwrap_or_else(|| Err(gone())),
            Err(_) => Err(DeviceError::Timeout {
                what: format!("the phone's answer to `{op}`"),
                after: ANSWER_DEADLINE,
            }),
        }
    }
}

fn gone() -> DeviceError {
    DeviceError::Lost("its Firefox has ended".into())
}

async fn run(
    mut socket: WebSocketStream<TcpStream>,
    mut requests: mpsc::Receiver<Utf8Bytes>,
    asked: Arc<Asked>,
    events: mpsc::Sender<KernelEvent>,
    frames: mpsc::Sender<(f64, Bytes)>,
) {
    loop {
        tokio::select! {
            request = requests.recv() => match request {
                Some(text) => if socket.send(Message::Text(text)).await.is_err() { break },
                None => break,
            },
            message = socket.next() => match message {
                Some(Ok(Message::Text(text))) => receive_text(&asked, &events, &text),
                Some(Ok(Message::Binary(bytes))) => receive_bytes(&asked, &frames, &bytes),
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    asked.close();
}

fn receive_text(asked: &Asked, events: &mpsc::Sender<KernelEvent>, text: &str) {
    let incoming: Incoming<'_> = match serde_json::from_str(text) {
        Ok(incoming) => incoming,
        Err(error) => {
            if let Some(mended) = javascript::mend(text) {
                receive_text(asked, events, &mended);
            } else {
                tracing::warn!(%error, "the phone's kernel said something unreadable");
            }
            return;
        }
    };
    let Some(id) = incoming.id else {
        match javascript::read(text) {
            Ok(event) => {
                if events.try_send(event).is_err() {
                    tracing::warn!("an event of the phone's kernel was dropped");
                }
            }
            Err(error) => tracing::warn!(%error, "the phone's kernel told something unknown"),
        }
        return;
    };
    let reply = match (incoming.err, incoming.ok) {
        (Some(refusal), _) => Err(refusal.into_error()),
        (None, Some(ok)) => Ok(Reply::Json(ok.to_owned())),
        // serde reads the text `null` as no value at all.
        (None, None) => Ok(Reply::Json(RawValue::NULL.to_owned())),
    };
    asked.deliver(id, reply);
}

fn receive_bytes(asked: &Asked, frames: &mpsc::Sender<(f64, Bytes)>, bytes: &Bytes) {
    let Some((id, rest)) = bytes.split_first_chunk::<4>() else {
        return;
    };
    match u32::from_le_bytes(*id) {
        0 => {
            let Some((time, _)) = rest.split_first_chunk::<8>() else {
                return;
            };
            let time = f64::from_le_bytes(*time);
            // A full queue means nobody looks; the next frame is as good.
            let _ = frames.try_send((time, bytes.slice(12..)));
        }
        id => asked.deliver(id, Ok(Reply::Bytes(bytes.slice(4..)))),
    }
}
