//! The HTTP side. The agent trusts whoever reaches its port, as the one on a device does; so that no
//! web page of this machine is among them, a foreign `Host` and any `Origin` are refused.

use std::{convert::Infallible, net::IpAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Request, Response, StatusCode,
    body::Incoming,
    header::{CONTENT_TYPE, HOST, HeaderValue, ORIGIN},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use serde_json::{Map, Value, json};
use tokio::{net::TcpListener, task::JoinSet};

use crate::{agent::State, failure::Failure};

/// The largest body, as on a device.
const MAX_BODY: usize = 1 << 30;
/// A request that is not complete by then is given up.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "a connection to the agent failed");
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        while connections.try_join_next().is_some() {}
        let _ = stream.set_nodelay(true); // Slower without it, nothing worse.
        let state = Arc::clone(&state);
        connections.spawn(async move {
            let service = service_fn(move |request| respond(request, Arc::clone(&state)));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEADER_TIMEOUT)
                .serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection to the agent ended badly");
            }
        });
    }
}

async fn respond(
    request: Request<Incoming>,
    state: Arc<State>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if let Err(failure) = check_origin(&request) {
        return Ok(envelope(&Err(failure), None));
    }
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    if path.eq_ignore_ascii_case("/health") {
        return Ok(page("<html><body>I-AM-ALIVE</body></html>"));
    }
    let query = query(parts.uri.query().unwrap_or_default());
    let body = match Limited::new(body, MAX_BODY).collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) => {
            let failure = Failure::invalid_argument(format!("the body cannot be read: {error}"));
            return Ok(envelope(&Err(failure), None));
        }
    };
    // What is not a JSON object counts as empty: clients of the agent rely on it.
    let body: Map<String, Value> = serde_json::from_slice(&body).unwrap_or_default();
    let (handled, session) = state
        .answer(parts.method.as_str(), &path, query, body)
        .await;
    Ok(envelope(&handled, session.as_deref()))
}

fn check_origin(request: &Request<Incoming>) -> Result<(), Failure> {
    if request.headers().contains_key(ORIGIN) {
        return Err(Failure::unknown(
            "requests from web pages (with an Origin) are refused",
        ));
    }
    let host = request
        .headers()
        .get(HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let literal = name.trim_start_matches('[').trim_end_matches(']');
    if name.is_empty()
        || name.eq_ignore_ascii_case("localhost")
        || literal.parse::<IpAddr>().is_ok()
    {
        return Ok(());
    }
    Err(Failure::unknown(format!(
        "the Host '{name}' is refused; use an IP address or localhost"
    )))
}

fn query(text: &str) -> Vec<(String, String)> {
    text.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| {
            let value = percent_encoding::percent_decode_str(value).decode_utf8_lossy();
            (key.to_owned(), value.into_owned())
        })
        .collect()
}

fn envelope(handled: &Result<Value, Failure>, session: Option<&str>) -> Response<Full<Bytes>> {
    let (status, value) = match handled {
        Ok(value) => (200, value.clone()),
        Err(failure) => (failure.status, failure.value()),
    };
    let text = json!({"value": value, "sessionId": session}).to_string();
    let mut response = Response::new(Full::new(Bytes::from(text)));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/json;charset=UTF-8"),
    );
    headers.insert("server", HeaderValue::from_static("WebDriverAgent/1.0"));
    response
}

fn page(text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html;charset=UTF-8"),
    );
    response
}
