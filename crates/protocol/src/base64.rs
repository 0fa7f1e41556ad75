//! Base64, the one way in which bytes travel inside JSON.
//!
//! ```text
//! client ─ text, whole or in pieces ─► Decoder ─► bytes
//! bytes ─► encode, quoted ─► client
//! ```
//!
//! It is read as browsers read it: white space means nothing and padding may be missing, because
//! clients differ about both and mean nothing by it. It is written in the standard alphabet, padded,
//! in one line.

use std::borrow::Cow;

use base64_simd::{STANDARD, STANDARD_NO_PAD};
use bytes::Bytes;

use crate::{Cause, ErrorCode, Params};

/// Characters of a large text that are decoded at a time: a multiple of four, and few enough for the
/// bytes to go where the last ones were.
pub const PIECE: usize = 64 * 1024;

/// Why a text does not say bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Base64Error {
    /// It is no string.
    #[error("`{0}` is missing or not a string")]
    NotText(&'static str),
    /// It is no base64.
    #[error("`{name}` is not base64: {reason}")]
    NotBase64 {
        /// The member, capability or header.
        name: Cow<'static, str>,
        /// What stands in the way.
        reason: String,
    },
}

impl Cause for Base64Error {
    fn code(&self) -> ErrorCode {
        ErrorCode::InvalidArgument
    }

    fn cure(&self) -> Option<String> {
        Some("Send the bytes in the standard base64 alphabet (A-Z a-z 0-9 + /).".into())
    }
}

/// Bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    STANDARD.encode_to_string(bytes)
}

/// Writes bytes as text behind what is there. Pieces of a multiple of three bytes join to one text.
pub fn append(bytes: &[u8], text: &mut String) {
    STANDARD.encode_append(bytes, text);
}

/// Bytes as a JSON string, written once.
pub fn quoted(bytes: &[u8]) -> Bytes {
    let mut text = String::with_capacity(STANDARD.encoded_length(bytes.len()) + 2);
    text.push('"');
    append(bytes, &mut text);
    text.push('"');
    text.into()
}

/// The bytes of a member. Takes time for large ones: run it on a blocking thread.
pub fn member(params: &Params, name: &'static str) -> Result<Vec<u8>, Base64Error> {
    decode(name, &text(params, name)?)
}

/// The base64 of a member, as the client meant it.
pub fn text<'a>(params: &'a Params, name: &'static str) -> Result<Cow<'a, str>, Base64Error> {
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

/// The bytes of a text; `name` is what an error calls it.
pub fn decode(name: impl Into<Cow<'static, str>>, text: &str) -> Result<Vec<u8>, Base64Error> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let mut decoder = Decoder::new(name);
    for piece in text.as_bytes().chunks(PIECE) {
        bytes.extend_from_slice(decoder.push(piece)?);
    }
    bytes.extend(decoder.finish()?);
    Ok(bytes)
}

/// Decodes a text that comes in pieces.
#[derive(Debug)]
pub struct Decoder {
    name: Cow<'static, str>,
    /// Up to three characters that wait for others to make bytes.
    waiting: Vec<u8>,
    /// Signs of padding, which end a text.
    padding: usize,
    /// Characters that came in earlier pieces.
    before: usize,
    /// The bytes of the last piece.
    bytes: Vec<u8>,
}

impl Decoder {
    /// `name` is what an error calls the text.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            waiting: Vec::new(),
            padding: 0,
            before: 0,
            bytes: Vec::new(),
        }
    }

    /// The bytes of the next piece, with what the last ones left.
    pub fn push(&mut self, piece: &[u8]) -> Result<&[u8], Base64Error> {
        self.bytes.clear();
        if self.plain(piece).is_none() {
            let characters = self.characters(piece)?;
            let whole = characters.len() / 4 * 4;
            self.bytes.clear();
            STANDARD_NO_PAD
                .decode_append(&characters[..whole], &mut self.bytes)
                .map_err(|_| self.misfit())?;
            self.waiting = characters[whole..].to_vec();
        }
        self.before += piece.len();
        Ok(&self.bytes)
    }

    /// The bytes of what is left when the text has ended.
    pub fn finish(self) -> Result<Vec<u8>, Base64Error> {
        let padded = self.waiting.len() + self.padding;
        if self.waiting.len() == 1 || (self.padding > 0 && padded != 4) {
            return Err(self.misfit());
        }
        base64_simd::forgiving_decode_to_vec(&self.waiting).map_err(|_| self.misfit())
    }

    /// Decodes a piece with nothing in it but characters of the alphabet, which is nearly every one;
    /// changes only `bytes` when it is none.
    fn plain(&mut self, piece: &[u8]) -> Option<()> {
        let engine = STANDARD_NO_PAD;
        if self.padding > 0 {
            return None;
        }
        let missing = (4 - self.waiting.len()) % 4;
        let (first, rest) = piece.split_at_checked(missing)?;
        let first = [self.waiting.as_slice(), first].concat();
        let (whole, left) = rest.split_at(rest.len() / 4 * 4);
        engine.decode_append(first, &mut self.bytes).ok()?;
        engine.decode_append(whole, &mut self.bytes).ok()?;
        if !left.iter().all(|byte| engine.charset().contains(byte)) {
            return None;
        }
        self.waiting.clear();
        self.waiting.extend_from_slice(left);
        Some(())
    }

    /// What waits and what the piece adds to it, without white space and padding.
    fn characters(&mut self, piece: &[u8]) -> Result<Vec<u8>, Base64Error> {
        let mut characters = std::mem::take(&mut self.waiting);
        for (at, byte) in piece.iter().enumerate() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | b'\x0c' => {}
                b'=' if self.padding < 2 => self.padding += 1,
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' if self.padding == 0 => {
                    characters.push(*byte);
                }
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'+' | b'/' | b'=' => {
                    return Err(self.misfit());
                }
                _ => {
                    let odd = String::from_utf8_lossy(&piece[at..piece.len().min(at + 4)]);
                    let odd = odd.chars().next().unwrap_or_default();
                    return Err(self.wrong(format!("{odd:?} stands at {}", self.before + at)));
                }
            }
        }
        Ok(characters)
    }

    fn misfit(&self) -> Base64Error {
        self.wrong("its length or its padding does not fit".into())
    }

    fn wrong(&self, reason: String) -> Base64Error {
        Base64Error::NotBase64 {
            name: self.name.clone(),
            reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

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

    /// Decoded in pieces of a size.
    fn in_pieces(text: &str, size: usize) -> Result<Vec<u8>, Base64Error> {
        let mut decoder = Decoder::new("addon");
        let mut bytes = Vec::new();
        for piece in text.as_bytes().chunks(size) {
            bytes.extend_from_slice(decoder.push(piece)?);
        }
        bytes.extend(decoder.finish()?);
        Ok(bytes)
    }

    #[test]
    fn it_does_not_matter_where_pieces_end() {
        let bytes: Vec<u8> = (0..300_u16).flat_map(u16::to_le_bytes).collect();
        for length in [597, 598, 599, 600] {
            let bytes = &bytes[..length];
            let plain = encode(bytes);
            let mut wrapped = plain.clone();
            wrapped.insert_str(77, "\r\n");
            for text in [&plain, &wrapped, &plain.trim_end_matches('=').to_owned()] {
                for size in [1, 2, 3, 4, 5, 76, 78, 79, 4096] {
                    assert_eq!(in_pieces(text, size).as_deref(), Ok(bytes), "{size}");
                }
            }
            // Padding ends a text, and a character more is none.
            for bad in [
                format!("{plain}="),
                format!("{plain}A=B"),
                format!("=={plain}"),
            ] {
                for size in [1, 3, 4, 79, 4096] {
                    assert!(in_pieces(&bad, size).is_err(), "{size}: {bad}");
                }
            }
        }
    }

    #[test]
    fn a_wrong_character_is_told_with_its_place_wherever_pieces_end() {
        let text = format!("{}\u{e9}{}", "A".repeat(1001), "A".repeat(100));
        for size in [10, 1000, 4096] {
            let error = in_pieces(&text, size).unwrap_err().to_string();
            assert!(error.ends_with("stands at 1001"), "{error}");
        }
    }

    #[test]
    fn whole_texts_are_read_as_browsers_read_them() {
        for text in [
            "",
            "aGk=",
            "aGk",
            "aGl=",
            " aG\tk\x0c=\r\n",
            "aGVs\r\nbG8=\n",
            "a",
            "aGk==",
            "=",
            "aGk=aGk=",
            "aG-_",
            "aGVsbG8=a",
            "aG\u{a0}k=",
        ] {
            let browser = base64_simd::forgiving_decode_to_vec(text.as_bytes()).ok();
            assert_eq!(decode("content", text).ok(), browser, "{text:?}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for bytes in [&b""[..], b"h", b"hi", b"hi?", b"\xff\xfe\xfd\xfc"] {
            assert_eq!(decode("content", &encode(bytes)).unwrap(), bytes);
            let json = serde_json::to_vec(&encode(bytes)).unwrap();
            assert_eq!(quoted(bytes), json, "{bytes:?}");
        }
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
            let error = Error::from(of(body).unwrap_err());
            assert!(error.message.starts_with(told), "{body}: {error}");
            assert!(error.message.ends_with("0-9 + /)."), "{body}: {error}");
            assert_eq!(error.http_status(), 400);
        }
    }
}
