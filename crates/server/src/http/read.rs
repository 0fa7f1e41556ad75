//! Reading the body of a request, within limits.

use bytes::{Bytes, BytesMut};
use hansom_protocol::{Error, ErrorCode, Inlet, Upload};
use http::header;
use http_body::Body;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::{sync::mpsc, time::timeout};

use super::sieve::Sieve;
use crate::config::Limits;

/// What is set aside at once for an announced length; a liar gets no more memory than it fills.
const FIRST_PIECE: u64 = 1024 * 1024;

/// Pieces of a body that may wait for the thread that takes them in.
const WAITING: usize = 8;

/// Reads a body whole. One that is announced as too large is not read at all.
pub(crate) async fn read(body: Incoming, limits: &Limits) -> Result<Bytes, Error> {
    let announced = body.size_hint().lower();
    let mut pieces = Pieces::of(body, limits)?;
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    while let Some(piece) = pieces.next().await? {
        if first.is_empty() && all.is_empty() {
            first = piece; // most bodies are one piece, which then needs no copy
            continue;
        }
        if all.is_empty() {
            let capacity = announced.min(FIRST_PIECE);
            all.reserve(usize::try_from(capacity).unwrap_or_default());
            all.extend_from_slice(&std::mem::take(&mut first));
        }
        all.extend_from_slice(&piece);
    }
    Ok(if all.is_empty() { first } else { all.freeze() })
}

/// Reads a body whose large member goes into an inlet while it arrives; gives back the rest, and
/// what became of the member if it was there.
pub(crate) async fn read_through(
    body: Incoming,
    limits: &Limits,
    member: &'static str,
    inlet: Box<dyn Inlet>,
) -> Result<(Bytes, Option<Result<Upload, Error>>), Error> {
    let mut pieces = Pieces::of(body, limits)?;
    let (sender, mut receiver) = mpsc::channel::<Bytes>(WAITING);
    let sieve = tokio::task::spawn_blocking(move || {
        let mut sieve = Sieve::new(member, inlet);
        while let Some(piece) = receiver.blocking_recv() {
            sieve.take(&piece);
        }
        sieve.finish()
    });
    while let Some(piece) = pieces.next().await? {
        if sender.send(piece).await.is_err() {
            break; // it has failed, which its end tells
        }
    }
    drop(sender);
    let (text, upload) = sieve
        .await
        .map_err(|_| Error::unknown("the body could not be read."))?;
    Ok((text.into(), upload))
}

/// The pieces of a body, each within the limits.
struct Pieces<'a> {
    body: Incoming,
    limits: &'a Limits,
    left: u64,
}

impl<'a> Pieces<'a> {
    fn of(body: Incoming, limits: &'a Limits) -> Result<Self, Error> {
        if body.size_hint().lower() > limits.max_body {
            return Err(too_large(limits));
        }
        let left = limits.max_body;
        Ok(Self { body, limits, left })
    }

    async fn next(&mut self) -> Result<Option<Bytes>, Error> {
        loop {
            let frame = timeout(self.limits.body_timeout, self.body.frame())
                .await
                .map_err(|_| too_slow(self.limits))?;
            let Some(frame) = frame else { return Ok(None) };
            let frame = frame.map_err(|error| {
                Error::invalid_argument("the body ended early. Send all of it.")
                    .with_detail(error.to_string())
            })?;
            let Ok(piece) = frame.into_data() else {
                continue;
            };
            let left = self.left.checked_sub(piece.len() as u64);
            self.left = left.ok_or_else(|| too_large(self.limits))?;
            return Ok(Some(piece));
        }
    }
}

fn too_large(limits: &Limits) -> Error {
    Error::new(
        ErrorCode::UnknownError,
        format!(
            "the body is larger than {} bytes. Send less, or start the server with a larger \
             --max-body.",
            limits.max_body
        ),
    )
    .with_status(413)
}

fn too_slow(limits: &Limits) -> Error {
    Error::new(
        ErrorCode::Timeout,
        format!(
            "the body did not arrive: nothing came for {} s.",
            limits.body_timeout.as_secs()
        ),
    )
    .with_status(408)
}

/// Whether the rest of a request was left unread, so that the connection cannot go on.
pub(crate) fn must_close(error: &Error) -> bool {
    matches!(error.http_status(), 408 | 413)
}

/// The header that says so.
pub(crate) const CLOSE: (http::HeaderName, &str) = (header::CONNECTION, "close");
