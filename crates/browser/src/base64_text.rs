//! Files that clients send as base64 inside JSON.

use std::{borrow::Cow, iter};

use hansom_protocol::Params;

/// Characters of a large file that are decoded at a time: a multiple of four, and few enough for the
/// bytes to go where the last ones were.
const PIECE: usize = 64 * 1024;

/// Why a member is not a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Base64Error {
    /// It is no string.
    #[error("`{0}` is missing or not a string")]
    NotText(&'static str),
    /// It is no base64.
    #[error("`{name}` is not base64: {reason}")]
    NotBase64 { name: &'static str, reason: String },
}

impl Base64Error {
    /// What the reader can do.
    pub(crate) fn cure() -> String {
        "Send the bytes of the file in the standard base64 alphabet (A-Z a-z 0-9 + /).".into()
    }
}

/// The bytes of a member. Takes time for large ones: run it on a blocking thread.
pub(crate) fn member(params: &Params, name: &'static str) -> Result<Vec<u8>, Base64Error> {
    decode(name, &text(params, name)?)
}

/// The base64 of a member, as the client meant it.
pub(crate) fn text<'a>(
    params: &'a Params,
    name: &'static str,
) -> Result<Cow<'a, str>, Base64Error> {
    let raw = params.raw(name).ok_or(Base64Error::NotText(name))?;
    let plain = raw
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .ok_or(Base64Error::NotText(name))?;
    if plain.contains('\\') {
        // Some encoders write the slash as `\/`, and `base64` the program writes line breaks.
        let text: String = serde_json::from_str(raw).map_err(|_| Base64Error::NotText(name))?;
        Ok(text.into())
    } else {
        Ok(plain.into())
    }
}

/// The bytes of a text. Clients differ about line breaks and padding, and none of them means anything
/// by it, so it is read as browsers read base64.
pub(crate) fn decode(name: &'static str, text: &str) -> Result<Vec<u8>, Base64Error> {
    rest(name, text, text.as_bytes())
}

/// The bytes of a large text, so that they are never all in memory.
pub(crate) fn pieces(
    name: &'static str,
    text: &str,
) -> impl Iterator<Item = Result<Vec<u8>, Base64Error>> {
    let mut left = text.as_bytes();
    iter::from_fn(move || {
        if let Some((piece, after)) = left.split_at_checked(PIECE)
            && let Ok(bytes) = base64_simd::STANDARD_NO_PAD.decode_to_vec(piece)
        {
            left = after;
            return Some(Ok(bytes));
        }
        // The end, or a piece with line breaks, after which nothing is where it should be.
        let left = std::mem::take(&mut left);
        (!left.is_empty()).then(|| rest(name, text, left))
    })
}

fn rest(name: &'static str, text: &str, left: &[u8]) -> Result<Vec<u8>, Base64Error> {
    base64_simd::forgiving_decode_to_vec(left).map_err(|_| Base64Error::NotBase64 {
        name,
        reason: reason(text),
    })
}

/// What the decoder does not tell.
fn reason(text: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || "+/= \t\r\n\x0c".contains(c);
    match text.char_indices().find(|(_, c)| !legal(*c)) {
        Some((at, c)) => format!("{c:?} stands at {at}"),
        None => "its length or its padding does not fit".into(),
    }
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
    fn pieces_are_the_whole() {
        let bytes: Vec<u8> = (0..PIECE).flat_map(usize::to_le_bytes).collect();
        let plain = base64_simd::STANDARD.encode_to_string(&bytes);
        let mut broken = plain.clone();
        broken.insert(PIECE + 10, '\n');
        for text in [&plain, &broken] {
            let pieces: Result<Vec<_>, _> = pieces("addon", text).collect();
            assert!(pieces.unwrap().concat() == bytes, "they differ");
        }
        let bad = plain.replace('=', "!");
        assert!(pieces("addon", &bad).any(|piece| piece.is_err()));
        // Padding ends a text, also where it ends a piece.
        let twice = format!("{}=={plain}", &plain[..PIECE - 2]);
        assert!(pieces("addon", &twice).any(|piece| piece.is_err()));
    }

    #[test]
    fn what_is_not_base64_is_told_by_name() {
        for (body, told) in [
            (
                r#"{"addon":"aG!!"}"#,
                "`addon` is not base64: '!' stands at 2",
            ),
            (
                r#"{"addon":"aGVsbG8/a"}"#,
                "`addon` is not base64: its length",
            ),
            (r#"{"addon":"a=b="}"#, "`addon` is not base64: its length"),
            (r#"{"addon":1}"#, "`addon` is missing or not a string"),
            ("{}", "`addon` is missing or not a string"),
        ] {
            let error = of(body).unwrap_err().to_string();
            assert!(error.starts_with(told), "{body}: {error}");
        }
    }
}
