//! Passing messages on, both ways, until one side is done.

use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{
    self, Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::socket::{Browser, Client};
use crate::sessions::Handle;

/// How long a side may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Relays until either side closes or the session ends; then both are closed.
pub(super) async fn relay(client: Client, browser: Browser, handle: &Handle) {
    tracing::debug!(session = handle.id.short(), "BiDi connected");
    let (mut to_client, mut from_client) = StreamExt::split(client.socket);
    let (mut to_browser, mut from_browser) = browser.split();
    let goodbye = tokio::select! {
        goodbye = pass(&mut from_client, &mut to_browser, || handle.touch()) => goodbye,
        goodbye = pass(&mut from_browser, &mut to_client, || {}) => goodbye,
        cause = handle.ending() => Some(CloseFrame {
            code: CloseCode::Away,
            reason: reason(&cause.error().message),
        }),
    };
    let farewell = async {
        // One of the two may be gone already, and then there is nobody to tell.
        let _ = to_browser.send(Message::Close(None)).await;
        let _ = to_client.send(Message::Close(goodbye)).await;
    };
    let _ = timeout(GOODBYE, farewell).await;
    tracing::debug!(session = handle.id.short(), "BiDi disconnected");
}

/// Passes messages on until one side is done; gives what the sender said at the end.
async fn pass<From, To>(from: &mut From, to: &mut To, touch: impl Fn()) -> Option<CloseFrame>
where
    From: Stream<Item = Result<Message, tungstenite::Error>> + Unpin,
    To: Sink<Message, Error = tungstenite::Error> + Unpin,
{
    while let Some(message) = from.next().await {
        match message {
            // Answered by the protocol on this side already.
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(goodbye)) => return goodbye,
            Ok(message) => {
                touch();
                if to.send(message).await.is_err() {
                    return None;
                }
            }
            Err(error) => {
                tracing::debug!(%error, "BiDi cut off");
                return None;
            }
        }
    }
    None
}

/// A reason as a close frame can carry it: at most 123 bytes.
fn reason(message: &str) -> tungstenite::Utf8Bytes {
    const LIMIT: usize = 123;
    let end = message
        .char_indices()
        .map(|(at, char)| at + char.len_utf8())
        .take_while(|end| *end <= LIMIT)
        .last()
        .unwrap_or_default();
    message[..end].into()
}
