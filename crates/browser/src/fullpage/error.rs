//! Why there is no picture of the whole page.

use hansom_firefox::bidi::BidiError;
use hansom_protocol::{Cause, Error, ErrorCode, base64::Base64Error};

use super::{MAX_AREA, MAX_EDGE};

/// Why there is no picture of the whole page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FullPageError {
    #[error("the page is {width} x {height} pixels, more than a picture may have")]
    TooLarge { width: u64, height: u64 },
    #[error("the page has no area")]
    Empty,
    #[error("the page could not be measured")]
    Unmeasured,
    #[error(transparent)]
    Bidi(#[from] BidiError),
    #[error("{}", .0.message)]
    Firefox(Error),
    #[error("a tile of the picture cannot be read: {0}")]
    Base64(#[from] Base64Error),
    #[error("a tile of the picture cannot be read: {0}")]
    Decode(#[from] png::DecodingError),
    #[error("the picture cannot be put together: {0}")]
    Encode(#[from] png::EncodingError),
    #[error("the picture cannot be put together: {0}")]
    Write(#[from] std::io::Error),
    #[error("the page changed its size or its colours while it was captured")]
    Changed,
}

impl Cause for FullPageError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Bidi(error) => error.code(),
            Self::Firefox(error) => error.code,
            _ => ErrorCode::UnableToCaptureScreen,
        }
    }

    fn cure(&self) -> Option<String> {
        match self {
            Self::TooLarge { .. } => Some(format!(
                "At most {MAX_EDGE} pixels on an edge and {MAX_AREA} in all; take pictures of \
                 elements or of the viewport instead."
            )),
            Self::Bidi(error) => error.cure(),
            Self::Changed => Some("Wait until the page is at rest, then try again.".into()),
            Self::Empty | Self::Unmeasured => {
                Some("Wait until the page has been drawn, then try again.".into())
            }
            Self::Base64(_) | Self::Decode(_) | Self::Encode(_) | Self::Write(_) => {
                Some("Try again; a picture of the viewport needs no putting together.".into())
            }
            Self::Firefox(_) => None,
        }
    }

    fn ends_session(&self) -> bool {
        // Our own BiDi connection may end while Firefox lives on.
        matches!(self, Self::Firefox(error) if error.ends_session)
    }
}
