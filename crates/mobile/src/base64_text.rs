//! Files and texts that clients send as base64.

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;

use crate::error::MobileError;

/// The bytes of the member or capability `name`. Line breaks are what encoders put in; everything
/// else foreign is a mistake.
pub(crate) fn decode(name: &str, text: &str) -> Result<Bytes, MobileError> {
    let compact: String;
    let text = if text.contains(|c: char| c.is_ascii_whitespace()) {
        compact = text.split_ascii_whitespace().collect();
        &compact
    } else {
        text
    };
    let bytes = BASE64_STANDARD.decode(text);
    bytes
        .map(Bytes::from)
        .map_err(|error| MobileError::NotBase64 {
            name: name.to_owned(),
            // The decoder ends some of its sentences with a full stop.
            reason: error.to_string().trim_end_matches('.').to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use hansom_protocol::Error;

    use super::*;

    #[test]
    fn line_breaks_pass() {
        assert_eq!(decode("data", "aGVs\r\nbG8=\n").unwrap(), "hello");
    }

    #[test]
    fn what_is_wrong_is_told_with_one_full_stop() {
        for text in ["not base64!", "aGVsbG8", "aGVsbG8==", "a", "aGVsbG9="] {
            let error = Error::from(decode("content", text).unwrap_err());
            assert!(error.message.starts_with("`content` is not base64: "));
            assert!(!error.message.contains(".."), "{error}");
        }
    }
}
