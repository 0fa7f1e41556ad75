//! Reading the body of a request, within limits.

use bytes::{Bytes, BytesMut};
use hansom_protocol::{Error, ErrorCode};
use http::header;
use http_body::Body;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::time::timeout;

use crate::config::Limits;

/// What is set aside at once for an announced length; a liar gets no more memory than it fills.
const FIRST_PIECE: u64 = 1024 * 1024;

/// Reads a body whole. One that is announced as too large is not read at all.
pub(crate) async fn read(mut body: Incoming, limits: &Limits) -> Result<Bytes, Error> {
    let announced = body.size_hint();
    if announced.lower() > limits.max_body {
        return Err(too_large(limits));
    }
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    loop {
        let frame = timeout(limits.body_timeout, body.frame())
            .await
            .map_err(|_| too_slow(limits))?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|error| {
            Error::invalid_argument("the body ended early. Send all of it.")
                .with_detail(error.to_string())
        })?;
        let Ok(piece) = frame.into_data() else {
            continue;
        };
        if first.is_empty() && all.is_empty() {
            first = piece; // most bodies are one piece, which then needs no copy
            continue;
        }
        if all.is_empty() {
            let capacity = announced.lower().min(FIRST_PIECE);
            all.reserve(usize::try_from(capacity).unwrap_or_default());
            all.extend_from_slice(&std::mem::take(&mut first));
        }
        if (all.len() + piece.len()) as u64 > limits.max_body {
            return Err(too_large(limits));
        }
        all.extend_from_slice(&piece);
    }
    let body = if all.is_empty() { first } else { all.freeze() };
    if body.len() as u64 > limits.max_body {
        return Err(too_large(limits));
    }
    Ok(body)
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
