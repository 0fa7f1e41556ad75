//! `GET /status`: whether a new session can be had. Cheap, and never behind a session.

use std::borrow::Cow;

use hansom_protocol::{Answer, VERSION};
use http::StatusCode;
use serde_json::json;

use crate::{
    http::{HttpResponse, reply},
    sessions::Registry,
};

/// Whether a New Session now would be tried, whichever driver it is for, and in words.
pub(crate) fn readiness(registry: &Registry) -> (bool, Cow<'static, str>) {
    let (active, max) = registry.occupancy();
    if registry.draining() {
        (false, "stopping: no new sessions".into())
    } else if max.is_some_and(|max| active >= max) {
        (false, "all sessions are in use".into())
    } else if let Some(busy) = registry.drivers.iter().find_map(|driver| driver.busy()) {
        (false, busy.into())
    } else {
        (true, "ready for new sessions".into())
    }
}

/// While the server drains the status is 503, because Selenium Grid looks at nothing else.
pub(crate) fn status(registry: &Registry) -> HttpResponse {
    let (active, max) = registry.occupancy();
    let (ready, message) = readiness(registry);
    let value = json!({
        "ready": ready,
        "message": message,
        "build": { "version": VERSION },
        "os": { "name": std::env::consts::OS, "arch": std::env::consts::ARCH },
        "sessions": { "active": active, "max": max },
    });
    let mut response = reply::outcome(Ok(Answer::value(value)));
    if registry.draining() {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    response
}
