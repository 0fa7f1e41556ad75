//! The device itself, and how it says what it cannot do.

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::{
    Alerts, Apps, Biometrics, Clipboard, Contexts, DeviceError, Elements, Facts, Files, Input,
    LocaleSettings, Location, Lock, Logs, Look, Motion, Permissions, Power, Screen,
};

/// What a device cannot do, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is not supported: {reason}")]
pub struct Unsupported {
    /// What was asked for.
    pub what: String,
    /// Why it cannot be had, and on what it can.
    pub reason: String,
}

impl Unsupported {
    /// An ability that is missing, with the reason.
    pub fn new(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            reason: reason.into(),
        }
    }
}

/// An ability that a device may lack.
pub type Ability<'a, T> = Result<&'a T, Unsupported>;

/// A device that can be driven.
///
/// Implementations do one thing at a time where order matters and are otherwise free: callers of
/// the screen's frames and of [`Device::died`] run beside the callers of commands.
#[async_trait]
pub trait Device: Send + Sync + 'static {
    /// What is known of it.
    fn facts(&self) -> &Facts;
    /// Its apps.
    fn apps(&self) -> &dyn Apps;
    /// Its screen.
    fn screen(&self) -> &dyn Screen;
    /// What is on the screen.
    fn elements(&self) -> &dyn Elements;
    /// Fingers, keys and buttons.
    fn input(&self) -> &dyn Input;
    /// Lock and unlock.
    fn lock(&self) -> Ability<'_, dyn Lock>;
    /// The clipboard.
    fn clipboard(&self) -> Ability<'_, dyn Clipboard>;
    /// Where it is.
    fn location(&self) -> Ability<'_, dyn Location>;
    /// Fingerprint or face.
    fn biometrics(&self) -> Ability<'_, dyn Biometrics>;
    /// Shaking.
    fn motion(&self) -> Ability<'_, dyn Motion>;
    /// Alerts over the app.
    fn alerts(&self) -> Ability<'_, dyn Alerts>;
    /// Web views.
    fn contexts(&self) -> Ability<'_, dyn Contexts>;
    /// Files in app containers.
    fn files(&self) -> Ability<'_, dyn Files>;
    /// What apps may do.
    fn permissions(&self) -> Ability<'_, dyn Permissions>;
    /// Language and region.
    fn locale(&self) -> Ability<'_, dyn LocaleSettings>;
    /// Light or dark.
    fn look(&self) -> Ability<'_, dyn Look>;
    /// Battery and clock.
    fn power(&self) -> Ability<'_, dyn Power>;
    /// What it and its apps write down.
    fn logs(&self) -> Ability<'_, dyn Logs> {
        Err(Unsupported::new(
            "reading logs",
            "this device hands out none",
        ))
    }
    /// Waits until the device is gone and says why. Cancel safe.
    async fn died(&self) -> String;
    /// Ends it. Bounded; what is left is killed on drop.
    async fn shutdown(&self);
    /// Takes settings of the session over, as far as the device acts on them itself.
    async fn settings(&self, _changes: &Map<String, Value>) -> Result<(), DeviceError> {
        Ok(())
    }
}
