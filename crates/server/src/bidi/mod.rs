//! BiDi: the WebSocket of a session's browser, relayed through our own port.
//!
//! - `/session/{id}` joins a session that was started over HTTP with `webSocketUrl: true`.
//! - `/session` is for clients that speak nothing but BiDi: `session.status` is answered here,
//!   `session.new` starts a session as New Session does, and from then on everything is relayed but
//!   `session.end` and `browser.close`, which end it. So does the end of the socket.
//!
//! The handshake passes the gate like any request. Messages are passed on whole, each direction
//! waiting for the other end to take the last one; those that need a grant the client has not are
//! answered here.

mod direct;
mod guard;
mod relay;
mod socket;

use std::sync::Arc;

use hansom_protocol::{Error, ErrorCode, SessionId};
use http::{HeaderMap, header};

use crate::{
    app::App,
    http::{Busy, HttpRequest, HttpResponse, reply},
};

/// Whether a request asks for a WebSocket at one of our two addresses.
pub(crate) fn is_handshake(headers: &HeaderMap, path: &str) -> bool {
    let asks = headers
        .get(header::UPGRADE)
        .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"));
    asks && (path == "/session" || session_in(path).is_some())
}

fn session_in(path: &str) -> Option<SessionId> {
    let id = path.strip_prefix("/session/")?;
    (!id.is_empty() && !id.contains('/')).then(|| SessionId::from_client(id))
}

/// Accepts a WebSocket and serves it.
pub(crate) async fn accept(
    app: &Arc<App>,
    request: HttpRequest,
    path: &str,
    busy: &Busy,
) -> HttpResponse {
    match join(app, request, path, busy).await {
        Ok(response) => response,
        Err(error) => {
            tracing::info!(detail = error.detail, "BiDi refused: {error}");
            reply::failure(&error)
        }
    }
}

async fn join(
    app: &Arc<App>,
    mut request: HttpRequest,
    path: &str,
    busy: &Busy,
) -> Result<HttpResponse, Error> {
    let Some(id) = session_in(path) else {
        let headers = request.headers().clone();
        let (response, client) = socket::upgrade(app, &mut request, busy)?;
        let app = Arc::clone(app);
        app.tasks.clone().spawn(async move {
            if let Some(client) = client.await {
                direct::serve(&app, client, &headers).await;
            }
        });
        return Ok(response);
    };
    let handle = app.registry.get(&id)?;
    let endpoint = handle.bidi().ok_or_else(|| {
        Error::new(
            ErrorCode::UnsupportedOperation,
            "this session has no BiDi socket. Start one with the capability webSocketUrl: true.",
        )
    })?;
    // The browser first: if it does not answer, the client gets an error it can read.
    let browser = socket::connect(app, &endpoint).await?;
    let (response, client) = socket::upgrade(app, &mut request, busy)?;
    let app = Arc::clone(app);
    app.tasks.clone().spawn(async move {
        if let Some(client) = client.await {
            relay::relay(&app, client, browser, &handle, |_| None).await;
        }
    });
    Ok(response)
}
