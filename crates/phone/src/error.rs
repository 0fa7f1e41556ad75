//! Why a phone did not boot.

use std::{io, path::PathBuf, time::Duration};

use hansom_device::DeviceError;
use hansom_firefox::{FindError, StartError, bidi::BidiError};
use hansom_host::HostError;
use hansom_protocol::{Cause, ErrorCode};

use crate::OLDEST_FIREFOX;

/// One variant per cause.
#[derive(Debug, thiserror::Error)]
pub enum PhoneError {
    /// No Firefox to run on.
    #[error(transparent)]
    Find(#[from] FindError),
    /// It runs browsers, but not phones.
    #[error("Firefox {version} at {} is too old for a virtual phone; {OLDEST_FIREFOX} is the oldest that works", path.display())]
    TooOld {
        /// Which program.
        path: PathBuf,
        /// What it says of itself.
        version: String,
    },
    /// Firefox did not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Firefox started without the socket that the phone needs.
    #[error("Firefox opened no BiDi socket")]
    NoBidi,
    /// Firefox did not do what it was told while the phone was set up.
    #[error("the phone could not be set up in Firefox: {0}")]
    Bidi(#[from] BidiError),
    /// Firefox lacks something, or our script in it failed.
    #[error("the phone's kernel did not start: {0}")]
    Kernel(String),
    /// The kernel works, but a first step failed.
    #[error("the phone did not come up: {0}")]
    Device(#[from] DeviceError),
    /// No folder, no port.
    #[error("the phone has no place on this machine: {0}")]
    Place(#[from] io::Error),
    /// No folder in the state directory.
    #[error(transparent)]
    Host(#[from] HostError),
    /// It took too long.
    #[error("the phone did not boot within {0:?}")]
    TimedOut(Duration),
}

impl Cause for PhoneError {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        match self {
            PhoneError::Find(cause) => cause.cure(),
            PhoneError::Start(cause) => cause.cure(),
            PhoneError::TooOld { .. } => Some(
                "Install a newer Firefox, or name another with --binary; browsers work with this one."
                    .into(),
            ),
            PhoneError::NoBidi | PhoneError::Kernel(_) => {
                Some("Use Firefox ESR 153, which the phone is tested with.".into())
            }
            PhoneError::Bidi(_) | PhoneError::Device(_) => {
                Some("Try again; the server's log says more.".into())
            }
            PhoneError::Place(_) => Some(
                "Check that the state directory can be written to and that its disk is not full."
                    .into(),
            ),
            PhoneError::Host(cause) => cause.cure(),
            PhoneError::TimedOut(_) => Some("Give it more time, or the machine less work.".into()),
        }
    }
}
