//! Marionette's wire format: `length:json`, where `length` counts the bytes of `json`.
//!
//! ```text
//! ← 50:{"applicationType":"gecko","marionetteProtocol":3}
//! → 34:[0,7,"WebDriver:GetTitle",{"a":1}]
//! ← 27:[1,7,null,{"value":"Home"}]
//! ← 91:[1,8,{"error":"no such window","message":"…","stacktrace":"…"},null]
//! ```
//!
//! A reply's result is cut out of its frame, not parsed: a screenshot of 18 MB is received into one
//! buffer and leaves in the same one. Only errors, which are small, are parsed.

use bytes::{Buf, Bytes, BytesMut};
use hansom_protocol::javascript;
use serde::Deserialize;
use serde_json::value::RawValue;

/// No reply is longer. The largest seen is a full-page picture of some 20 MB.
pub const MAX_FRAME: usize = 1 << 30;

/// Digits in a length that is not too large.
const MAX_DIGITS: usize = 10;

/// Bytes that are not Marionette's protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The length in front of a message is not a number.
    #[error("a message from Firefox does not start with its length but with {0:?}")]
    Length(String),
    /// A message is longer than we take.
    #[error("Firefox announced a message of {0} bytes, more than {MAX_FRAME} are not taken")]
    TooLarge(u64),
    /// A message is not what the protocol says.
    #[error("Firefox sent a message that is not a Marionette reply: {0:?}")]
    Shape(String),
}

/// A message that arrived.
#[derive(Debug, Clone, PartialEq)]
pub enum Incoming {
    /// The result of command `id`, as JSON text.
    Result {
        /// The id the command was sent with.
        id: u32,
        /// The result, cut out of the frame.
        result: Bytes,
    },
    /// Command `id` failed.
    Failure {
        /// The id the command was sent with.
        id: u32,
        /// What Firefox said.
        failure: Box<Failure>,
    },
}

/// An error as Marionette sends it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Failure {
    /// The W3C code as text.
    #[serde(default)]
    pub error: String,
    /// What happened.
    #[serde(default)]
    pub message: String,
    /// Where, in Firefox's JavaScript or in the page's.
    #[serde(default)]
    pub stacktrace: Option<String>,
    /// Detail, such as the text of an unexpected prompt.
    #[serde(default)]
    pub data: Option<serde_json::Value>,
}

/// Takes the next whole message off the front of `buffer`, or says how many more bytes are needed
/// at least to go on.
pub fn take(buffer: &mut BytesMut) -> Result<Taken, FrameError> {
    let Some(colon) = memchr::memchr(b':', &buffer[..buffer.len().min(MAX_DIGITS + 1)]) else {
        return if buffer.len() > MAX_DIGITS || !buffer.iter().all(u8::is_ascii_digit) {
            Err(FrameError::Length(excerpt(buffer)))
        } else {
            Ok(Taken::Missing(1))
        };
    };
    let length = std::str::from_utf8(&buffer[..colon])
        .ok()
        .filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|digits| digits.parse::<u64>().ok())
        .ok_or_else(|| FrameError::Length(excerpt(buffer)))?;
    let length = usize::try_from(length)
        .ok()
        .filter(|length| *length <= MAX_FRAME)
        .ok_or(FrameError::TooLarge(length))?;
    let whole = colon + 1 + length;
    if buffer.len() < whole {
        return Ok(Taken::Missing(whole - buffer.len()));
    }
    buffer.advance(colon + 1);
    Ok(Taken::Message(buffer.split_to(length).freeze()))
}

/// What [`take`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// A message, without its length.
    Message(Bytes),
    /// So many bytes are missing at least.
    Missing(usize),
}

/// Reads a reply.
pub fn reply(message: &Bytes) -> Result<Incoming, FrameError> {
    match cut(message) {
        Some(incoming) => Ok(incoming),
        None => parse(message),
    }
}

/// The way of nearly every reply: `[1,` id `,null,` result `]`, as `JSON.stringify` writes it.
fn cut(message: &Bytes) -> Option<Incoming> {
    const SUCCESS: &[u8] = b",null,";
    let rest = message.strip_prefix(b"[1,")?;
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let id = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    rest[digits..].strip_prefix(SUCCESS)?.strip_suffix(b"]")?;
    let start = 3 + digits + SUCCESS.len();
    Some(Incoming::Result {
        id,
        result: message.slice(start..message.len() - 1),
    })
}

/// The way of errors, and of replies that are spaced in a way we have not seen.
fn parse(message: &Bytes) -> Result<Incoming, FrameError> {
    let shape = || FrameError::Shape(excerpt(message));
    let read: Result<(u8, u32, Option<Box<Failure>>, &RawValue), _> =
        serde_json::from_slice(message);
    let Ok((kind, id, failure, result)) = read else {
        // The words of a page may hold half a character, and that is no reason to lose its session.
        let mended = std::str::from_utf8(message).ok().and_then(javascript::mend);
        return parse(&mended.ok_or_else(shape)?.into());
    };
    if kind != 1 {
        return Err(shape());
    }
    Ok(match failure {
        Some(failure) => Incoming::Failure { id, failure },
        None => Incoming::Result {
            id,
            result: message.slice_ref(result.get().as_bytes()),
        },
    })
}

/// The head of a command's frame; the parameters and `]` follow.
pub fn command_head(id: u32, name: &str, params_length: usize) -> Bytes {
    let id = id.to_string();
    let length = "[0,,\"\",]".len() + id.len() + name.len() + params_length;
    let pieces = [&length.to_string(), ":[0,", &id, ",\"", name, "\","];
    Bytes::from(pieces.concat())
}

/// The inside of `{"value":…}`, which Marionette puts around most results.
pub fn unwrap_value(result: &Bytes) -> Option<Bytes> {
    const OPENING: &[u8] = b"{\"value\":";
    result.strip_prefix(OPENING)?.strip_suffix(b"}")?;
    Some(result.slice(OPENING.len()..result.len() - 1))
}

/// The first bytes of something unexpected, for a message.
fn excerpt(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn framed(json: &str) -> BytesMut {
        BytesMut::from(format!("{}:{json}", json.len()).as_str())
    }

    #[test]
    fn a_result_is_cut_out_of_its_frame_without_a_copy() {
        let mut buffer = framed(r#"[1,7,null,{"value":"Home"}]"#);
        let Taken::Message(message) = take(&mut buffer).unwrap() else {
            panic!("whole message not taken")
        };
        let Incoming::Result { id, result } = reply(&message).unwrap() else {
            panic!("a result was taken for an error")
        };
        assert_eq!((id, &result[..]), (7, &br#"{"value":"Home"}"#[..]));
        assert_eq!(
            unwrap_value(&result).unwrap(),
            Bytes::from_static(b"\"Home\"")
        );
        assert!(message.as_ptr_range().contains(&result.as_ptr()));
    }

    #[test]
    fn a_command_announces_its_length() {
        let head = command_head(7, "WebDriver:GetTitle", "{\"a\":1}".len());
        assert_eq!(head, "34:[0,7,\"WebDriver:GetTitle\",");
        assert_eq!("[0,7,\"WebDriver:GetTitle\",{\"a\":1}]".len(), 34);
    }

    #[test]
    fn an_error_is_read_with_its_data() {
        let text = r#"[1,8,{"error":"unexpected alert open","message":"m","stacktrace":"s","data":{"text":"hi"}},null]"#;
        let Incoming::Failure { id, failure } = reply(&Bytes::from(text)).unwrap() else {
            panic!("an error was taken for a result")
        };
        assert_eq!(id, 8);
        assert_eq!(failure.error, "unexpected alert open");
        assert_eq!(failure.data.unwrap()["text"], "hi");
    }

    #[test]
    fn an_error_with_half_a_character_is_an_error_like_any_other() {
        let text = r#"[1,8,{"error":"javascript error","message":"\ud800!","stacktrace":"","data":null},null]"#;
        let Incoming::Failure { id, failure } = reply(&Bytes::from(text)).unwrap() else {
            panic!("an error was taken for a result")
        };
        assert_eq!((id, failure.message.as_str()), (8, "\u{fffd}!"));
    }

    #[test]
    fn spaces_where_firefox_writes_none_are_understood() {
        let incoming = reply(&Bytes::from_static(b"[ 1, 9, null, {\"value\": 3} ]")).unwrap();
        assert_eq!(
            incoming,
            Incoming::Result {
                id: 9,
                result: Bytes::from_static(b"{\"value\": 3}")
            }
        );
    }

    #[test]
    fn what_is_no_reply_is_refused() {
        for text in [
            "{}",
            "[1,2]",
            "[0,1,\"x\",{}]",
            "[1,-1,null,{}]",
            "null",
            "",
            "[1,1,null,",
        ] {
            assert!(reply(&Bytes::from(text)).is_err(), "{text}");
        }
    }

    #[test]
    fn a_length_that_is_too_large_is_refused_before_anything_is_reserved() {
        let mut buffer = BytesMut::from("9999999999:[");
        assert_eq!(take(&mut buffer), Err(FrameError::TooLarge(9_999_999_999)));
        for text in ["x:", ":", "-1:a", "12345678901", "HTTP/1.1 400"] {
            let mut buffer = BytesMut::from(text);
            assert!(
                matches!(take(&mut buffer), Err(FrameError::Length(_))),
                "{text}"
            );
        }
    }

    proptest! {
        #[test]
        fn messages_survive_any_cutting_into_pieces(
            messages in prop::collection::vec("[ -~äß€]{0,200}", 1..6),
            cuts in prop::collection::vec(1usize..50, 1..40),
        ) {
            let wire: Vec<u8> = messages.iter().flat_map(|m| framed(m).to_vec()).collect();
            let mut buffer = BytesMut::new();
            let (mut at, mut cuts, mut out) = (0, cuts.into_iter().cycle(), Vec::new());
            while at < wire.len() {
                let end = (at + cuts.next().unwrap()).min(wire.len());
                buffer.extend_from_slice(&wire[at..end]);
                at = end;
                while let Taken::Message(message) = take(&mut buffer).unwrap() {
                    out.push(String::from_utf8(message.to_vec()).unwrap());
                }
            }
            prop_assert_eq!(out, messages);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut buffer = BytesMut::from(&bytes[..]);
            while let Ok(Taken::Message(message)) = take(&mut buffer) {
                let _ = reply(&message);
            }
            let _ = reply(&Bytes::from(bytes));
        }
    }
}
