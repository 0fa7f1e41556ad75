//! Why a session ended, and the memory of it.

use std::{
    collections::{HashMap, VecDeque},
    time::Duration,
};

use hansom_protocol::{Command, EndReason, Error, ErrorCode, SessionId};
use tokio::time::Instant;

/// How many ended sessions are remembered.
const REMEMBERED: usize = 1000;

/// Why a session ended.
#[derive(Debug, Clone)]
pub(crate) enum EndCause {
    /// The client deleted it.
    Deleted,
    /// No command came for so long.
    Idle(Duration),
    /// What it drove is gone.
    Died(Error),
    /// A command failed in a way that ended it.
    Failed(Command, Error),
    /// A command ran for so long.
    TookTooLong(Command, Duration),
    /// The driver has a bug.
    Panicked,
    /// The server stops.
    Shutdown,
}

impl EndCause {
    /// The reason as a driver is told it.
    pub(crate) fn reason(&self) -> EndReason {
        match self {
            EndCause::Deleted => EndReason::Deleted,
            EndCause::Idle(_) => EndReason::Idle,
            EndCause::Shutdown => EndReason::Shutdown,
            EndCause::Died(_)
            | EndCause::Failed(..)
            | EndCause::TookTooLong(..)
            | EndCause::Panicked => EndReason::Died,
        }
    }

    /// The label in logs and metrics.
    pub(crate) fn label(&self) -> &'static str {
        match self {
            EndCause::Deleted => "deleted",
            EndCause::Idle(_) => "idle",
            EndCause::Died(_) => "died",
            EndCause::Failed(..) => "failed",
            EndCause::TookTooLong(..) => "took too long",
            EndCause::Panicked => "panicked",
            EndCause::Shutdown => "shutdown",
        }
    }

    /// The error for commands that come too late, or that were running.
    pub(crate) fn error(&self) -> Error {
        let (code, message) = match self {
            EndCause::Deleted => (
                ErrorCode::InvalidSessionId,
                "the session was deleted by a client. Start a new one.".to_owned(),
            ),
            EndCause::Idle(limit) => (
                ErrorCode::InvalidSessionId,
                format!(
                    "the session ended because no command came for {} s. Set another time with the \
                     capability appium:newCommandTimeout (seconds, 0 for ever) or with \
                     --new-command-timeout.",
                    limit.as_secs_f64()
                ),
            ),
            EndCause::Died(error) => (
                ErrorCode::InvalidSessionId,
                format!("the session is over: {}", error.message),
            ),
            EndCause::Failed(command, error) => (
                ErrorCode::InvalidSessionId,
                format!(
                    "the session ended with the command {command}: {}",
                    error.message
                ),
            ),
            EndCause::TookTooLong(command, limit) => (
                ErrorCode::Timeout,
                format!(
                    "the command {command} ran for more than {} s, so its session was ended. Set \
                     another limit with --command-timeout.",
                    limit.as_secs_f64()
                ),
            ),
            EndCause::Panicked => (
                ErrorCode::UnknownError,
                "the driver failed unexpectedly and its session was ended. This is a bug of the \
                 server; its log shows where."
                    .to_owned(),
            ),
            EndCause::Shutdown => (
                ErrorCode::InvalidSessionId,
                "the session ended because the server is stopping.".to_owned(),
            ),
        };
        Error::new(code, message)
    }
}

/// The sessions that ended, the oldest forgotten first.
#[derive(Debug, Default)]
pub(super) struct Ended {
    causes: HashMap<SessionId, (EndCause, Instant)>,
    order: VecDeque<SessionId>,
}

impl Ended {
    pub(super) fn remember(&mut self, id: SessionId, cause: EndCause) {
        if self.order.len() == REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.causes.remove(&oldest);
        }
        self.order.push_back(id.clone());
        self.causes.insert(id, (cause, Instant::now()));
    }

    /// The error for a command to a session that is not there.
    pub(super) fn explain(&self, id: &SessionId) -> Error {
        match self.causes.get(id) {
            Some((cause, when)) => {
                let mut error = cause.error();
                error.code = ErrorCode::InvalidSessionId;
                let ago = when.elapsed().as_secs();
                error.message = format!("{} (It ended {ago} s ago.)", error.message);
                error
            }
            None => Error::new(
                ErrorCode::InvalidSessionId,
                "there is no session with this id, and none is remembered. Start one with POST \
                 /session.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_memory_is_bounded_and_forgets_the_oldest() {
        let mut ended = Ended::default();
        let first = SessionId::random();
        ended.remember(first.clone(), EndCause::Deleted);
        assert!(ended.explain(&first).message.contains("deleted"));
        for _ in 0..REMEMBERED {
            ended.remember(SessionId::random(), EndCause::Shutdown);
        }
        assert!(ended.explain(&first).message.contains("none is remembered"));
        assert_eq!(ended.causes.len(), REMEMBERED);
    }
}
