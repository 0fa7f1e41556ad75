//! Why a device could not be reached.

use std::time::Duration;

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

impl From<AppleError> for hansom_device::DeviceError {
    fn from(error: AppleError) -> Self {
        let text = match error.cure() {
            "" => error.to_string(),
            cure => format!("{error}. {cure}"),
        };
        match error {
            AppleError::AgentGone { .. } => Self::Lost(text),
            AppleError::Cable(error) => error.into(),
            AppleError::AgentSlow { command, after } => Self::Timeout {
                what: format!("the agent's answer to `{command}`"),
                after,
            },
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
        "invalid selector" => DeviceError::InvalidSelector(message),
        "unsupported operation" | "unknown command" => {
            Unsupported::new("this", format!("the agent refused it: {message}")).into()
        }
        _ => DeviceError::Failed(message),
    }
}
