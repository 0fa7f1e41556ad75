//! `GET /status`: whether a new session can be had. Cheap, and never behind a session.

use hansom_protocol::{Answer, VERSION};
use http::StatusCode;
use serde_json::json;

use crate::{
    http::{HttpResponse, reply},
    sessions::Registry,
};

/// Ready means: a New Session now would be tried. While the server drains the status is 503, because
/// Selenium Grid looks at nothing else.
pub(crate) fn status(registry: &Registry) -> HttpResponse {
    let (active, max) = registry.occupancy();
    let draining = registry.draining();
    let full = max.is_some_and(|max| active >= max);
    let message = if draining {
        "stopping: no new sessions"
    } else if full {
        "all sessions are in use"
    } else {
        "ready for new sessions"
    };
    let value = json!({
        "ready": !draining && !full,
        "message": message,
        "build": { "version": VERSION },
        "os": { "name": std::env::consts::OS, "arch": std::env::consts::ARCH },
        "sessions": { "active": active, "max": max },
    });
    let mut response = reply::outcome(Ok(Answer::value(value)));
    if draining {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response
}
