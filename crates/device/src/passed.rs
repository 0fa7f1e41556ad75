//! What devices get as JSON and clients want as JSON: passed on as it came, read only by those who must.
//!
//! A page source and a picture are the largest answers there are, and agents send both as JSON strings.

use bytes::Bytes;

use crate::{DeviceError, Result};

/// A JSON string with its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonText(Bytes);

impl JsonText {
    /// Writes a text as JSON.
    pub fn of(text: &str) -> Self {
        // A string can always be written.
        Self(serde_json::to_vec(text).unwrap_or_default().into())
    }

    /// One value cut out of JSON that was read already; refused when it is no string.
    pub fn cut(value: Bytes) -> Result<Self> {
        if value.starts_with(b"\"") {
            Ok(Self(value))
        } else {
            let start = String::from_utf8_lossy(&value[..value.len().min(40)]).into_owned();
            Err(DeviceError::Failed(format!(
                "the device answered {start} where a text belongs"
            )))
        }
    }

    /// The text itself.
    pub fn text(&self) -> Result<String> {
        serde_json::from_slice(&self.0)
            .map_err(|error| DeviceError::Failed(format!("a text cannot be read: {error}")))
    }

    /// What is between the quotes.
    fn inner(&self) -> &[u8] {
        let text = self.0.strip_prefix(b"\"").unwrap_or_default();
        text.strip_suffix(b"\"").unwrap_or_default()
    }

    /// The JSON.
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

/// A picture, PNG.
#[derive(Debug, Clone)]
pub struct Picture(Form);

#[derive(Debug, Clone)]
enum Form {
    Png(Bytes),
    /// Nothing but base64 between the quotes.
    Base64(JsonText),
}

impl Picture {
    /// From the bytes of a PNG.
    pub fn new(png: impl Into<Bytes>) -> Self {
        Self(Form::Png(png.into()))
    }

    /// From the base64 that an agent sent: some break its lines, some escape its slashes.
    pub fn from_base64(sent: JsonText) -> Result<Self> {
        if base64_simd::STANDARD.check(sent.inner()).is_ok() {
            return Ok(Self(Form::Base64(sent)));
        }
        let plain: String = sent.text()?.split_whitespace().collect();
        match base64_simd::STANDARD.check(plain.as_bytes()) {
            Ok(()) => Ok(Self(Form::Base64(JsonText::of(&plain)))),
            Err(error) => Err(not_base64(&error)),
        }
    }

    /// The bytes of the PNG.
    pub fn png(&self) -> Result<Bytes> {
        match &self.0 {
            Form::Png(png) => Ok(png.clone()),
            Form::Base64(text) => base64_simd::STANDARD
                .decode_to_vec(text.inner())
                .map(Bytes::from)
                .map_err(|error| not_base64(&error)),
        }
    }

    /// The base64 of the PNG as a JSON string.
    pub fn into_base64(self) -> JsonText {
        match self.0 {
            Form::Png(png) => {
                let mut text = Vec::with_capacity(png.len() / 3 * 4 + 8);
                text.push(b'"');
                base64_simd::STANDARD.encode_append(&png, &mut text);
                text.push(b'"');
                JsonText(text.into())
            }
            Form::Base64(text) => text,
        }
    }
}

fn not_base64(error: &base64_simd::Error) -> DeviceError {
    DeviceError::Failed(format!("the picture is not base64: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> JsonText {
        JsonText::cut(Bytes::copy_from_slice(text.as_bytes())).unwrap()
    }

    #[test]
    fn a_text_is_read_only_when_somebody_asks() {
        let sent = json(r#""<a b=\"c\">\u00e9<\/a>""#);
        assert_eq!(sent.text().unwrap(), "<a b=\"c\">é</a>");
        assert_eq!(
            sent.into_bytes(),
            r#""<a b=\"c\">\u00e9<\/a>""#.as_bytes(),
            "passed on as it came"
        );
        assert_eq!(JsonText::of("a\n\"").into_bytes(), r#""a\n\"""#.as_bytes());
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for value in ["null", "{}", "4", ""] {
            let error = JsonText::cut(value.into()).unwrap_err();
            assert!(
                error.to_string().contains("where a text belongs"),
                "{error}"
            );
        }
    }

    #[test]
    fn the_base64_of_an_agent_is_passed_on_without_a_copy() {
        let sent = json(r#""aGFuc29t""#);
        let at = sent.0.as_ptr();
        let picture = Picture::from_base64(sent).unwrap();
        assert_eq!(picture.png().unwrap(), "hansom".as_bytes());
        assert_eq!(picture.into_base64().0.as_ptr(), at);
    }

    #[test]
    fn broken_lines_and_escaped_slashes_are_made_plain() {
        for (sent, plain) in [
            (r#""aGFu\r\nc29t\n""#, r#""aGFuc29t""#),
            (r#""\/\/\/\/""#, r#""////""#),
        ] {
            let picture = Picture::from_base64(json(sent)).unwrap();
            assert_eq!(picture.into_base64().into_bytes(), plain.as_bytes());
        }
        let error = Picture::from_base64(json(r#""no picture""#)).unwrap_err();
        assert!(error.to_string().contains("not base64"), "{error}");
    }

    #[test]
    fn bytes_and_base64_are_the_same_picture() {
        let picture = Picture::new("hansom");
        assert_eq!(picture.png().unwrap(), "hansom".as_bytes());
        assert_eq!(
            picture.into_base64().into_bytes(),
            r#""aGFuc29t""#.as_bytes()
        );
    }
}
