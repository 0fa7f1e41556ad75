//! Why a device could not be reached.

use std::time::Duration;

use hansom_protocol::{Cause, ErrorCode};

use crate::cable::CableError;

/// What stands between us and a device, one variant per cause.
#[derive(Debug, thiserror::Error)]
pub enum AppleError {
    /// The address is no address.
    #[error("`{url}` is not the address of an agent: {reason}")]
    BadAddress {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Nobody listens, or the connection broke.
    #[error("the agent at {place} is gone ({reason})")]
    AgentGone {
        /// Where it was looked for.
        place: String,
        /// What the operating system said.
        reason: String,
    },
    /// The agent that we started exited.
    #[error("the agent exited ({reason})")]
    AgentExited {
        /// How, in the words of whoever ran it.
        reason: String,
        /// Whether it is not started again.
        for_good: bool,
    },
    /// The agent that we started does not answer.
    #[error("the agent was started and did not answer within {after:?} ({reason})")]
    AgentNotUp {
        /// How long we waited.
        after: Duration,
        /// The last thing that was seen.
        reason: String,
    },
    /// The agent is not on the device.
    #[error("there is no agent `{bundle}` on `{udid}`")]
    AgentMissing {
        /// What was looked for.
        bundle: String,
        /// Where.
        udid: String,
    },
    /// No answer in time.
    #[error("the agent did not answer `{command}` within {after:?}")]
    AgentSlow {
        /// What was asked.
        command: String,
        /// How long we waited.
        after: Duration,
    },
    /// An answer that is not the agent's.
    #[error("the agent at {place} sent something that is not an answer: {reason}")]
    AgentGarbage {
        /// Where.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The agent said no.
    #[error("{message}")]
    Refused {
        /// Its error code.
        code: String,
        /// Its message.
        message: String,
    },
    /// A host tool failed.
    #[error("{tool} failed: {reason}")]
    Tool {
        /// Which, with its arguments.
        tool: String,
        /// Exit and last words.
        reason: String,
    },
    /// A host tool took too long.
    #[error("{tool} did not finish within {after:?}")]
    ToolSlow {
        /// Which.
        tool: String,
        /// How long we waited.
        after: Duration,
    },
    /// There is no such device.
    #[error("no device with udid `{udid}`; {known}")]
    NoDevice {
        /// What was asked for.
        udid: String,
        /// What there is.
        known: String,
    },
    /// The cable, or what is at its other end.
    #[error(transparent)]
    Cable(#[from] CableError),
}

impl AppleError {
    /// What the reader can do about it.
    pub fn cure(&self) -> &'static str {
        match self {
            Self::BadAddress { .. } => "Give an http address, for example http://127.0.0.1:8100.",
            Self::AgentGone { .. } => {
                "Start WebDriverAgent on the device (or `hansom agent` for a virtual phone) and check the \
                 address in appium:webDriverAgentUrl."
            }
            Self::AgentExited { for_good: true, .. } | Self::AgentNotUp { .. } => {
                "Look at the agent's own log on the device; appium:wdaLaunchTimeout (milliseconds) gives it \
                 more time."
            }
            Self::AgentExited { .. } => {
                "It is started again and the session goes on; find elements again."
            }
            Self::AgentMissing { .. } => {
                "Install WebDriverAgentRunner on the device, or give appium:prebuiltWDAPath; \
                 appium:updatedWDABundleId names one with another id."
            }
            Self::AgentSlow { command, .. } if command == "source" => {
                "A screen with many elements takes the agent long: lower the setting snapshotMaxDepth, leave \
                 attributes out with pageSourceExcludedAttributes, or raise `source` in appium:commandTimeouts."
            }
            Self::AgentSlow { .. } => {
                "Raise appium:wdaConnectionTimeout (milliseconds) if the device is slow, or ask for less."
            }
            Self::AgentGarbage { .. } => {
                "Check that the address is the agent's and no other server's."
            }
            Self::Refused { .. } => "",
            Self::Tool { .. } | Self::ToolSlow { .. } => {
                "Run the same command in a terminal to see more; `hansom doctor` checks the tools."
            }
            Self::NoDevice { .. } => "`hansom devices` lists what can be used.",
            Self::Cable(error) => error.cure(),
        }
    }
}

/// As a new session is told; in a session that runs it becomes a `DeviceError`.
impl Cause for AppleError {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        let cure = AppleError::cure(self);
        (!cure.is_empty()).then(|| cure.to_owned())
    }
}

impl From<AppleError> for hansom_device::DeviceError {
    fn from(error: AppleError) -> Self {
        let text = error.told();
        match error {
            AppleError::AgentGone { .. } | AppleError::AgentExited { for_good: true, .. } => {
                Self::Lost(text)
            }
            AppleError::Cable(error) => error.into(),
            AppleError::AgentSlow { .. } => Self::Late(text),
            AppleError::Refused { code, message } => refused(&code, message),
            _ => Self::Failed(text),
        }
    }
}

/// The agent's refusals in the device's words.
fn refused(code: &str, message: String) -> hansom_device::DeviceError {
    use hansom_device::{DeviceError, Unsupported};
    match code {
        "no such element" => DeviceError::NoSuchElement(message),
        "stale element reference" => DeviceError::StaleElement(message),
        "no such alert" => DeviceError::NoAlert,
        "invalid element state" | "element not visible" => DeviceError::InvalidState(message),
        "element not interactable" => DeviceError::NotInteractable(message),
        "invalid argument" => DeviceError::InvalidArgument(message),
        // The agent has one session; a new one ends the old.
        "invalid session id" => DeviceError::Lost(format!(
            "the agent ended its session, because it was started anew or another client opened one ({message})"
        )),
        "timeout" => DeviceError::Late(message),
        "invalid selector" => DeviceError::InvalidSelector(message),
        "unsupported operation" | "unknown command" => {
            Unsupported::new("this", format!("the agent refused it: {message}")).into()
        }
        _ => DeviceError::Failed(message),
    }
}
