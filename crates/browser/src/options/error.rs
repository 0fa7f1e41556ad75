//! What can be wrong with what a client wants for its Firefox.

use hansom_protocol::{Cause, ErrorCode};

use super::HANSOM;

/// What can be wrong with what a client wants for its Firefox.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OptionsError {
    /// A value of another type.
    #[error("`{name}` must be {wanted}")]
    Type { name: String, wanted: &'static str },
    /// A field nobody knows.
    #[error("`moz:firefoxOptions` has no field `{0}`")]
    UnknownField(String),
    /// A capability in a name space of ours or Mozilla's that nobody knows.
    #[error("there is no capability `{0}`")]
    UnknownCapability(String),
    /// Firefox on Android.
    #[error("`moz:firefoxOptions.{0}` is about Firefox on Android, which is not driven here")]
    Android(String),
    /// A level nobody knows.
    #[error("`{0}` is not a log level")]
    LogLevel(String),
    /// An argument that would take the protocol from us.
    #[error("the argument `{0}` cannot be set by capabilities")]
    ForbiddenArgument(String),
    /// An argument with which no session can start.
    #[error("no session can start with the argument `{0}`")]
    UselessArgument(String),
    /// An argument that no process can have.
    #[error("the argument `{0}` has a NUL in it")]
    OddArgument(String),
    /// `-profile` without more.
    #[error("the argument `-profile` is not followed by a folder")]
    ProfileWithoutFolder,
    /// An uploaded profile and one in the arguments.
    #[error("there is a `profile` in `moz:firefoxOptions` and one in its `args`")]
    TwoProfiles,
    /// A variable that would take the protocol from us.
    #[error("the environment variable `{0}` cannot be set by capabilities")]
    ForbiddenVariable(String),
    /// A variable that no process can have.
    #[error("the environment variable `{0}` has a name or value that no process can have")]
    OddVariable(String),
    /// A number that no preference can have.
    #[error("the preference `{0}` has a number that Firefox cannot keep")]
    PrefRange(String),
    /// Text that no preference can have.
    #[error("the preference `{0}` has a NUL in its name or value")]
    OddPref(String),
}

impl Cause for OptionsError {
    fn code(&self) -> ErrorCode {
        ErrorCode::InvalidArgument
    }

    fn cure(&self) -> Option<String> {
        let cure = match self {
            Self::Type { .. } => "Send it so, or leave it out.".into(),
            Self::UnknownField(_) => {
                "It has `binary`, `args`, `profile`, `prefs`, `env` and `log`.".into()
            }
            Self::UnknownCapability(name) if name.starts_with("hansom:") => {
                format!("The browser driver has {}.", HANSOM.join(", "))
            }
            Self::UnknownCapability(_) => "Check its spelling, or leave it out.".into(),
            Self::Android(_) => "Leave it out to drive Firefox on this machine.".into(),
            Self::LogLevel(_) => {
                let levels = super::LOG_LEVELS.join(", ").to_lowercase();
                format!("Use one of {levels}.")
            }
            Self::ForbiddenArgument(_) | Self::ForbiddenVariable(_) => {
                "The server sets it by itself where its operator allows it: \
                 see --allow-insecure browser:system_access."
                    .into()
            }
            Self::UselessArgument(_) => {
                "Leave it out; an existing profile is named with `-profile FOLDER`.".into()
            }
            Self::ProfileWithoutFolder => "Put the folder into the argument after it.".into(),
            Self::TwoProfiles => "Give only one of them.".into(),
            Self::OddVariable(_) => "Neither may hold a NUL, and the name no `=`.".into(),
            Self::PrefRange(_) => "Give a whole number from -2147483648 to 2147483647.".into(),
            Self::OddArgument(_) | Self::OddPref(_) => "Leave it out.".into(),
        };
        Some(cure)
    }
}
