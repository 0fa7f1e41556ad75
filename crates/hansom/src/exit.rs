//! Why the program ends, and with which exit code. The codes are part of the interface.

use std::net::SocketAddr;

use crate::cli::CliError;

/// What went wrong at the top.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Cli(#[from] CliError),
    /// A setting that contradicts another, or a file it names that cannot be used.
    #[error("{0}")]
    Setting(String),
    #[error("port {port} of {host} is taken{by}. Stop that process, or choose another port with --port; --port 0 lets the system choose.", host = address.ip(), port = address.port())]
    PortTaken { address: SocketAddr, by: String },
    #[error("{0}")]
    CannotRun(String),
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl Failure {
    /// The exit code.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Failure::Cli(CliError::Usage(error)) => u8::try_from(error.exit_code()).unwrap_or(2),
            Failure::Cli(CliError::File(_)) | Failure::Setting(_) => 3,
            Failure::PortTaken { .. } => 4,
            Failure::CannotRun(_) | Failure::Output(_) => 5,
        }
    }
}
