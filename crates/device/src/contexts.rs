//! Web views: the page inside an app, driven by W3C WebDriver.

use async_trait::async_trait;
use bytes::Bytes;
use serde::Serialize;

use crate::{AppId, Result};

/// A page that can be driven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WebContext {
    /// `WEBVIEW_<id>`.
    pub id: String,
    /// Title of the page.
    pub title: String,
    /// Address of the page.
    pub url: String,
    /// The app it is in.
    pub bundle_id: Option<AppId>,
}

/// A W3C WebDriver command for a page.
#[derive(Debug, Clone)]
pub struct WebCall {
    /// The command's name, for example `getTitle`.
    pub command: String,
    /// Variables of its path, by name.
    pub vars: Vec<(&'static str, String)>,
    /// The body, JSON.
    pub body: Bytes,
}

/// The web views of a device.
#[async_trait]
pub trait Contexts: Send + Sync {
    /// The pages there are, those of the foreground app first.
    async fn list(&self) -> Result<Vec<WebContext>>;
    /// Carries out a W3C command in a page and answers the JSON text of its value. Cancel safe: when
    /// the future is dropped, a late answer of the page is thrown away and the next call works.
    async fn call(&self, context: &str, call: WebCall) -> Result<Bytes>;
}
