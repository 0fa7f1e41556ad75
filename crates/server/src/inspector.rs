//! The inspector: a page at `/inspector/` on the server's own port. Its files are part of the program.
//!
//! The page is an ordinary client: it sends the commands any client sends, and may do no more. It
//! shows what strangers wrote (the tree of a page under test), so its policy forbids inline code and
//! foreign addresses; it commands browsers, so no other page may frame it and press its buttons.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use hansom_protocol::{Error, ErrorCode};
use http::{HeaderValue, Method, StatusCode, header};

use crate::http::{HttpRequest, HttpResponse, ReplyBody, reply};

const HOME: &str = "/inspector";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A file of the page: name, content type, content.
struct File(&'static str, &'static str, &'static str);

macro_rules! files {
    ($($name:literal $kind:expr;)+) => {
        &[$(File($name, $kind, include_str!(concat!("../inspector/", $name))),)+]
    };
}

const FILES: &[File] = files! {
    "index.html" HTML;
    "icon.svg" SVG;
    "base.css" CSS;
    "layout.css" CSS;
    "panels.css" CSS;
    "api.js" SCRIPT;
    "app.js" SCRIPT;
    "bus.js" SCRIPT;
    "commands.js" SCRIPT;
    "context.js" SCRIPT;
    "details.js" SCRIPT;
    "device.js" SCRIPT;
    "dom.js" SCRIPT;
    "gestures.js" SCRIPT;
    "highlight.js" SCRIPT;
    "identity.js" SCRIPT;
    "location.js" SCRIPT;
    "locators.js" SCRIPT;
    "log.js" SCRIPT;
    "navigation.js" SCRIPT;
    "notice.js" SCRIPT;
    "picture.js" SCRIPT;
    "recording.js" SCRIPT;
    "session.js" SCRIPT;
    "sessions.js" SCRIPT;
    "snippets.js" SCRIPT;
    "sources.js" SCRIPT;
    "start.js" SCRIPT;
    "stream.js" SCRIPT;
    "tabs.js" SCRIPT;
    "token.js" SCRIPT;
    "tree.js" SCRIPT;
    "values.js" SCRIPT;
};

/// What every file is sent with. `blob:` and `data:` are pictures of the screen.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The file at a stripped path.
fn file(path: &str) -> Option<&'static File> {
    let name = path.strip_prefix(HOME)?;
    let name = match name.strip_prefix('/') {
        Some(name) => name,
        None if name.is_empty() => "index.html",
        None => return None,
    };
    FILES.iter().find(|file| file.0 == name)
}

/// Whether the request reads a file of the page.
pub(crate) fn has(method: &Method, path: &str) -> bool {
    [Method::GET, Method::HEAD].contains(method) && file(path).is_some()
}

/// The answer for a stripped path, if it is one of the page's.
pub(crate) fn answer(request: &HttpRequest, path: &str) -> Option<HttpResponse> {
    let file = file(path)?;
    Some(if !has(request.method(), path) {
        let error = Error::new(
            ErrorCode::UnknownMethod,
            "the inspector is a page, it takes no commands. Use GET.",
        );
        let mut response = reply::failure(&error);
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    } else if path == HOME && !request.uri().path().ends_with('/') {
        // The page's addresses are relative, so that they hold below a base path.
        let mut response = reply::text(StatusCode::TEMPORARY_REDIRECT, HTML, String::new());
        response
            .headers_mut()
            .insert(header::LOCATION, HeaderValue::from_static("inspector/"));
        response
    } else {
        send(file, request.headers().get(header::IF_NONE_MATCH))
    })
}

fn send(
    File(_, content_type, content): &'static File,
    known: Option<&HeaderValue>,
) -> HttpResponse {
    let tag = tag(content);
    let (status, body) = if known.is_some_and(|known| *known == tag) {
        (StatusCode::NOT_MODIFIED, Bytes::new())
    } else {
        (StatusCode::OK, Bytes::from_static(content.as_bytes()))
    };
    let mut response = reply::json(status, ReplyBody::pieces([body]));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    for (name, value) in HEADERS {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Changes when the content does.
fn tag(content: &str) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("inspector");
        let there: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let served = FILES.iter().map(|file| file.0.to_owned()).collect();
        assert_eq!(there, served);
    }

    #[test]
    fn what_a_file_names_is_served_and_nothing_is_inline() {
        for File(name, content_type, content) in FILES {
            for (mark, end) in [("from \"./", '"'), ("src=\"", '"'), ("href=\"", '"')] {
                for part in content.split(mark).skip(1) {
                    let named = part.split(end).next().unwrap();
                    let served = FILES.iter().any(|file| file.0 == named);
                    assert!(served || named.starts_with('#'), "{name} names {named}");
                }
            }
            if *content_type == HTML {
                for inline in [" style=", "<style", " onclick=", "<script>"] {
                    assert!(!content.contains(inline), "{name} has {inline}");
                }
            }
            assert!(content.lines().count() <= 250, "{name} is too long");
        }
    }
}
