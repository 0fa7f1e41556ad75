//! What can stand between this machine and an attached device, one variant per cause.

use std::time::Duration;

use hansom_device::{DeviceError, Version};
use hansom_protocol::{Cause, ErrorCode};
use idevice::IdeviceError;

/// Why something over the cable did not work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CableError {
    /// The setting is no address.
    #[error("`{0}` in USBMUXD_SOCKET_ADDRESS is not an address")]
    BadMuxer(String),
    /// Nobody answers for the cables.
    #[error("usbmuxd at {place} cannot be reached ({reason})")]
    NoMuxer {
        /// Where it was looked for.
        place: String,
        /// What the operating system said.
        reason: String,
    },
    /// More than one, and none was named.
    #[error("`auto` needs exactly one attached device; there are {0}")]
    Ambiguous(String),
    /// It was there and is not any more.
    #[error("the device {udid} was unplugged")]
    Unplugged {
        /// Which.
        udid: String,
    },
    /// This machine and the device do not know each other.
    #[error("the device {udid} is not paired with this machine")]
    NotPaired {
        /// Which.
        udid: String,
    },
    /// The question is on the device's screen.
    #[error("the device {udid} waits for somebody to tap Trust on its screen")]
    TrustPending {
        /// Which.
        udid: String,
    },
    /// Somebody tapped the other button.
    #[error("somebody refused to trust this machine on the device {udid}")]
    TrustRefused {
        /// Which.
        udid: String,
    },
    /// It asks for its passcode.
    #[error("the device {udid} is locked with its passcode")]
    Locked {
        /// Which.
        udid: String,
    },
    /// Needed from version 16 on.
    #[error("developer mode is off on the device {udid}")]
    DeveloperModeOff {
        /// Which.
        udid: String,
    },
    /// Developer services come with an image.
    #[error("{what} needs the developer image, which is not mounted on the device")]
    NoDeveloperImage {
        /// What was wanted.
        what: &'static str,
    },
    /// The versions between the old way and the new one.
    #[error("{what} cannot be reached over the cable on version {version}")]
    NoTunnel {
        /// What was wanted.
        what: &'static str,
        /// The device's version.
        version: Version,
    },
    /// No runner of an agent is installed.
    #[error("no WebDriverAgent runner is installed on the device ({looked_for})")]
    NoRunner {
        /// What was looked for.
        looked_for: String,
    },
    /// The runner did not come up, or ended.
    #[error("the agent's runner exited ({reason})")]
    RunnerExited {
        /// Why.
        reason: String,
    },
    /// Nothing listens.
    #[error("nothing listens on port {0} of the device")]
    PortClosed(u16),
    /// No such file there.
    #[error("there is no file `{0}` on the device")]
    NoFile(String),
    /// No answer in time.
    #[error("{what} did not finish within {after:?}")]
    Slow {
        /// What was waited for.
        what: &'static str,
        /// How long.
        after: Duration,
    },
    /// The device said no.
    #[error("{what} failed: {reason}")]
    Failed {
        /// What was tried.
        what: &'static str,
        /// Its words.
        reason: String,
    },
}

impl CableError {
    /// What the reader can do about it.
    pub const fn cure(&self) -> &'static str {
        match self {
            Self::BadMuxer(_) => "Give a path, or an IP address with a port.",
            Self::NoMuxer { .. } => {
                "On Linux install and start usbmuxd; on a Mac it is part of the system."
            }
            Self::Ambiguous(_) => "Name one in appium:udid.",
            Self::Unplugged { .. } => "Plug it in again and start a new session.",
            Self::NotPaired { .. } => {
                "Unlock the device, plug it in and tap Trust (on Linux `idevicepair pair` asks again)."
            }
            Self::TrustPending { .. } => "Tap Trust on the device.",
            Self::TrustRefused { .. } => "Unplug the device, plug it in again and tap Trust.",
            Self::Locked { .. } => "Unlock the device once.",
            Self::DeveloperModeOff { .. } => {
                "Turn it on in Settings, Privacy & Security, Developer Mode; the device restarts."
            }
            Self::NoDeveloperImage { .. } => {
                "Mount it: Xcode does when it sees the device, on Linux ideviceimagemounter does."
            }
            Self::NoTunnel { .. } => {
                "Update the device to 17.4 or later, or start the agent by other means and give its address in \
                 appium:webDriverAgentUrl."
            }
            Self::NoRunner { .. } => {
                "Install a signed WebDriverAgentRunner, and give its id in appium:updatedWDABundleId if it has \
                 one of its own."
            }
            Self::RunnerExited { .. } => {
                "Check that the runner's signature is still valid and trusted on the device."
            }
            Self::PortClosed(_) => {
                "Start WebDriverAgent on the device, or leave it to hansom by installing its runner."
            }
            Self::NoFile(_) | Self::Slow { .. } | Self::Failed { .. } => {
                "`hansom devices` shows the state of the device."
            }
        }
    }

    /// What an error of the protocols means. Breaks of the connection are looked into by the caller,
    /// who can ask whether the device is still there.
    pub(super) fn explain(what: &'static str, udid: &str, error: &IdeviceError) -> Self {
        let udid = udid.to_owned();
        match error {
            IdeviceError::InvalidHostID => Self::NotPaired { udid },
            IdeviceError::DeviceLocked => Self::Locked { udid },
            IdeviceError::DeveloperModeNotEnabled => Self::DeveloperModeOff { udid },
            IdeviceError::ImageNotMounted | IdeviceError::ServiceNotFound => {
                Self::NoDeveloperImage { what }
            }
            IdeviceError::DeviceNotFound => Self::Unplugged { udid },
            IdeviceError::Usbmuxd(idevice::usbmuxd::errors::UsbmuxdError::BadDevice) => {
                Self::Unplugged { udid }
            }
            // Lockdown's words that the crate has no names for without its pairing feature.
            IdeviceError::UnknownErrorType(word) => match word.as_str() {
                "PasswordProtected" => Self::Locked { udid },
                "PairingDialogResponsePending" => Self::TrustPending { udid },
                "UserDeniedPairing" => Self::TrustRefused { udid },
                // Developer services are not known before their image is mounted.
                "InvalidService" => Self::NoDeveloperImage { what },
                other => Self::Failed {
                    what,
                    reason: other.to_owned(),
                },
            },
            other => Self::Failed {
                what,
                reason: words(other),
            },
        }
    }
}

/// An error with its causes, which the crate keeps out of its messages.
pub(super) fn words(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}

/// As a new session is told; in a session that runs it becomes a `DeviceError`.
impl Cause for CableError {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        Some(CableError::cure(self).to_owned())
    }
}

impl From<CableError> for DeviceError {
    fn from(error: CableError) -> Self {
        let text = error.told();
        match error {
            CableError::Unplugged { .. } | CableError::RunnerExited { .. } => Self::Lost(text),
            CableError::Slow { what, after } => Self::Timeout {
                what: format!("the end of {what}"),
                after,
            },
            CableError::NoFile(path) => Self::NoSuchFile(path),
            _ => Self::Failed(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_lockdown_become_causes_with_a_cure() {
        let explain = |word: &str| {
            CableError::explain("a test", "U", &IdeviceError::UnknownErrorType(word.into()))
        };
        assert!(matches!(
            explain("PasswordProtected"),
            CableError::Locked { .. }
        ));
        assert!(matches!(
            explain("PairingDialogResponsePending"),
            CableError::TrustPending { .. }
        ));
        let other = explain("SomethingNew");
        assert_eq!(other.to_string(), "a test failed: SomethingNew");
        assert!(!other.cure().is_empty());
    }

    #[test]
    fn causes_below_an_error_are_told() {
        let io = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        let text = words(&IdeviceError::Socket(io));
        assert!(text.contains("broken pipe"), "{text}");
    }
}
