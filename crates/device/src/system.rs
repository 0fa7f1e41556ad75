//! The smaller abilities of a device.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use serde::Serialize;

use crate::{AppId, Result, Unsupported};

/// The lock screen.
#[async_trait]
pub trait Lock: Send + Sync {
    /// Whether it is locked.
    async fn is_locked(&self) -> Result<bool>;
    /// Locks it.
    async fn lock(&self) -> Result<()>;
    /// Unlocks it.
    async fn unlock(&self) -> Result<()>;
}

/// What a clipboard holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentType {
    /// Text.
    PlainText,
    /// A picture, PNG.
    Image,
    /// An address.
    Url,
}

/// The clipboard.
#[async_trait]
pub trait Clipboard: Send + Sync {
    /// Its content of that type; empty when it has none.
    async fn get(&self, kind: ContentType) -> Result<Bytes>;
    /// Fills it.
    async fn set(&self, kind: ContentType, content: Bytes) -> Result<()>;
}

/// What a person presents to be known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Biometric {
    /// A finger, `touchId`.
    Finger,
    /// A face, `faceId`.
    Face,
}

/// Fingerprint or face.
#[async_trait]
pub trait Biometrics: Send + Sync {
    /// Whether one is enrolled.
    async fn is_enrolled(&self) -> Result<bool>;
    /// Enrols or removes it.
    async fn enroll(&self, enrolled: bool) -> Result<()>;
    /// Presents a finger or face that matches or does not. A device that has only one of them, as
    /// simulators do, does not notice the other.
    async fn present(&self, what: Biometric, matches: bool) -> Result<()>;
}

/// Motion.
#[async_trait]
pub trait Motion: Send + Sync {
    /// Shakes the device; the app in front sees it.
    async fn shake(&self) -> Result<()>;
}

/// An alert over the app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// Its text.
    pub text: String,
    /// Labels of its buttons, in order.
    pub buttons: Vec<String>,
    /// Whether it has a text field.
    pub has_input: bool,
}

/// Alerts of the system and of pages.
#[async_trait]
pub trait Alerts: Send + Sync {
    /// The open alert.
    async fn current(&self) -> Result<Option<Alert>>;
    /// Its text alone, which some devices can tell with less work.
    async fn alert_text(&self) -> Result<Option<String>> {
        Ok(self.current().await?.map(|alert| alert.text))
    }
    /// Presses the accepting button, or the one with that label; an error when no alert is open.
    async fn accept(&self, button: Option<&str>) -> Result<()>;
    /// Presses the dismissing button, or the one with that label; an error when no alert is open.
    async fn dismiss(&self, button: Option<&str>) -> Result<()>;
    /// Types into its text field.
    async fn set_text(&self, text: &str) -> Result<()>;
    /// What the device does by itself with alerts as they open, from now on.
    async fn set_default_action(&self, action: AlertAction) -> Result<()> {
        match action {
            AlertAction::Leave => Ok(()),
            AlertAction::Accept | AlertAction::Dismiss => Err(Unsupported::new(
                "answering alerts automatically",
                "this device leaves them to the test",
            )
            .into()),
        }
    }
}

/// What to do with an alert that opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AlertAction {
    /// Leave it open.
    #[default]
    Leave,
    /// Press the accepting button.
    Accept,
    /// Press the dismissing button.
    Dismiss,
}

/// Files on the device: `@bundle.id/path` in an app's container, anything else in the shared media folder.
#[async_trait]
pub trait Files: Send + Sync {
    /// Writes a file.
    async fn push(&self, path: &str, content: Bytes) -> Result<()>;
    /// Reads a file.
    async fn pull(&self, path: &str) -> Result<Bytes>;
    /// Reads a folder as a zip.
    async fn pull_folder(&self, path: &str) -> Result<Bytes>;
    /// Deletes a file or folder.
    async fn delete(&self, path: &str) -> Result<()>;
}

/// The state of a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionState {
    /// Not asked yet.
    Unset,
    /// Refused.
    No,
    /// Granted (`yes`, for location `always`).
    Yes,
    /// Granted while the app is in use (location only).
    InUse,
}

/// What apps may do.
#[async_trait]
pub trait Permissions: Send + Sync {
    /// The services whose permission is kept, for example `location`.
    fn services(&self) -> &[&'static str];
    /// The state of one.
    async fn get(&self, app: &AppId, service: &str) -> Result<PermissionState>;
    /// Sets one.
    async fn set(&self, app: &AppId, service: &str, state: PermissionState) -> Result<()>;
}

/// Language, region and time zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Locale {
    /// BCP-47 language tag.
    pub language: Option<String>,
    /// Region, as in `de_AT`.
    pub region: Option<String>,
    /// IANA time zone.
    pub time_zone: Option<String>,
}

/// Language and region.
#[async_trait]
pub trait LocaleSettings: Send + Sync {
    /// What is set.
    async fn get(&self) -> Result<Locale>;
    /// Sets what is given and leaves the rest.
    async fn set(&self, locale: Locale) -> Result<()>;
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appearance {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the system looks.
#[async_trait]
pub trait Look: Send + Sync {
    /// What is set.
    async fn get(&self) -> Result<Appearance>;
    /// Sets it.
    async fn set(&self, appearance: Appearance) -> Result<()>;
}

/// The battery.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BatteryInfo {
    /// 0 to 1.
    pub level: f64,
    /// 0 unknown, 1 unplugged, 2 charging, 3 full.
    pub state: u8,
}

/// Battery and clock.
#[async_trait]
pub trait Power: Send + Sync {
    /// The battery.
    async fn battery(&self) -> Result<BatteryInfo>;
    /// The time of the device, since 1970.
    async fn time(&self) -> Result<Duration>;
}
