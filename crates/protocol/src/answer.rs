//! What a driver gives back. Large values stay bytes: they are wrapped in the envelope, never
//! parsed and printed again.

use std::fmt;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use serde::Serialize;

use crate::Error;

/// Pieces of a streamed answer. An error after the first piece cuts the connection, because the
/// status line is already gone.
pub type Chunks = BoxStream<'static, Result<Bytes, Error>>;

/// The outcome of a command.
#[derive(Debug)]
pub struct Answer {
    /// What is sent.
    pub body: Body,
}

/// The forms an answer can take.
pub enum Body {
    /// The JSON text of the value; the server puts `{"value":` and `}` around it.
    Value(Bytes),
    /// The JSON text of the value, in pieces, with its length in bytes when it is known.
    Stream {
        /// The pieces.
        chunks: Chunks,
        /// Their total length; `None` when they are still being made. Then the session stays busy
        /// until the last one is out, and they end with it.
        length: Option<u64>,
    },
    /// Not an envelope at all: a live picture, a file.
    Raw {
        /// The content type of the response.
        content_type: String,
        /// The pieces.
        chunks: Chunks,
    },
}

impl Answer {
    /// `{"value": null}`.
    pub fn null() -> Self {
        Self::json(Bytes::from_static(b"null"))
    }

    /// A value that already is JSON text.
    pub fn json(text: impl Into<Bytes>) -> Self {
        Self {
            body: Body::Value(text.into()),
        }
    }

    /// A value to be serialised. Only for small ones.
    pub fn value(value: impl Serialize) -> Self {
        match serde_json::to_vec(&value) {
            Ok(text) => Self::json(text),
            // Only a map with keys that are not strings can fail, and no value of ours has one.
            Err(_) => Self::null(),
        }
    }

    /// The JSON text of the value in pieces.
    pub fn stream(chunks: Chunks, length: Option<u64>) -> Self {
        Self {
            body: Body::Stream { chunks, length },
        }
    }

    /// A body of its own content type.
    pub fn raw(content_type: impl Into<String>, chunks: Chunks) -> Self {
        Self {
            body: Body::Raw {
                content_type: content_type.into(),
                chunks,
            },
        }
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Body::Value(text) => write!(f, "Value({} bytes)", text.len()),
            Body::Stream { length, .. } => write!(f, "Stream({length:?} bytes)"),
            Body::Raw { content_type, .. } => write!(f, "Raw({content_type})"),
        }
    }
}
