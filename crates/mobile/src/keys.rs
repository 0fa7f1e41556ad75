//! Text that a client sends, as the characters a device types.
//!
//! W3C WebDriver gives keys code points of their own (U+E000…). A phone's keyboard has few of them:
//! the ones it has become plain characters, the others are refused by name.

use hansom_device::Unsupported;
use hansom_protocol::Error;
use serde_json::Value;

use crate::error::Result;

/// What takes the last character away.
pub(crate) const BACKSPACE: char = '\u{8}';

/// Keys with a code point of their own that a phone's keyboard has.
const KEYS: &[(char, char)] = &[
    ('\u{e003}', BACKSPACE),
    ('\u{e017}', BACKSPACE),
    ('\u{e004}', '\t'),
    ('\u{e006}', '\n'),
    ('\u{e007}', '\n'),
    ('\u{e00d}', ' '),
    ('\u{e018}', ';'),
    ('\u{e019}', '='),
    ('\u{e024}', '*'),
    ('\u{e025}', '+'),
    ('\u{e026}', ','),
    ('\u{e027}', '-'),
    ('\u{e028}', '.'),
    ('\u{e029}', '/'),
];

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
    typed
        .chars()
        .map(key)
        .filter_map(Result::transpose)
        .collect()
}

fn wrong(name: &str, value: &Value) -> Error {
    Error::invalid_argument(format!(
        "`{name}` must be a string, a list of strings or a number, got {value}."
    ))
}

/// One character as it is typed; `None` for the null key, which only lifts modifiers.
pub(crate) fn key(character: char) -> Result<Option<char>> {
    match character {
        '\u{e000}' => Ok(None),
        '\u{e01a}'..='\u{e023}' => Ok(char::from_digit(u32::from(character) - 0xe01a, 10)),
        '\u{e000}'..='\u{e05d}' => match KEYS.iter().find(|(code, _)| *code == character) {
            Some((_, typed)) => Ok(Some(*typed)),
            None => Err(Unsupported::new(
                format!("the key U+{:04X}", u32::from(character)),
                "a phone's keyboard does not have it",
            )
            .into()),
        },
        plain => Ok(Some(plain)),
    }
}

/// Whether it is the shift key.
pub(crate) fn is_shift(character: char) -> bool {
    matches!(character, '\u{e008}' | '\u{e050}')
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
