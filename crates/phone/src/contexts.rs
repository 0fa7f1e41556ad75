//! Web contexts: the page of an app, driven by W3C commands over Marionette.

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{Contexts, DeviceError, Result, WebCall, WebContext};
use hansom_firefox::w3c;
use hansom_protocol::{Command, Error, Params, Request};
use serde::Deserialize;
use serde_json::json;

use crate::VirtualPhone;

const PREFIX: &str = "WEBVIEW_";

#[derive(Deserialize)]
struct TabInfo {
    title: String,
    url: String,
    context: String,
}

#[async_trait]
impl Contexts for VirtualPhone {
    async fn list(&self) -> Result<Vec<WebContext>> {
        let (mut tabs, front) = {
            let desk = self.core.desk.lock().await;
            let tabs: Vec<_> = desk
                .running
                .iter()
                .map(|(id, task)| (id.clone(), task.tab))
                .collect();
            (tabs, desk.front.clone())
        };
        tabs.sort_by_key(|(id, tab)| (front.as_ref() != Some(id), *tab));
        let mut contexts = Vec::new();
        for (app, tab) in tabs {
            let info = self.tab(tab).await?;
            contexts.push(WebContext {
                id: format!("{PREFIX}{tab}"),
                title: info.title,
                url: info.url,
                bundle_id: Some(app),
            });
        }
        Ok(contexts)
    }

    async fn call(&self, context: &str, call: WebCall) -> Result<Bytes> {
        let tab = self.tab_of(context).await?;
        let Some(command) = Command::from_name(&call.command) else {
            return Err(DeviceError::InvalidArgument(format!(
                "there is no command `{}`",
                call.command
            )));
        };
        let body = if call.body.is_empty() {
            Bytes::from_static(b"{}")
        } else {
            call.body
        };
        let mut request = Request::new(command, Params::parse(body).map_err(web)?);
        request.vars = call.vars.into_iter().collect();
        self.enter(tab).await?;
        let answer = w3c::text(&self.core.marionette, &request).await;
        // Commands that move Marionette to another window leave us not knowing where it is.
        if matches!(
            command,
            Command::SwitchToWindow | Command::NewWindow | Command::CloseWindow
        ) {
            *self.core.web_window.lock().await = None;
        }
        answer.map_err(web)
    }
}

impl VirtualPhone {
    async fn tab(&self, tab: u32) -> Result<TabInfo> {
        self.core
            .link
            .call("describeTab", json!({ "tab": tab }))
            .await
    }

    /// The tab of a context that exists.
    async fn tab_of(&self, context: &str) -> Result<u32> {
        let desk = self.core.desk.lock().await;
        let tab = context
            .strip_prefix(PREFIX)
            .and_then(|number| number.parse().ok())
            .filter(|tab| desk.owner_of(*tab).is_some());
        tab.ok_or_else(|| DeviceError::NoSuchContext {
            name: context.to_owned(),
            known: desk
                .running
                .values()
                .map(|task| format!("{PREFIX}{}", task.tab))
                .chain(["NATIVE_APP".to_owned()])
                .collect::<Vec<_>>()
                .join(", "),
        })
    }

    /// Points Marionette at the tab, unless it is there already.
    async fn enter(&self, tab: u32) -> Result<()> {
        let TabInfo { context, .. } = self.tab(tab).await?;
        let mut current = self.core.web_window.lock().await;
        if current.as_ref() == Some(&context) {
            return Ok(());
        }
        let params = json!({ "handle": context, "focus": false }).to_string();
        let switched = self
            .core
            .marionette
            .send("WebDriver:SwitchToWindow", params)
            .await;
        switched.map_err(|error| web(error.into()))?;
        *current = Some(context);
        Ok(())
    }
}

/// A W3C error, carried through the device contract as it is.
fn web(error: Error) -> DeviceError {
    let error = error.into_parts();
    DeviceError::Web {
        code: error.code.as_str().to_owned(),
        message: error.message,
        stacktrace: error.stacktrace,
        data: error.data.map(|data| data.to_string()),
    }
}
