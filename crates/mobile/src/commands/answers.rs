//! The forms that answers take.

use hansom_device::{ElementId, Picture};
use hansom_protocol::{Answer, ELEMENT_KEY, base64 as encoding};
use serde_json::{Map, Value, json};

/// Bytes as base64 text.
pub(crate) fn base64(bytes: &[u8]) -> Answer {
    Answer::json(encoding::quoted(bytes))
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
