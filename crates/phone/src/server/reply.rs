//! Answers of the app server.

use std::convert::Infallible;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, combinators::UnsyncBoxBody};
use hyper::{Response, StatusCode, header};
use serde::Serialize;

/// An answer.
pub(super) type Reply = Response<UnsyncBoxBody<Bytes, Infallible>>;

/// An answer without a body.
pub(super) fn status(code: u16) -> Reply {
    content(code, "text/plain", Bytes::new())
}

/// An answer with a body.
pub(super) fn content(code: u16, kind: &str, body: Bytes) -> Reply {
    let mut reply = Response::new(Full::new(body).boxed_unsync());
    *reply.status_mut() = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = reply.headers_mut();
    if let Ok(kind) = kind.parse() {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    // A new build of the app must be seen at once.
    headers.insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-cache"),
    );
    reply
}

/// A JSON answer.
pub(super) fn json(value: &impl Serialize) -> Reply {
    match serde_json::to_vec(value) {
        Ok(body) => content(200, "application/json", body.into()),
        Err(error) => content(500, "text/plain", error.to_string().into()),
    }
}
