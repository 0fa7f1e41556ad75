//! Text that a client sends, as the characters a device types.

use hansom_device::keys::key;
use hansom_protocol::Error;
use serde_json::Value;

use crate::error::Result;

/// The text of a `text` or `value` member: a string, a list of strings, or a number.
pub(crate) fn text(value: &Value, name: &str) -> Result<String> {
    let typed = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Array(parts) => {
            let mut all = String::new();
            for part in parts {
                match part {
                    Value::String(text) => all.push_str(text),
                    Value::Number(number) => all.push_str(&number.to_string()),
                    other => return Err(wrong(name, other).into()),
                }
            }
            all
        }
        other => return Err(wrong(name, other).into()),
    };
    let keys: Result<String, _> = typed
        .chars()
        .map(key)
        .filter_map(Result::transpose)
        .collect();
    Ok(keys?)
}

fn wrong(name: &str, value: &Value) -> Error {
    Error::invalid_argument(format!(
        "`{name}` must be a string, a list of strings or a number, got {value}."
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn text_comes_as_a_string_a_list_or_a_number() {
        assert_eq!(text(&json!("aé😀"), "text").unwrap(), "aé😀");
        assert_eq!(text(&json!(["a", "b", 1]), "text").unwrap(), "ab1");
        assert_eq!(text(&json!(2.5), "text").unwrap(), "2.5");
        for bad in [json!(null), json!({}), json!(true), json!([null])] {
            assert!(
                text(&bad, "value")
                    .unwrap_err()
                    .to_string()
                    .contains("`value` must be"),
                "{bad}"
            );
        }
    }

    #[test]
    fn keys_of_a_phone_become_characters_and_others_are_named() {
        assert_eq!(
            text(&json!("a\u{e003}\u{e007}\u{e01b}\u{e000}"), "text").unwrap(),
            "a\u{8}\n1"
        );
        let error = text(&json!("\u{e031}"), "text").unwrap_err();
        assert!(error.to_string().contains("U+E031"), "{error}");
    }
}
