//! The ways in which a device says no.

use std::time::Duration;

use crate::{AppId, Unsupported};

/// Why a device did not do what it was asked. Each variant is one cause.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The device lacks the ability.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// No bundle with that id.
    #[error("the app `{0}` is not installed")]
    NotInstalled(AppId),
    /// Installed, but no process.
    #[error("the app `{0}` is not running")]
    NotRunning(AppId),
    /// The process of the app ended on its own.
    #[error("the app `{app}` crashed: {reason}")]
    Crashed {
        /// Which app.
        app: AppId,
        /// What is known of it.
        reason: String,
    },
    /// What was given to install is not an app.
    #[error("this is not an app bundle: {0}")]
    BadBundle(String),
    /// A locator found nothing.
    #[error("no element matches {0}")]
    NoSuchElement(String),
    /// The element is gone from the screen.
    #[error("the element `{0}` is no longer on the screen")]
    StaleElement(String),
    /// The element is there but cannot be used so.
    #[error("{0}")]
    NotInteractable(String),
    /// The device or element is in a state in which this cannot be done.
    #[error("{0}")]
    InvalidState(String),
    /// The device is locked and must not be.
    #[error("the device is locked")]
    Locked,
    /// No alert is open.
    #[error("no alert is open")]
    NoAlert,
    /// No context of that name.
    #[error("there is no context `{name}`; there are {known}")]
    NoSuchContext {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// An argument makes no sense to the device.
    #[error("{0}")]
    InvalidArgument(String),
    /// A point that is not on the screen.
    #[error("{0}")]
    OutOfBounds(String),
    /// A locator is not well formed.
    #[error("{0}")]
    InvalidSelector(String),
    /// Something did not happen in time.
    #[error("{what} did not happen within {after:?}")]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long.
        after: Duration,
    },
    /// The same, in the device's own words.
    #[error("{0}")]
    Late(String),
    /// A command in a web context failed, as W3C WebDriver names it.
    #[error("{message}")]
    Web {
        /// The W3C error code.
        code: String,
        /// Its message.
        message: String,
        /// The script's stack.
        stacktrace: String,
        /// The `data` member, as JSON text.
        data: Option<String>,
    },
    /// No such file on the device.
    #[error("there is no file `{0}` on the device")]
    NoSuchFile(String),
    /// The device is gone; nothing more will come from it.
    #[error("the device is gone: {0}")]
    Lost(String),
    /// Anything else, with the device's own words.
    #[error("{0}")]
    Failed(String),
}
