//! The forms that answers take.

use base64::{Engine, prelude::BASE64_STANDARD};
use hansom_device::{ElementId, Picture};
use hansom_protocol::{Answer, ELEMENT_KEY};
use serde_json::{Map, Value, json};

/// Bytes as base64 text, written once into the answer.
pub(crate) fn base64(bytes: &[u8]) -> Answer {
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 8);
    text.push('"');
    BASE64_STANDARD.encode_string(bytes, &mut text);
    text.push('"');
    Answer::json(text)
}

/// A picture as base64 text.
pub(crate) fn picture(picture: Picture) -> Answer {
    Answer::json(picture.into_base64().into_bytes())
}

/// The reference to an element.
pub(crate) fn element(id: &ElementId) -> Value {
    json!({ ELEMENT_KEY: id.0 })
}

/// Some members of an object.
pub(crate) fn members(object: &Value, keys: &[&str]) -> Answer {
    let picked: Map<String, Value> = keys
        .iter()
        .map(|key| ((*key).to_owned(), object[*key].clone()))
        .collect();
    Answer::value(picked)
}
