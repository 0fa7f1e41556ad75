//! Passing messages on, both ways, until one side is done.

use std::{task::Poll, time::Duration};

use futures_util::{Sink, SinkExt, Stream, StreamExt, stream};
use tokio::{sync::mpsc, time::timeout};
use tokio_tungstenite::tungstenite::{
    self, Message,
    protocol::{CloseFrame, frame::coding::CloseCode},
};

use super::{
    guard,
    socket::{Browser, Client},
};
use crate::{
    app::App,
    sessions::{EndCause, Handle},
};

/// How long a side may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Why a direction carries no more.
enum Done {
    /// The sender closed its side, perhaps with a word.
    Closed(Option<CloseFrame>),
    /// The client asked for the end of the session; this answers it.
    Asked(Message),
}

/// What becomes of a message.
enum Fate {
    PassOn,
    /// Answered here, and not passed on.
    Answer(Message),
    /// Answered here, as the last one.
    Last(Message),
}

/// Relays until either side closes or the session ends; then both are closed. A message for which
/// `last` has an answer is not passed on: the session is ended, then the answer is sent.
pub(super) async fn relay(
    app: &App,
    client: Client,
    browser: Browser,
    handle: &Handle,
    last: impl Fn(&Message) -> Option<Message>,
) {
    tracing::debug!(session = handle.id.short(), "BiDi connected");
    let (mut to_client, from_client) = StreamExt::split(client.socket);
    let mut from_client = stream::iter(client.ahead).map(Ok).chain(from_client);
    let (mut to_browser, mut from_browser) = browser.split();
    // One at a time: a client that does not read its answers is not listened to.
    let (answers, mut answered) = mpsc::channel(1);
    let mut for_client = stream::poll_fn(|context| match answered.poll_recv(context) {
        Poll::Ready(Some(answer)) => Poll::Ready(Some(Ok(answer))),
        _ => from_browser.poll_next_unpin(context),
    });
    let heard = |message: &Message| {
        handle.touch();
        if let Some(answer) = guard::refusal(message, &app.config.grants) {
            return Fate::Answer(answer);
        }
        last(message).map_or(Fate::PassOn, Fate::Last)
    };
    let done = tokio::select! {
        done = pass(&mut from_client, &mut to_browser, heard, &answers) => done,
        done = pass(&mut for_client, &mut to_client, |_| Fate::PassOn, &answers) => done,
        cause = handle.ending() => Done::Closed(Some(CloseFrame {
            code: CloseCode::Away,
            reason: reason(&cause.error().message),
        })),
    };
    let (answer, goodbye) = match done {
        Done::Closed(goodbye) => (None, goodbye),
        Done::Asked(answer) => {
            handle.end(EndCause::Deleted);
            handle.closed().await;
            (Some(answer), None)
        }
    };
    let farewell = async {
        // One of the two may be gone already, and then there is nobody to tell.
        let _ = to_browser.send(Message::Close(None)).await;
        if let Some(answer) = answer {
            let _ = to_client.send(answer).await;
        }
        let _ = to_client.send(Message::Close(goodbye)).await;
    };
    let _ = timeout(GOODBYE, farewell).await;
    tracing::debug!(session = handle.id.short(), "BiDi disconnected");
}

/// Passes messages on until one side is done, or until one of them is the last.
async fn pass<From, To>(
    from: &mut From,
    to: &mut To,
    fate: impl Fn(&Message) -> Fate,
    answers: &mpsc::Sender<Message>,
) -> Done
where
    From: Stream<Item = Result<Message, tungstenite::Error>> + Unpin,
    To: Sink<Message, Error = tungstenite::Error> + Unpin,
{
    while let Some(message) = from.next().await {
        match message {
            // Answered by the protocol on this side already.
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
            Ok(Message::Close(goodbye)) => return Done::Closed(goodbye),
            Ok(message) => {
                let taken = match fate(&message) {
                    Fate::PassOn => to.send(message).await.is_ok(),
                    Fate::Answer(answer) => answers.send(answer).await.is_ok(),
                    Fate::Last(answer) => return Done::Asked(answer),
                };
                if !taken {
                    return Done::Closed(None);
                }
            }
            Err(error) => {
                tracing::debug!(%error, "BiDi cut off");
                return Done::Closed(None);
            }
        }
    }
    Done::Closed(None)
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
