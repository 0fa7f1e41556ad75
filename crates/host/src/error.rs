//! What can go wrong on the host.

use std::{io, path::PathBuf};

use hansom_protocol::{Cause, ErrorCode};

/// A failure of the machine we run on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HostError {
    /// The state directory could not be made.
    #[error("the state directory {} could not be made: {source}", path.display())]
    StateDir {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder or file of ours could not be made.
    #[error("{} could not be made: {source}", path.display())]
    Folder {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The program to start is not there.
    #[error("the program `{program}` was not found")]
    ProgramNotFound {
        /// As it was asked for.
        program: String,
    },
    /// The program is there but did not start.
    #[error("the program `{program}` did not start: {source}")]
    Spawn {
        /// As it was asked for.
        program: String,
        /// Why.
        source: io::Error,
    },
    /// The thread that starts children is gone, which only happens while the process ends.
    #[error("the program is stopping and starts no more children")]
    Stopping,
    /// Signals cannot be listened for.
    #[error("signals cannot be listened for: {source}")]
    Signals {
        /// Why.
        source: io::Error,
    },
}

impl Cause for HostError {
    fn code(&self) -> ErrorCode {
        ErrorCode::UnknownError
    }

    fn cure(&self) -> Option<String> {
        match self {
            HostError::StateDir { .. } | HostError::Folder { .. } => Some(
                "Check that the folder can be written to and that its disk is not full, or choose \
                 another with --state-dir."
                    .into(),
            ),
            HostError::ProgramNotFound { .. } => {
                Some("Install it; `hansom doctor` says how.".into())
            }
            HostError::Spawn { .. } => {
                Some("Check that the file may be executed and that memory is left.".into())
            }
            HostError::Stopping => Some("Start the server again for new sessions.".into()),
            HostError::Signals { .. } => {
                Some("Raise the limits of the server's process (`ulimit -a`).".into())
            }
        }
    }
}
