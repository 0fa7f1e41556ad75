//! A small HTTP client for tests.

use std::net::SocketAddr;

use bytes::Bytes;
use hansom_protocol::ErrorCode;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client as Pool, connect::HttpConnector},
    rt::TokioExecutor,
};
use serde_json::Value;

/// What an error may have; all but `data` it must have.
const MEMBERS: [&str; 4] = ["error", "message", "stacktrace", "data"];

/// Refusals whose status says more than their code, because clients and proxies know it.
const REFUSALS: [(ErrorCode, u16); 9] = [
    // The gate: a `Host` that is none, no token, a stranger, a body that is not JSON.
    (ErrorCode::UnknownError, 400),
    (ErrorCode::UnknownError, 401),
    (ErrorCode::UnknownError, 403),
    (ErrorCode::UnknownError, 415),
    // A body that is too slow or too large.
    (ErrorCode::Timeout, 408),
    (ErrorCode::UnknownError, 413),
    // A WebSocket of another version.
    (ErrorCode::InvalidArgument, 426),
    // No room for another connection; no new sessions while the server stops.
    (ErrorCode::UnknownError, 503),
    (ErrorCode::SessionNotCreated, 503),
];

/// A client of one server; keeps connections open between requests.
#[derive(Debug, Clone)]
pub struct Client {
    pool: Pool<HttpConnector, Full<Bytes>>,
    base: String,
    headers: HeaderMap,
}

/// What came back.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The whole body.
    pub body: Bytes,
}

impl Reply {
    /// The body as JSON; `null` when it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The `value` of the envelope.
    pub fn value(&self) -> Value {
        self.json()["value"].take()
    }

    /// The W3C error code, empty when it is no error.
    pub fn error(&self) -> String {
        self.value()["error"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// The error message, empty when it is no error.
    pub fn message(&self) -> String {
        self.value()["message"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Whether it has the shape the specification asks for: an envelope with nothing beside the
    /// value, and in it for an error exactly the members it should have. The status is the code's
    /// own, or that of a refusal that the specification does not know.
    pub fn is_w3c_shaped(&self) -> bool {
        let json = self.json();
        let Some(value) = json.get("value") else {
            return false;
        };
        let alone = json.as_object().is_some_and(|envelope| envelope.len() == 1);
        alone && (self.status.is_success() || self.is_w3c_error(value))
    }

    fn is_w3c_error(&self, value: &Value) -> bool {
        let Some(members) = value.as_object() else {
            return false;
        };
        let code = value["error"].as_str().and_then(ErrorCode::from_text);
        let status = self.status.as_u16();
        let is_of_the_code =
            |code: ErrorCode| status == code.http_status() || REFUSALS.contains(&(code, status));
        code.is_some_and(is_of_the_code)
            && value["message"].is_string()
            && value["stacktrace"].is_string()
            && members.keys().all(|name| MEMBERS.contains(&name.as_str()))
    }
}

impl Client {
    /// A client of the server at an address.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            pool: Pool::builder(TokioExecutor::new()).build_http(),
            base: format!("http://{address}"),
            headers: HeaderMap::new(),
        }
    }

    /// The same, with a header that each of its requests has.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        let value = value.parse().expect("the value of a header");
        self.headers.insert(name, value);
        self
    }

    /// Sends a request as it stands; the address is put before the path when it has none.
    pub async fn request(&self, mut request: Request<Full<Bytes>>) -> Reply {
        if request.uri().host().is_none() {
            let uri = format!("{}{}", self.base, request.uri());
            *request.uri_mut() = uri.parse().expect("a path");
        }
        request.headers_mut().extend(self.headers.clone());
        let response = self.pool.request(request).await.expect("an answer");
        let (head, body) = response.into_parts();
        let body = body.collect().await.expect("a whole body").to_bytes();
        Reply {
            status: head.status,
            headers: head.headers,
            body,
        }
    }

    /// Sends a request, with a JSON body if there is one.
    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        let text = match body {
            Some(value) => {
                // As Selenium's clients write it; Grid takes nothing else.
                request = request.header("content-type", "application/json; charset=utf-8");
                value.to_string()
            }
            None => String::new(),
        };
        let request = request.body(Full::from(text)).expect("a request");
        self.request(request).await
    }

    /// GET.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, None).await
    }

    /// The text of the server's metrics.
    pub async fn metrics(&self) -> String {
        let reply = self.get("/metrics").await;
        String::from_utf8_lossy(&reply.body).into_owned()
    }

    /// The first `wanted` bytes of an answer that need not end.
    pub async fn beginning(&self, path: &str, wanted: usize) -> Vec<u8> {
        let request = Request::get(format!("{}{path}", self.base)).body(Full::default());
        let response = self.pool.request(request.expect("a request")).await;
        let mut body = response.expect("an answer").into_body();
        let mut got = Vec::new();
        while got.len() < wanted
            && let Some(frame) = body.frame().await
        {
            let frame = frame.expect("a frame");
            got.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        }
        got
    }

    /// POST with a JSON body.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, Some(body)).await
    }

    /// DELETE.
    pub async fn delete(&self, path: &str) -> Reply {
        self.send(Method::DELETE, path, None).await
    }

    /// Starts a session with `alwaysMatch` capabilities; answers its path, `/session/…`.
    pub async fn new_session(&self, always: Value) -> String {
        let body = serde_json::json!({ "capabilities": { "alwaysMatch": always } });
        let reply = self.post("/session", body).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.message());
        let id = reply.value()["sessionId"].as_str().map(str::to_owned);
        format!("/session/{}", id.expect("a session id"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn reply(status: u16, body: &Value) -> Reply {
        Reply {
            status: StatusCode::from_u16(status).expect("a status"),
            headers: HeaderMap::new(),
            body: body.to_string().into(),
        }
    }

    fn error(code: &str) -> Value {
        json!({"value": {"error": code, "message": "", "stacktrace": ""}})
    }

    #[test]
    fn an_error_has_its_members_and_the_status_of_its_code() {
        let with = |name: &str| {
            let mut body = error("no such element");
            body["value"][name] = json!(1);
            body
        };
        for (status, body, is_shaped) in [
            (200, json!({"value": null}), true),
            (200, json!({"value": null, "sessionId": "s"}), false),
            (200, json!({}), false),
            (404, error("no such element"), true),
            (404, with("data"), true),
            (404, with("detail"), false),
            (404, with("message"), false),
            (404, json!({"value": {"error": "no such element"}}), false),
            (404, json!({"value": null}), false),
            (404, error("no such thing"), false),
            (400, error("no such element"), false),
            (403, error("no such element"), false),
            (403, error("unknown error"), true),
        ] {
            let shaped = reply(status, &body).is_w3c_shaped();
            assert_eq!(shaped, is_shaped, "{status} {body}");
        }
    }
}
