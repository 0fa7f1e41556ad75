//! One Firefox for all sessions, in turn: one that already runs, or the only one that a fixed
//! Marionette port leaves room for.

use std::sync::Arc;

use hansom_firefox::Existing;
use hansom_protocol::{Cause, ErrorCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A session's turn at the one Firefox.
pub(crate) type Turn = OwnedSemaphorePermit;

/// Whose turn it is.
pub(crate) struct Turns {
    free: Arc<Semaphore>,
    /// What those are told who come too early.
    taken: TurnError,
}

impl Turns {
    pub(crate) fn new(taken: TurnError) -> Self {
        let free = Arc::new(Semaphore::new(1));
        Self { free, taken }
    }

    /// The turn of a session that begins.
    pub(crate) fn take(&self) -> Result<Turn, TurnError> {
        let turn = Arc::clone(&self.free).try_acquire_owned();
        turn.map_err(|_| self.taken.clone())
    }

    /// Why none can be had just now.
    pub(crate) fn busy(&self) -> Option<String> {
        (self.free.available_permits() == 0).then(|| self.taken.to_string())
    }
}

/// Another session has the one Firefox.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TurnError {
    /// It ran before the session.
    #[error("the Firefox at {0} has a session already, and this server uses no other")]
    Existing(Existing),
    /// It has the port that the operator chose.
    #[error("the Firefox on Marionette port {0} has a session already, and there is no other port")]
    Port(u16),
}

impl Cause for TurnError {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        let flag = match self {
            Self::Existing(_) => "--connect-existing",
            Self::Port(_) => "--marionette-port",
        };
        Some(format!(
            "End that session first, or start the server without {flag} to have a browser for each session."
        ))
    }
}
