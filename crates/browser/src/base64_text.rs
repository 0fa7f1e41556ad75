//! Files that clients send as base64 inside JSON.

use base64::{
    DecodeError, Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use hansom_protocol::Params;

/// Clients differ about the padding, and none of them means anything by it.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Why a member is not a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Base64Error {
    /// It is no string.
    #[error("`{0}` is missing or not a string")]
    NotText(&'static str),
    /// It is no base64.
    #[error("`{name}` is not base64: {source}")]
    NotBase64 {
        name: &'static str,
        source: DecodeError,
    },
}

impl Base64Error {
    /// What the reader can do.
    pub(crate) fn cure() -> String {
        "Send the bytes of the file in the standard base64 alphabet (A-Z a-z 0-9 + /).".into()
    }
}

/// The bytes of a member. Takes time for large ones: run it on a blocking thread.
pub(crate) fn member(params: &Params, name: &'static str) -> Result<Vec<u8>, Base64Error> {
    let raw = params.raw(name).ok_or(Base64Error::NotText(name))?;
    let plain = raw
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .ok_or(Base64Error::NotText(name))?;
    if plain.contains('\\') {
        // Some encoders write the slash as `\/`, and `base64` the program writes line breaks.
        let text: String = serde_json::from_str(raw).map_err(|_| Base64Error::NotText(name))?;
        decode(name, &text)
    } else {
        decode(name, plain)
    }
}

/// The bytes of a text.
pub(crate) fn decode(name: &'static str, text: &str) -> Result<Vec<u8>, Base64Error> {
    let decoded = if text.contains(|c: char| c.is_ascii_whitespace()) {
        let joined: String = text.split_ascii_whitespace().collect();
        LENIENT.decode(joined)
    } else {
        LENIENT.decode(text)
    };
    decoded.map_err(|source| Base64Error::NotBase64 { name, source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(body: &'static str) -> Result<Vec<u8>, Base64Error> {
        member(&Params::parse(body).unwrap(), "addon")
    }

    #[test]
    fn every_common_spelling_is_understood() {
        for body in [
            r#"{"addon":"aGVsbG8/"}"#,
            r#"{"addon":"aGVsbG8\/"}"#,
            r#"{"addon":"aGVs\nbG8/\n"}"#,
        ] {
            assert_eq!(of(body).unwrap(), b"hello?", "{body}");
        }
        assert_eq!(of(r#"{"addon":"aGk"}"#).unwrap(), b"hi");
        assert_eq!(of(r#"{"addon":"aGk="}"#).unwrap(), b"hi");
    }

    #[test]
    fn what_is_not_base64_is_told_by_name() {
        for body in [
            r#"{"addon":"!!"}"#,
            r#"{"addon":1}"#,
            "{}",
            r#"{"addon":"a"}"#,
        ] {
            let error = of(body).unwrap_err().to_string();
            assert!(error.contains("`addon`"), "{body}: {error}");
        }
    }
}
