//! Why a BiDi call failed.

use std::time::Duration;

use hansom_protocol::{Cause, ErrorCode};

/// One variant per cause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BidiError {
    /// No WebSocket could be opened.
    #[error("cannot open the BiDi connection to Firefox at {address}: {reason}")]
    Connect {
        /// Where.
        address: String,
        /// What the system or the handshake said.
        reason: String,
    },
    /// The connection ended while an answer was awaited, or before the call.
    #[error("the BiDi connection to Firefox is closed: {0}")]
    Closed(String),
    /// No answer in time.
    #[error("Firefox did not answer `{method}` within {after:?}")]
    Timeout {
        /// The command.
        method: String,
        /// How long was waited.
        after: Duration,
    },
    /// Firefox answered with an error.
    #[error("Firefox refused `{method}`: {message} ({error})")]
    Remote {
        /// The command.
        method: String,
        /// The error code of the specification, for example `no such frame`.
        error: String,
        /// Firefox's words.
        message: String,
        /// Firefox's stack.
        stacktrace: String,
    },
    /// A message that is not what the specification says.
    #[error("`{method}` was answered with something unexpected: {reason}")]
    Malformed {
        /// The command.
        method: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Cause for BidiError {
    fn code(&self) -> ErrorCode {
        match self {
            BidiError::Remote { error, .. } => {
                ErrorCode::from_text(error).unwrap_or(ErrorCode::UnknownError)
            }
            BidiError::Timeout { .. } => ErrorCode::Timeout,
            BidiError::Connect { .. } | BidiError::Closed(_) | BidiError::Malformed { .. } => {
                ErrorCode::UnknownError
            }
        }
    }

    fn cure(&self) -> Option<String> {
        match self {
            BidiError::Connect { .. } | BidiError::Closed(_) => {
                Some("Firefox has probably ended; start a new session.".into())
            }
            BidiError::Timeout { .. } => {
                Some("Try again; if Firefox hangs, start a new session.".into())
            }
            BidiError::Malformed { .. } => Some(
                "Use a Firefox that hansom is tested with; `hansom doctor` shows the one found."
                    .into(),
            ),
            BidiError::Remote { .. } => Some("Try again; the server's log says more.".into()),
        }
    }

    fn ends_session(&self) -> bool {
        matches!(self, BidiError::Closed(_))
    }

    fn stacktrace(&self) -> Option<String> {
        match self {
            BidiError::Remote { stacktrace, .. } => Some(stacktrace.clone()),
            _ => None,
        }
    }
}
