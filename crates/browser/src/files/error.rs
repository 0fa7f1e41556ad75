//! Why a file did not travel.

use std::{io, path::PathBuf};

use hansom_host::archive::ArchiveError;
use hansom_protocol::{Cause, ErrorCode, base64::Base64Error};

/// Why a file did not travel.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error(transparent)]
    Base64(#[from] Base64Error),
    #[error("the archive in `file` was not unpacked: {0}")]
    Archive(#[from] ArchiveError),
    #[error("the archive in `file` holds {0} files")]
    NotOne(usize),
    #[error("`name` must be the name of a file, without a path: `{0}`")]
    NotAName(String),
    #[error("there is no downloaded file `{name}`; there are: {there}")]
    NoSuchDownload { name: String, there: String },
    #[error("`{0}` is still being downloaded")]
    Unfinished(String),
    #[error("{} cannot be used: {}", .0.display(), .1)]
    Disk(PathBuf, #[source] io::Error),
    #[error("the work was interrupted")]
    Interrupted,
}

impl Cause for FileError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Disk(..)
            | Self::Interrupted
            | Self::Unfinished(_)
            | Self::Archive(ArchiveError::Write { .. }) => ErrorCode::UnknownError,
            _ => ErrorCode::InvalidArgument,
        }
    }

    fn cure(&self) -> Option<String> {
        let cure = match self {
            Self::Base64(error) => return error.cure(),
            Self::Archive(_) => "Send a plain zip archive with the one file to upload.",
            Self::NotOne(_) => "Upload files one by one, each in an archive of its own.",
            Self::NotAName(_) | Self::NoSuchDownload { .. } => "Use a name from GET …/se/files.",
            Self::Unfinished(_) => "Ask again when GET …/se/files lists it.",
            Self::Disk(..) => {
                "Check that the folder can be written to and that its disk is not full."
            }
            Self::Interrupted => "Try again; the server's log says more.",
        };
        Some(cure.into())
    }
}
