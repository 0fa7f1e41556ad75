//! Where devices come from. This room knows what is wanted; the binary knows who has it.

use std::{path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_device::{Device, Kind, Os, Profile, Version};
use hansom_protocol::Error;
use serde_json::{Map, Value};

/// Which family of devices a session wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// The virtual phone.
    Virtual,
    /// Apple devices and simulators.
    Apple,
}

impl DeviceKind {
    /// In words, for errors.
    pub const fn name(self) -> &'static str {
        match self {
            DeviceKind::Virtual => "virtual phone",
            DeviceKind::Apple => "way to Apple devices",
        }
    }
}

/// The device a session wants, as its capabilities say. What was not said is `None`.
#[derive(Debug, Clone)]
pub struct DeviceRequest {
    /// The session that asks, by its short name.
    pub session: String,
    /// Which family.
    pub family: DeviceKind,
    /// Operating system, from `platformName`.
    pub os: Os,
    /// Shape: from `hansom:profile`, else from the operating system.
    pub profile: Profile,
    /// Simulator or real, from `hansom:kind`.
    pub kind: Option<Kind>,
    /// `appium:platformVersion`.
    pub os_version: Option<Version>,
    /// `hansom:toolchainVersion`.
    pub toolchain_version: Option<Version>,
    /// `appium:deviceName`.
    pub name: Option<String>,
    /// `appium:udid`.
    pub udid: Option<String>,
    /// `hansom:suspendAfter`: grace time before an app in the background is suspended.
    pub suspend_after: Option<Duration>,
    /// `hansom:stateDir`: where the device keeps what survives a session.
    pub state_dir: Option<PathBuf>,
    /// All capabilities, for what only one family knows.
    pub capabilities: Map<String, Value>,
}

/// Makes devices of one family.
#[async_trait]
pub trait DeviceFactory: Send + Sync {
    /// Which family.
    fn family(&self) -> DeviceKind;

    /// Makes a device ready. Cancel safe: when the future is dropped, what it started is undone.
    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error>;
}
