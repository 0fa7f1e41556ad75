//! The browser driver's extension endpoints, and the files and logs around them.

use super::{Drivers, ParamType::*, Route, Source::*, delete, get, optional, post, required};
use crate::Command::*;

const BROWSER: Drivers = Drivers::BROWSER;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    get("/session/{sessionId}/browser/context", GetContext, BROWSER, "Name of the active context, `content` or `chrome`.")
        .of(Hansom),
    post("/session/{sessionId}/browser/context", SetContext, BROWSER, "Make `content` or `chrome` the active context.")
        .with(&[required("context", String)])
        .of(Hansom),
    post("/session/{sessionId}/browser/addon/install", InstallAddon, BROWSER, "Install an addon from base64 or from a path; answers its id.")
        .with(&[optional("addon", String), optional("path", String), optional("temporary", Boolean), optional("allowPrivateBrowsing", Boolean)])
        .large("addon")
        .of(Hansom),
    post("/session/{sessionId}/browser/addon/uninstall", UninstallAddon, BROWSER, "Uninstall an addon.")
        .with(&[required("id", String)])
        .of(Hansom),
    get("/session/{sessionId}/browser/screenshot/full", TakeFullScreenshot, BROWSER, "Picture of the whole page, PNG in base64.")
        .of(Hansom),
    post("/session/{sessionId}/se/file", UploadFile, BROWSER, "Put a file (zipped, base64) beside the browser; answers its path.")
        .with(&[required("file", String)])
        .of(Base),
    post("/session/{sessionId}/file", UploadFile, BROWSER, "Put a file (zipped, base64) beside the browser; answers its path.")
        .with(&[required("file", String)])
        .of(Base),
    get("/session/{sessionId}/se/files", ListDownloads, BROWSER, "Names of the files the browser has downloaded.")
        .of(Base),
    post("/session/{sessionId}/se/files", FetchDownload, BROWSER, "One downloaded file, zipped, in base64.")
        .with(&[required("name", String)])
        .of(Base),
    delete("/session/{sessionId}/se/files", DeleteDownloads, BROWSER, "Delete the downloaded files.")
        .of(Base),
];
