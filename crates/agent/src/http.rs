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

use crate::{
    agent::State,
    failure::{Failure, Handled},
};

/// The largest body, as on a device.
const MAX_BODY: usize = 1 << 30;
/// A request that is not complete by then is given up.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// Whole numbers up to here are the same in both forms.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

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
        return Ok(envelope(Err(failure), None));
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
            return Ok(envelope(Err(failure), None));
        }
    };
    // What is not a JSON object counts as empty: clients of the agent rely on it.
    let body: Map<String, Value> = serde_json::from_slice(&body).unwrap_or_default();
    let (handled, session) = state
        .answer(parts.method.as_str(), &path, query, body)
        .await;
    Ok(envelope(handled, session.as_deref()))
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

fn envelope(handled: Handled, session: Option<&str>) -> Response<Full<Bytes>> {
    let (status, mut value) = match handled {
        Ok(value) => (200, value),
        Err(failure) => (failure.status, failure.value()),
    };
    whole_numbers(&mut value);
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

/// Writes 195 and not 195.0, as the device does: clients take a number with a point for a share of the
/// screen.
fn whole_numbers(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(whole_numbers),
        Value::Object(members) => members.values_mut().for_each(whole_numbers),
        Value::Number(number) => {
            let whole = number.as_f64().filter(|float| float.fract() == 0.0);
            if let Some(float) = whole.filter(|float| float.abs() < MAX_WHOLE) {
                #[expect(clippy::cast_possible_truncation, reason = "whole, and not too large")]
                let whole = float as i64;
                *value = whole.into();
            }
        }
        _ => {}
    }
}

fn page(text: &'static str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from_static(text.as_bytes())));
    response.headers_mut().insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/html;charset=UTF-8"),
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_point() {
        let mut value = json!({"x": 195.0, "all": [0.5, -1.0, 3], "text": "1.0", "huge": 1e300});
        whole_numbers(&mut value);
        let wanted = json!({"x": 195, "all": [0.5, -1, 3], "text": "1.0", "huge": 1e300});
        assert_eq!(value, wanted);
    }
}
