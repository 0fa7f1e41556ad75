//! The few addresses that are not commands.

use http::{Method, StatusCode};

use crate::{
    app::App,
    http::{HttpResponse, ReplyBody, reply},
};

/// The page at a stripped path, if there is one. All are read only.
pub(crate) fn page(app: &App, method: &Method, path: &str) -> Option<HttpResponse> {
    const PLAIN: &str = "text/plain; charset=utf-8";
    const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    if ![Method::GET, Method::HEAD].contains(method) {
        return None;
    }
    Some(match path {
        "/healthz" => reply::text(StatusCode::OK, PLAIN, "ok\n".into()),
        "/readyz" if app.registry.draining() => {
            reply::text(StatusCode::SERVICE_UNAVAILABLE, PLAIN, "stopping\n".into())
        }
        "/readyz" => reply::text(StatusCode::OK, PLAIN, "ready\n".into()),
        "/metrics" => reply::text(StatusCode::OK, OPEN_METRICS, app.registry.metrics.text()),
        "/openapi.json" => {
            let text = hansom_protocol::openapi(&app.config.base_path).to_string();
            reply::json(StatusCode::OK, ReplyBody::pieces([text.into()]))
        }
        _ => return None,
    })
}
