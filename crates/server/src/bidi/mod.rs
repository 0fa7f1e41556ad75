//! BiDi: the WebSocket of a session's browser, relayed through our own port.

use http::{HeaderMap, header};

use crate::{
    app::App,
    http::{HttpRequest, HttpResponse, reply},
};

/// Whether a request asks for a WebSocket.
pub(crate) fn is_handshake(headers: &HeaderMap) -> bool {
    headers
        .get(header::UPGRADE)
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

/// Accepts a WebSocket.
pub(crate) fn accept(_app: &App, _request: HttpRequest, _path: &str) -> HttpResponse {
    reply::failure(&hansom_protocol::Error::unsupported("BiDi comes later."))
}
