//! The keys of a phone's keyboard.
//!
//! W3C WebDriver gives keys code points of their own (U+E000…). A phone's keyboard has few of them:
//! the ones it has become plain characters, the others are refused by name.

use crate::{Result, Unsupported};

/// What takes the last character away.
pub const BACKSPACE: char = '\u{8}';

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

/// One character as it is typed; `None` for the null key, which only lifts modifiers.
pub fn key(character: char) -> Result<Option<char>> {
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
pub fn is_shift(character: char) -> bool {
    matches!(character, '\u{e008}' | '\u{e050}')
}
