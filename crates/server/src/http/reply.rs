//! Answers and errors as responses: the W3C envelope and its headers.

use bytes::Bytes;
use hansom_protocol::{Answer, Body, Error};
use http::{HeaderValue, Response, StatusCode, header};

use super::{HttpResponse, ReplyBody, read};

const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");
const NO_SNIFF: HeaderValue = HeaderValue::from_static("nosniff");

/// What a driver or the server answered.
pub(crate) fn outcome(outcome: Result<Answer, Error>) -> HttpResponse {
    match outcome {
        Ok(answer) => success(answer),
        Err(error) => failure(&error),
    }
}

fn success(answer: Answer) -> HttpResponse {
    let (open, close) = (Bytes::from_static(b"{\"value\":"), Bytes::from_static(b"}"));
    match answer.body {
        Body::Value(text) => json(StatusCode::OK, ReplyBody::pieces([open, text, close])),
        Body::Stream { chunks, length } => json(
            StatusCode::OK,
            ReplyBody::stream(open, chunks, close, length),
        ),
        Body::Raw {
            content_type,
            chunks,
        } => {
            let body = ReplyBody::stream(Bytes::new(), chunks, Bytes::new(), None);
            let mut response = json(StatusCode::OK, body);
            let octets = HeaderValue::from_static("application/octet-stream");
            let content_type = HeaderValue::from_str(&content_type).unwrap_or(octets);
            response
                .headers_mut()
                .insert(header::CONTENT_TYPE, content_type);
            response
        }
    }
}

/// An error in the W3C shape.
pub(crate) fn failure(error: &Error) -> HttpResponse {
    let status =
        StatusCode::from_u16(error.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = ReplyBody::pieces([error.body().to_string().into()]);
    let mut response = json(status, body);
    if read::must_close(error) {
        let (name, value) = read::CLOSE;
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// A JSON text as it stands, with a status.
pub(crate) fn json(status: StatusCode, body: ReplyBody) -> HttpResponse {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, JSON);
    headers.insert(header::CACHE_CONTROL, NO_CACHE);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFF);
    response
}

/// Plain text of some type.
pub(crate) fn text(status: StatusCode, content_type: &'static str, text: String) -> HttpResponse {
    let mut response = json(status, ReplyBody::pieces([text.into()]));
    let content_type = HeaderValue::from_static(content_type);
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, content_type);
    response
}
