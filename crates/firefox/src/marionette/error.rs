//! Why a Marionette command gave no result.

use std::sync::Arc;

use hansom_protocol::{Cause, ErrorCode};
use serde_json::Value;

use super::frame::{Failure, FrameError};
use crate::Death;

/// Why a command gave no result.
#[derive(Debug, Clone, thiserror::Error)]
pub enum MarionetteError {
    /// Firefox carried the command out and it failed.
    #[error("{message}")]
    Failed {
        /// The W3C code.
        code: ErrorCode,
        /// What Firefox said.
        message: String,
        /// The stack of the script that failed, or of Firefox's own code.
        stacktrace: String,
        /// Detail, such as the text of an unexpected prompt.
        data: Option<Box<Value>>,
    },
    /// Firefox is gone.
    #[error("Firefox is gone: it {0}")]
    Died(Box<Death>),
    /// The connection ended though Firefox still runs.
    #[error("the connection to Firefox was lost: {0}")]
    Lost(String),
    /// Firefox sent something that is not Marionette's protocol.
    #[error(transparent)]
    Protocol(#[from] FrameError),
}

impl MarionetteError {
    /// The W3C code when Firefox itself refused the command.
    pub fn refused_with(&self) -> Option<ErrorCode> {
        match self {
            MarionetteError::Failed { code, .. } => Some(*code),
            _ => None,
        }
    }
}

impl From<Failure> for MarionetteError {
    fn from(failure: Failure) -> Self {
        let code = code_of(&failure.error);
        // A code outside the specification is told in the message, so that nothing is lost.
        let known = ErrorCode::from_text(&failure.error).is_some();
        let message = match (known, failure.message.is_empty()) {
            (true, false) => failure.message,
            (_, true) => failure.error,
            (false, false) => format!("{}: {}", failure.error, failure.message),
        };
        MarionetteError::Failed {
            code,
            message,
            stacktrace: failure.stacktrace.unwrap_or_default(),
            data: failure.data.map(Box::new),
        }
    }
}

/// Marionette's codes are the specification's, plus those of BiDi and of addons.
fn code_of(text: &str) -> ErrorCode {
    ErrorCode::from_text(text).unwrap_or(match text {
        "invalid web extension" | "no such web extension" | "invalid addon" => {
            ErrorCode::InvalidArgument
        }
        _ => ErrorCode::UnknownError,
    })
}

impl Cause for MarionetteError {
    fn code(&self) -> ErrorCode {
        match self {
            MarionetteError::Failed { code, .. } => *code,
            _ => ErrorCode::UnknownError,
        }
    }

    fn cure(&self) -> Option<String> {
        match self {
            MarionetteError::Failed { .. } => None,
            MarionetteError::Died(_) | MarionetteError::Lost(_) | MarionetteError::Protocol(_) => {
                Some("The session is over; start a new one.".into())
            }
        }
    }

    fn ends_session(&self) -> bool {
        !matches!(self, MarionetteError::Failed { .. })
    }

    fn data(&self) -> Option<Value> {
        match self {
            MarionetteError::Failed { data, .. } => data.as_deref().cloned(),
            MarionetteError::Died(death) => Some(death.data()),
            _ => None,
        }
    }

    fn stacktrace(&self) -> Option<String> {
        match self {
            MarionetteError::Failed { stacktrace, .. } => Some(stacktrace.clone()),
            _ => None,
        }
    }
}

/// The end of a connection, told to every command that waits on it.
#[derive(Debug, Clone)]
pub(super) enum Broken {
    /// The socket ended or failed.
    Io(Arc<std::io::Error>),
    /// What came over it made no sense.
    Protocol(FrameError),
}
