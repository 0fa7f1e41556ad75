//! How the agent says no: its error names, its statuses, its `traceback`.

use hansom_device::DeviceError;
use serde_json::{Value, json};

/// What a handler gives back.
pub(crate) type Handled = Result<Value, Failure>;

/// An error in the agent's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) status: u16,
    pub(crate) error: String,
    pub(crate) message: String,
}

impl Failure {
    fn new(status: u16, error: &str, message: impl Into<String>) -> Self {
        Self {
            status,
            error: error.to_owned(),
            message: message.into(),
        }
    }

    pub(crate) fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(400, "invalid argument", message)
    }

    pub(crate) fn invalid_state(message: impl Into<String>) -> Self {
        Self::new(400, "invalid element state", message)
    }

    pub(crate) fn invalid_session() -> Self {
        Self::new(404, "invalid session id", "Session does not exist")
    }

    pub(crate) fn no_such_element(using: &str, value: &str) -> Self {
        let message = format!("unable to find an element using '{using}', value '{value}'");
        Self::new(404, "no such element", message)
    }

    pub(crate) fn unknown_command(path: &str) -> Self {
        Self::new(
            404,
            "unknown command",
            format!("Unhandled endpoint: {path}"),
        )
    }

    pub(crate) fn not_created(message: impl Into<String>) -> Self {
        Self::new(500, "session not created", message)
    }

    pub(crate) fn unknown(message: impl Into<String>) -> Self {
        Self::new(500, "unknown error", message)
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(500, "unsupported operation", message)
    }

    /// The `value` of the answer.
    pub(crate) fn value(&self) -> Value {
        json!({"error": self.error, "message": self.message, "traceback": ""})
    }
}

impl From<DeviceError> for Failure {
    fn from(error: DeviceError) -> Self {
        let message = error.to_string();
        match error {
            DeviceError::Unsupported(_) => Self::unsupported(message),
            // A find that finds nothing is told apart by its handler. Here an id was asked for, and the
            // agent keeps no list of those it named once: never known and gone are the same to it.
            DeviceError::NoSuchElement(_) | DeviceError::StaleElement(_) => {
                Self::new(404, "stale element reference", message)
            }
            DeviceError::NotInstalled(_)
            | DeviceError::BadBundle(_)
            | DeviceError::InvalidArgument(_) => Self::invalid_argument(message),
            DeviceError::NotRunning(_)
            | DeviceError::Crashed { .. }
            | DeviceError::NotInteractable(_)
            | DeviceError::InvalidState(_)
            | DeviceError::Locked => Self::invalid_state(message),
            DeviceError::NoAlert => Self::new(404, "no such alert", message),
            DeviceError::InvalidSelector(_) => Self::new(400, "invalid selector", message),
            DeviceError::Timeout { .. } | DeviceError::Late(_) => {
                Self::new(408, "timeout", message)
            }
            _ => Self::unknown(message),
        }
    }
}

impl From<hansom_device::Unsupported> for Failure {
    fn from(error: hansom_device::Unsupported) -> Self {
        DeviceError::from(error).into()
    }
}
