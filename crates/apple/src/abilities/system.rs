//! Lock, clipboard, alerts, appearance, battery: all through the agent.

use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{
    Alert, AlertAction, Alerts, Appearance, BatteryInfo, Clipboard, ContentType, DeviceError, Lock,
    Look, Power, Result,
};
use hansom_protocol::base64;
use serde::Deserialize;
use serde_json::json;

use crate::{AppleDevice, HostTools, cable::Cable};

#[async_trait]
impl Lock for AppleDevice {
    async fn is_locked(&self) -> Result<bool> {
        Ok(self.get("isLocked", "/wda/locked").await?)
    }

    async fn lock(&self) -> Result<()> {
        self.post("lock", "/wda/lock", &json!({})).await?;
        Ok(())
    }

    async fn unlock(&self) -> Result<()> {
        self.post("unlock", "/wda/unlock", &json!({})).await?;
        Ok(())
    }
}

const fn content_type(kind: ContentType) -> &'static str {
    match kind {
        ContentType::PlainText => "plaintext",
        ContentType::Image => "image",
        ContentType::Url => "url",
    }
}

#[async_trait]
impl Clipboard for AppleDevice {
    async fn get(&self, kind: ContentType) -> Result<Bytes> {
        if let Some(cable) = self.pasteboard_service().await {
            return Ok(cable.paste(kind).await?);
        }
        let body = json!({"contentType": content_type(kind)});
        let content: String = self
            .post("getClipboard", "/wda/getPasteboard", &body)
            .await?
            .value()?;
        base64::decode("value", &content)
            .map(Bytes::from)
            .map_err(|error| {
                DeviceError::Failed(format!("the agent's clipboard cannot be read: {error}"))
            })
    }

    async fn set(&self, kind: ContentType, content: Bytes) -> Result<()> {
        if let Some(cable) = self.pasteboard_service().await
            && cable.copy(kind, &content).await?
        {
            return Ok(());
        }
        let body = json!({"content": base64::encode(&content), "contentType": content_type(kind)});
        self.post("setClipboard", "/wda/setPasteboard", &body)
            .await?;
        Ok(())
    }
}

impl AppleDevice {
    /// The device's own pasteboard service. The agent's way needs its runner in the foreground.
    async fn pasteboard_service(&self) -> Option<&Cable> {
        match &self.host {
            HostTools::Cable(cable) if cable.has_pasteboard(&self.facts.os_version).await => {
                Some(cable)
            }
            _ => None,
        }
    }
}

#[async_trait]
impl Alerts for AppleDevice {
    async fn current(&self) -> Result<Option<Alert>> {
        let Some(text) = self.alert_text().await? else {
            return Ok(None);
        };
        let buttons: Vec<String> =
            AppleDevice::get(self, "getAlertButtons", "/wda/alert/buttons").await?;
        // The agent does not say; typing into an alert without a field is refused by it.
        Ok(Some(Alert {
            text,
            buttons,
            has_input: true,
        }))
    }

    /// One question; the buttons are another.
    async fn alert_text(&self) -> Result<Option<String>> {
        match AppleDevice::get(self, "getAlertText", "/alert/text").await {
            Ok(text) => Ok(Some(text)),
            Err(error) => match DeviceError::from(error) {
                DeviceError::NoAlert => Ok(None),
                other => Err(other),
            },
        }
    }

    async fn accept(&self, button: Option<&str>) -> Result<()> {
        self.answer_alert("/alert/accept", button).await
    }

    async fn dismiss(&self, button: Option<&str>) -> Result<()> {
        self.answer_alert("/alert/dismiss", button).await
    }

    async fn set_text(&self, text: &str) -> Result<()> {
        self.post("setAlertText", "/alert/text", &json!({"value": text}))
            .await?;
        Ok(())
    }

    /// The agent watches for alerts itself, told by a setting.
    async fn set_default_action(&self, action: AlertAction) -> Result<()> {
        let action = match action {
            AlertAction::Leave => "",
            AlertAction::Accept => "accept",
            AlertAction::Dismiss => "dismiss",
        };
        Ok(self
            .link
            .set(json!({ "defaultAlertAction": action }))
            .await?)
    }
}

impl AppleDevice {
    async fn answer_alert(&self, path: &str, button: Option<&str>) -> Result<()> {
        let body = button.map_or_else(|| json!({}), |name| json!({"name": name}));
        self.post("alert", path, &body).await?;
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Style {
    user_interface_style: String,
}

#[async_trait]
impl Look for AppleDevice {
    async fn get(&self) -> Result<Appearance> {
        let info: Style = AppleDevice::get(self, "getAppearance", "/wda/device/info").await?;
        match info.user_interface_style.as_str() {
            "light" => Ok(Appearance::Light),
            "dark" => Ok(Appearance::Dark),
            other => Err(DeviceError::Failed(format!(
                "the device's appearance is `{other}`"
            ))),
        }
    }

    async fn set(&self, appearance: Appearance) -> Result<()> {
        let name = match appearance {
            Appearance::Light => "light",
            Appearance::Dark => "dark",
        };
        if let HostTools::Simulator(simctl) = &self.host {
            simctl.run("ui", &["appearance", name]).await?;
            return Ok(());
        }
        let body = json!({"name": name});
        // The agent has it outside its session only.
        self.link
            .ask_outside("setAppearance", "/wda/device/appearance", &body)
            .await?;
        Ok(())
    }
}

#[async_trait]
impl Power for AppleDevice {
    async fn battery(&self) -> Result<BatteryInfo> {
        #[derive(Deserialize)]
        struct Battery {
            level: f64,
            state: u8,
        }
        let found: Battery = self.get("batteryInfo", "/wda/batteryInfo").await?;
        Ok(BatteryInfo {
            level: found.level,
            state: found.state,
        })
    }

    /// Simulators share the host's clock, and the agent does not tell a device's.
    async fn time(&self) -> Result<Duration> {
        SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_err(|error| DeviceError::Failed(error.to_string()))
    }
}
