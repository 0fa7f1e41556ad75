//! Alerts: those of pages and those that ask for permissions.

use async_trait::async_trait;
use hansom_device::{Alert, AlertAction, Alerts, Result};
use serde::Deserialize;
use serde_json::json;

use crate::{VirtualPhone, core::Core};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenAlert {
    message: String,
    buttons: Vec<String>,
    has_input: bool,
}

impl Core {
    pub(crate) async fn answer_alert(&self, accept: bool, label: Option<&str>) -> Result<()> {
        let arg = json!({ "accept": accept, "label": label });
        self.link.run("answerAlert", arg).await
    }
}

#[async_trait]
impl Alerts for VirtualPhone {
    async fn current(&self) -> Result<Option<Alert>> {
        let open: Option<OpenAlert> = self.core.link.call("alert", json!({})).await?;
        Ok(open.map(|alert| Alert {
            text: alert.message,
            buttons: alert.buttons,
            has_input: alert.has_input,
        }))
    }

    async fn accept(&self, button: Option<&str>) -> Result<()> {
        self.core.answer_alert(true, button).await
    }

    async fn dismiss(&self, button: Option<&str>) -> Result<()> {
        self.core.answer_alert(false, button).await
    }

    async fn set_text(&self, text: &str) -> Result<()> {
        self.core
            .link
            .run("setAlertText", json!({ "text": text }))
            .await
    }

    async fn set_default_action(&self, action: AlertAction) -> Result<()> {
        self.core.settings().alerts = action;
        Ok(())
    }
}
