//! Why a film was not begun, not finished, or not delivered.

use std::{io, path::PathBuf, time::Duration};

use hansom_host::HostError;
use hansom_protocol::{Cause, ErrorCode};

/// A failure of a recording. Each variant is one cause.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// An option has a value that is not allowed.
    #[error("the option `{name}` must be {allowed}, not {value}")]
    Option {
        /// Which.
        name: String,
        /// What was sent, masked where it is secret.
        value: String,
        /// What may be sent.
        allowed: String,
    },
    /// There is no such option.
    #[error("there is no recording option `{name}`")]
    UnknownOption {
        /// What was sent.
        name: String,
        /// The nearest that exists.
        nearest: Option<&'static str>,
    },
    /// The device is too old.
    #[error("screen recording needs {rule}; this device has {actual}")]
    Unavailable {
        /// What it needs.
        rule: &'static str,
        /// What it has.
        actual: String,
    },
    /// No encoder on this machine.
    #[error("screen recording needs ffmpeg, and {looked}")]
    FfmpegMissing {
        /// Where it was looked for.
        looked: String,
    },
    /// The encoder ended before it took the first picture.
    #[error("ffmpeg did not start to encode: {words}")]
    EncoderRefused {
        /// Its own words.
        words: String,
    },
    /// Nothing could be started because the first picture or the encoder took too long.
    #[error("{what} did not happen within {} s{}", after.as_secs_f64(), because(cause.as_ref()))]
    StartTimeout {
        /// What was waited for.
        what: &'static str,
        /// How long.
        after: Duration,
        /// What the device said meanwhile.
        cause: Option<String>,
    },
    /// The encoder is behind, and the film not finished yet.
    #[error("the film was not finished within {} s: the encoder is behind", after.as_secs_f64())]
    StopTimeout {
        /// How long the stop waited.
        after: Duration,
    },
    /// The device ended before its first picture.
    #[error("the screen cannot be captured: {0}")]
    Capture(String),
    /// The recording ended without one whole picture.
    #[error("the recording holds no picture: {why}")]
    Empty {
        /// What ended it.
        why: String,
    },
    /// The finished file is gone, unreadable or damaged.
    #[error("the film at {} cannot be used: {why}", path.display())]
    Film {
        /// Where it should be.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// An address that films are not sent to.
    #[error("films are not uploaded to {url}: {why}")]
    Forbidden {
        /// Without its secrets.
        url: String,
        /// Why not.
        why: String,
    },
    /// The upload did not get through.
    #[error("the upload to {url} failed: {why}")]
    Upload {
        /// Without its secrets.
        url: String,
        /// Why.
        why: String,
    },
    /// A file of ours could not be written.
    #[error("the film cannot be written: {0}")]
    Write(#[from] io::Error),
    /// This machine refused something.
    #[error(transparent)]
    Host(#[from] HostError),
}

fn because(cause: Option<&String>) -> String {
    cause.map_or_else(String::new, |cause| format!(": {cause}"))
}

impl Cause for RecordingError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Option { .. } | Self::UnknownOption { .. } | Self::Forbidden { .. } => {
                ErrorCode::InvalidArgument
            }
            Self::Unavailable { .. } => ErrorCode::UnsupportedOperation,
            Self::StartTimeout { .. } | Self::StopTimeout { .. } => ErrorCode::Timeout,
            Self::Capture(_) => ErrorCode::UnableToCaptureScreen,
            Self::Host(error) => error.code(),
            _ => ErrorCode::UnknownError,
        }
    }

    fn cure(&self) -> Option<String> {
        Some(match self {
            Self::UnknownOption { nearest, .. } => match nearest {
                Some(name) => format!("Did you mean `{name}`?"),
                None => format!("There are {}.", super::option_table::names()),
            },
            Self::FfmpegMissing { .. } => format!(
                "Install it ({}), or name it with --ffmpeg.",
                super::ffmpeg::HOW_TO_INSTALL
            ),
            Self::EncoderRefused { .. } => {
                "Try another `videoType` or `pixelFormat`, or an ffmpeg built with that encoder."
                    .into()
            }
            Self::StopTimeout { .. } => {
                "The film is kept: stop again to get it. A lower `videoFps` or `videoScale` costs less."
                    .into()
            }
            Self::Upload { .. } => {
                "The film is kept: stop again, without `remotePath` to get it in the answer.".into()
            }
            Self::Forbidden { .. } => {
                "Name an http or https address of a server that is meant to receive films.".into()
            }
            Self::Film { .. } => "Record again; the server's log may say who removed it.".into(),
            Self::Empty { .. } => "Record again; the server's log holds ffmpeg's words.".into(),
            Self::Write(_) => "Make sure that the disk is not full, then record again.".into(),
            Self::Host(error) => return error.cure(),
            Self::Option { .. } => "Send such a value, or leave the option out.".into(),
            Self::Unavailable { .. } => "Record on another device, or update this one.".into(),
            Self::StartTimeout { .. } => {
                "Start the recording again; if the machine is busy, a lower `videoFps` or `videoScale` costs less."
                    .into()
            }
            Self::Capture(_) => "Start a new session; this device shows nothing more.".into(),
        })
    }
}
