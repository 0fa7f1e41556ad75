//! Why an addon was not installed or uninstalled.

use std::{io, path::PathBuf};

use hansom_firefox::MarionetteError;
use hansom_protocol::{Cause, ErrorCode, base64::Base64Error};

/// Why an addon was not installed or uninstalled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AddonError {
    #[error("the body has unknown keys: `{0}`")]
    UnknownKeys(String),
    #[error("neither `addon` nor `path` is there; one of `addon` or `path` is needed")]
    Neither,
    #[error("both `addon` and `path` are there")]
    Both,
    #[error(transparent)]
    Base64(#[from] Base64Error),
    #[error("the path `{}` is not absolute", .0.display())]
    Relative(PathBuf),
    #[error("{} cannot be read: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    #[error("the path {} is not text, so it cannot be handed to Firefox", .0.display())]
    OddPath(PathBuf),
    #[error("{0} is not a zip archive, so it is no addon")]
    NotAZip(String),
    #[error("{0} has no manifest.json at its top, so it is no addon")]
    NoManifest(String),
    #[error("{} is a folder", .0.display())]
    FolderNotTemporary(PathBuf),
    #[error("{} cannot be written: {}", .0.display(), .1)]
    Write(PathBuf, #[source] io::Error),
    #[error("the installation was interrupted")]
    Interrupted,
    #[error("the addon is not signed, and this Firefox keeps only signed ones")]
    Unsigned,
    #[error("Firefox did not take the addon: {message}")]
    Refused { message: String, stack: String },
    #[error("`id` is empty")]
    EmptyId,
    #[error("{message}")]
    NotUninstalled { message: String, stack: String },
    /// Not about the addon at all.
    #[error(transparent)]
    Firefox(MarionetteError),
}

impl AddonError {
    /// What Firefox's refusal to install means.
    pub(super) fn installing(error: MarionetteError) -> Self {
        match error {
            MarionetteError::Failed { message, .. }
                if message.contains("ERROR_SIGNEDSTATE_REQUIRED") =>
            {
                Self::Unsigned
            }
            MarionetteError::Failed {
                message,
                stacktrace,
                ..
            } => Self::Refused {
                message: plain(&message),
                stack: stacktrace,
            },
            other => Self::Firefox(other),
        }
    }

    /// What Firefox's refusal to uninstall means.
    pub(super) fn uninstalling(error: MarionetteError) -> Self {
        match error {
            MarionetteError::Failed {
                message,
                stacktrace,
                ..
            } => Self::NotUninstalled {
                message: plain(&message),
                stack: stacktrace,
            },
            other => Self::Firefox(other),
        }
    }
}

/// Firefox's message without what it repeats of its code.
fn plain(message: &str) -> String {
    [
        "invalid web extension: ",
        "no such web extension: ",
        "Could not install Add-on: ",
    ]
    .iter()
    .fold(message, |rest, prefix| {
        rest.strip_prefix(prefix).unwrap_or(rest)
    })
    .to_owned()
}

impl Cause for AddonError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Write(..) | Self::Interrupted => ErrorCode::UnknownError,
            Self::Firefox(error) => error.code(),
            _ => ErrorCode::InvalidArgument,
        }
    }

    fn cure(&self) -> Option<String> {
        let cure = match self {
            Self::UnknownKeys(_) => {
                "Known are `addon`, `path`, `temporary` and `allowPrivateBrowsing`."
            }
            Self::Neither => "Send the addon as base64 in `addon`, or its `path`.",
            Self::Both => "Send only one of them.",
            Self::Base64(error) => return error.cure(),
            Self::Relative(_) => "Send the whole path, from the root.",
            Self::Unreadable(..) => {
                "The path is one of the server's machine; to send a file of your own use `addon`."
            }
            Self::OddPath(_) => "Rename it, or send the file in `addon`.",
            Self::NotAZip(_) => "Send the .xpi file itself, or zip the addon's files.",
            Self::NoManifest(_) => {
                "Zip the files of the addon, not the folder around them; a manifest.json is needed."
            }
            Self::FolderNotTemporary(_) => {
                "A folder is only installed with \"temporary\": true; otherwise send an .xpi."
            }
            Self::Unsigned => {
                "Pass \"temporary\": true, or set the preference xpinstall.signatures.required to \
                 false in a Firefox that honours it."
            }
            Self::EmptyId | Self::NotUninstalled { .. } => {
                "Send the id that the installation answered."
            }
            Self::Write(..) | Self::Interrupted => "See the server's log.",
            Self::Refused { .. } => "Check the addon's manifest.json.",
            Self::Firefox(error) => return error.cure(),
        };
        Some(cure.into())
    }

    fn ends_session(&self) -> bool {
        matches!(self, Self::Firefox(error) if error.ends_session())
    }

    fn stacktrace(&self) -> Option<String> {
        match self {
            Self::Refused { stack, .. } | Self::NotUninstalled { stack, .. } => Some(stack.clone()),
            Self::Firefox(error) => error.stacktrace(),
            _ => None,
        }
    }

    fn data(&self) -> Option<serde_json::Value> {
        match self {
            Self::Firefox(error) => error.data(),
            _ => None,
        }
    }
}
