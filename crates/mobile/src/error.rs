//! Why a command of a mobile session failed, and what the reader can do.

use hansom_device::{DeviceError, Unsupported};
use hansom_protocol::{Cause, Error, ErrorCode, base64::Base64Error};
use serde_json::Value;

/// Everything here fails with this.
pub(crate) type Result<T, E = MobileError> = std::result::Result<T, E>;

/// One variant per cause.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MobileError {
    /// The device said no.
    #[error("{0}")]
    Device(#[from] DeviceError),
    /// An app that is not there, with those that are.
    #[error("the app `{app}` is not installed; installed are {installed}")]
    UnknownApp {
        /// What was asked for.
        app: String,
        /// What there is.
        installed: String,
    },
    /// The request itself is at fault.
    #[error("{}", .0.message)]
    Request(#[from] Error),
    /// No app was named and the session has none.
    #[error("this session has no app under test")]
    NoApp,
    /// Something that simulators do and real devices do not.
    #[error("{0} works on simulators only, and this is a real device")]
    SimulatorOnly(&'static str),
    /// The position may not be read.
    #[error("the location service of the automation agent is set to '{0}', not to 'Always'")]
    LocationNotAlways(&'static str),
    /// Nothing to match against.
    #[error("no fingerprint or face is enrolled")]
    NotEnrolled,
    /// The element is in no form.
    #[error("the element is not in a form")]
    NoForm,
    /// No element has focus.
    #[error("no element has focus")]
    NoFocus,
    /// Only pages have this.
    #[error("{0} is for web pages, and the current context is the native one")]
    WebOnly(&'static str),
    /// No execute method of that name.
    #[error("there is no method `{name}`{near}")]
    UnknownMethod {
        /// What was asked for.
        name: String,
        /// Near names, as a clause.
        near: String,
    },
    /// Scripts need a page.
    #[error("scripts run in web pages, and the current context is the native one")]
    ScriptInNative,
    /// No strings in that language.
    #[error("the app has no strings for `{language}`; it has {known}")]
    NoLanguage {
        /// What was asked for.
        language: String,
        /// What there is.
        known: String,
    },
    /// No such file with strings.
    #[error("the app has no file `{file}` for `{language}`; it has {known}")]
    NoStringFile {
        /// What was asked for.
        file: String,
        /// In which language.
        language: String,
        /// What there is.
        known: String,
    },
    /// A file with strings that cannot be read.
    #[error("the strings in `{file}` cannot be read: {reason}")]
    BadStrings {
        /// Which file.
        file: String,
        /// Why.
        reason: String,
    },
    /// An async script was ended by the client with an error.
    #[error("{message}")]
    Script {
        /// The code the client named.
        code: ErrorCode,
        /// Its message.
        message: String,
    },
    /// What should be a file or text is no base64.
    #[error(transparent)]
    Base64(#[from] Base64Error),
    /// No device of the wanted kind can be had here.
    #[error("this server has no {0}")]
    NoFactory(&'static str),
}

impl From<Unsupported> for MobileError {
    fn from(unsupported: Unsupported) -> Self {
        Self::Device(unsupported.into())
    }
}

impl Cause for MobileError {
    fn code(&self) -> ErrorCode {
        use MobileError::*;
        match self {
            Device(error) => device_code(error),
            UnknownApp { .. } | NoApp | NoLanguage { .. } | NoStringFile { .. } => {
                ErrorCode::InvalidArgument
            }
            Base64(error) => error.code(),
            Request(error) => error.code,
            SimulatorOnly(_) => ErrorCode::UnsupportedOperation,
            LocationNotAlways(_) | NotEnrolled | BadStrings { .. } => ErrorCode::UnknownError,
            NoForm => ErrorCode::InvalidElementState,
            NoFocus => ErrorCode::NoSuchElement,
            WebOnly(_) | UnknownMethod { .. } | ScriptInNative => ErrorCode::UnknownMethod,
            Script { code, .. } => *code,
            NoFactory(_) => ErrorCode::SessionNotCreated,
        }
    }

    fn cure(&self) -> Option<String> {
        use MobileError::*;
        let cure = match self {
            Device(error) => return device_cure(error),
            Base64(error) => return error.cure(),
            UnknownApp { .. } => "Install it with `mobile: installApp`, or name one of these.",
            NoApp => {
                "Start the session with `appium:app` or `appium:bundleId`, or name the app in the command."
            }
            SimulatorOnly(_) => {
                "Use a simulator, or a virtual phone with `hansom:kind: simulator`."
            }
            LocationNotAlways(_) => {
                "Set it with `mobile: setPermission` \
                 {\"bundleId\": \"hansom.agent\", \"access\": {\"location\": \"always\"}}; \
                 on an iPhone in Settings, Privacy, Location Services, WebDriverAgent."
            }
            NotEnrolled => "Enrol one first with `mobile: enrollBiometric`.",
            NoForm => "Tap the button that sends the data instead.",
            NoFocus => "Tap a text field first.",
            WebOnly(_) | ScriptInNative => {
                "Switch to a web context first: GET …/contexts lists them, POST …/context {\"name\": \"WEBVIEW_…\"} switches."
            }
            UnknownMethod { .. } => "GET …/automation/extensions lists all of them.",
            NoLanguage { .. } | NoStringFile { .. } => "Ask for one of these.",
            BadStrings { .. } => "Mend that file in the app and install it again.",
            Request(_) | Script { .. } => return None,
            NoFactory(_) => "Ask for a virtual phone with `appium:automationName: Virtual`.",
        };
        Some(cure.to_owned())
    }

    fn ends_session(&self) -> bool {
        match self {
            MobileError::Device(DeviceError::Lost(_)) => true,
            MobileError::Request(error) => error.ends_session,
            _ => false,
        }
    }

    fn data(&self) -> Option<Value> {
        match self {
            MobileError::Device(DeviceError::Web { data, .. }) => {
                serde_json::from_str(data.as_deref()?).ok()
            }
            MobileError::Request(error) => error.data.clone(),
            _ => None,
        }
    }

    fn stacktrace(&self) -> Option<String> {
        match self {
            MobileError::Device(DeviceError::Web { stacktrace, .. }) => Some(stacktrace.clone()),
            MobileError::Request(error) => Some(error.stacktrace.clone()),
            _ => None,
        }
    }
}

fn device_code(error: &DeviceError) -> ErrorCode {
    match error {
        DeviceError::Unsupported(_) => ErrorCode::UnsupportedOperation,
        DeviceError::NotInstalled(_)
        | DeviceError::BadBundle(_)
        | DeviceError::InvalidArgument(_)
        | DeviceError::NoSuchFile(_) => ErrorCode::InvalidArgument,
        DeviceError::NoSuchElement(_) => ErrorCode::NoSuchElement,
        DeviceError::StaleElement(_) => ErrorCode::StaleElementReference,
        DeviceError::NotInteractable(_) => ErrorCode::ElementNotInteractable,
        DeviceError::InvalidState(_) | DeviceError::Locked => ErrorCode::InvalidElementState,
        DeviceError::NoAlert => ErrorCode::NoSuchAlert,
        // A context is to a phone what a window is to a browser; W3C has no closer word.
        DeviceError::NoSuchContext { .. } => ErrorCode::NoSuchWindow,
        DeviceError::OutOfBounds(_) => ErrorCode::MoveTargetOutOfBounds,
        DeviceError::InvalidSelector(_) => ErrorCode::InvalidSelector,
        DeviceError::Timeout { .. } | DeviceError::Late(_) => ErrorCode::Timeout,
        DeviceError::Web { code, .. } => {
            ErrorCode::from_text(code).unwrap_or(ErrorCode::UnknownError)
        }
        _ => ErrorCode::UnknownError,
    }
}

fn device_cure(error: &DeviceError) -> Option<String> {
    let cure = match error {
        DeviceError::Unsupported(_) => "Leave it out, or take a device that has it.",
        DeviceError::NoSuchElement(_) => {
            "GET …/source shows what is on the screen; the implicit timeout waits for what comes later."
        }
        DeviceError::NoAlert => "Wait until one is there, or go on without it.",
        DeviceError::NoSuchContext { .. } => "Switch to one of these; GET …/contexts lists them.",
        DeviceError::Timeout { .. } => {
            "Try again; the server's log says what the device did meanwhile."
        }
        DeviceError::NotInstalled(_) => "Install it with `mobile: installApp`.",
        DeviceError::NotRunning(_) => "Start it with `mobile: launchApp`.",
        DeviceError::Crashed { .. } => {
            "Start it again with `mobile: launchApp`; the session goes on."
        }
        DeviceError::BadBundle(_) => "Give a folder or zip archive with an app in it.",
        DeviceError::StaleElement(_) => "Find it again.",
        DeviceError::Locked => "Unlock it with `mobile: unlock`.",
        DeviceError::NoSuchFile(_) => {
            "Paths are `@bundle.id/path` in an app's container, or plain in the media folder."
        }
        DeviceError::Lost(_) => "The session is over; start a new one.",
        _ => return None,
    };
    Some(cure.to_owned())
}

#[cfg(test)]
mod tests {
    use hansom_device::AppId;

    use super::*;

    #[test]
    fn each_error_of_a_device_has_a_code_and_those_with_a_way_out_name_it() {
        let cases = [
            (
                DeviceError::Locked,
                "invalid element state",
                "mobile: unlock",
            ),
            (
                DeviceError::NotRunning(AppId::new("a.b")),
                "unknown error",
                "mobile: launchApp",
            ),
            (
                DeviceError::StaleElement("7".into()),
                "stale element reference",
                "Find it again",
            ),
            (DeviceError::NoAlert, "no such alert", ""),
            (
                Unsupported::new("location", "a TV stays where it is").into(),
                "unsupported operation",
                "a TV stays",
            ),
            (
                DeviceError::Web {
                    code: "no such frame".into(),
                    message: "m".into(),
                    stacktrace: "s".into(),
                    data: Some("{\"a\":1}".into()),
                },
                "no such frame",
                "m",
            ),
        ];
        for (cause, code, words) in cases {
            let error = Error::from(MobileError::from(cause));
            assert_eq!(error.code.as_str(), code, "{error}");
            assert!(error.message.contains(words), "{error}");
            assert!(!error.ends_session, "{error}");
        }
    }

    #[test]
    fn a_lost_device_ends_the_session_with_the_reason() {
        let error = Error::from(MobileError::from(DeviceError::Lost(
            "Firefox crashed".into(),
        )));
        assert!(error.ends_session);
        assert!(error.message.contains("Firefox crashed"), "{error}");
    }

    #[test]
    fn an_error_of_the_request_passes_through() {
        let mut cause = Error::invalid_argument("`x` must be a number.");
        cause.data = Some(Value::Bool(true));
        let error = Error::from(MobileError::from(cause.clone()));
        assert_eq!(error.message, cause.message);
        assert_eq!(error.data, cause.data);
    }
}
