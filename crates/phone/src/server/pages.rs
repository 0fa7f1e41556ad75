//! The files of an app.

use bytes::Bytes;
use hyper::{Method, Request, body::Incoming};
use percent_encoding::percent_decode_str;

use super::{
    Site,
    reply::{self, Reply},
};
use crate::apps::Files;

/// The file that a request names. A page that is not there is answered with the index, because
/// apps with routes of their own expect it.
pub(super) async fn file(site: &Site, request: &Request<Incoming>) -> Reply {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return reply::status(405);
    }
    let files = match site {
        Site::Screen(files) => files.clone(),
        Site::App(app) => app.files.clone(),
    };
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return reply::status(400);
    };
    let path = path.into_owned();
    let navigates = request
        .headers()
        .get("sec-fetch-mode")
        .is_some_and(|mode| mode == "navigate");
    let read = tokio::task::spawn_blocking(move || look_up(&files, &path, navigates));
    match read.await {
        Ok(Some((path, body))) => reply::content(200, &kind(&path), body),
        Ok(None) => reply::status(404),
        Err(_) => reply::status(500),
    }
}

fn look_up(files: &Files, path: &str, navigates: bool) -> Option<(String, Bytes)> {
    let index = format!("{}/index.html", path.trim_end_matches('/'));
    let mut places = vec![path.to_owned(), index];
    if navigates {
        places.push("index.html".to_owned());
    }
    places
        .into_iter()
        .find_map(|place| files.read(&place).map(|body| (place, body)))
}

/// The content type by the file's name.
pub(super) fn kind(path: &str) -> String {
    if path.ends_with(".webmanifest") {
        return "application/manifest+json".into();
    }
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    match guess.type_() {
        mime_guess::mime::TEXT => format!("{guess}; charset=utf-8"),
        _ => guess.to_string(),
    }
}
