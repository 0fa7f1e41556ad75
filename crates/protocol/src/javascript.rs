//! JSON that JavaScript wrote.
//!
//! A string of JavaScript may hold half a character: one surrogate without the other, as code that
//! cuts texts leaves them. `JSON.stringify` writes it as an escape (`\ud800`), and serde cannot make a
//! `String` of that. Whatever is only handed on keeps it; whatever must be read here gets U+FFFD in
//! its place, as browsers show it.

use serde::de::DeserializeOwned;

const REPLACEMENT: &str = "\\ufffd";
/// Bytes of an escape such as `\ud800`.
const ESCAPE: usize = REPLACEMENT.len();

/// Reads a text that JavaScript wrote.
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|error| match mend(text) {
        Some(mended) => serde_json::from_str(&mended),
        None => Err(error),
    })
}

/// The text with each half of a character replaced; `None` when it has none.
pub fn mend(text: &str) -> Option<String> {
    let mut mended = String::new();
    // Up to where the text is in `mended`, and up to where it is looked at.
    let (mut kept, mut at) = (0, 0);
    while let Some(found) = text.get(at..)?.find('\\') {
        at += found;
        at += match (unit(text, at), unit(text, at + ESCAPE)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 2 * ESCAPE,
            (Some(0xD800..=0xDFFF), _) => {
                mended.push_str(&text[kept..at]);
                mended.push_str(REPLACEMENT);
                kept = at + ESCAPE;
                ESCAPE
            }
            (Some(_), _) => ESCAPE,
            // Another escape, which may be that of a backslash.
            (None, _) => 2,
        };
    }
    (kept > 0).then(|| mended + &text[kept..])
}

/// The code unit of the escape at a place, if there is one.
fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
    let all = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_stays() {
        for (text, wanted) in [
            (r#""\ud800""#, "\u{fffd}"),
            (r#""a\udc00b""#, "a\u{fffd}b"),
            (r#""\uD83D\uDE00""#, "😀"),
            (r#""\ud83d\ud83d\ude00\ude00""#, "\u{fffd}😀\u{fffd}"),
            (r#""\ud800ä\\ud800""#, "\u{fffd}ä\\ud800"),
            (r#""\\\ud800""#, "\\\u{fffd}"),
            (r#""plain""#, "plain"),
        ] {
            assert_eq!(read::<String>(text).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_otherwise_stays_wrong() {
        for text in [
            r#""\"#,
            r#""\u""#,
            r#""\ud8""#,
            r#""\ud80ä""#,
            r#""\ud800"#,
            r"\",
        ] {
            assert!(read::<String>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_string_of_javascript_can_be_read() {
        const UNITS: [u16; 7] = [0x41, 0x5C, 0xE4, 0xD800, 0xDBFF, 0xDC00, 0xDFFF];
        for (a, b, c) in UNITS.iter().flat_map(|a| {
            let pairs = UNITS.iter().flat_map(|b| UNITS.iter().map(move |c| (b, c)));
            pairs.map(move |(b, c)| (*a, *b, *c))
        }) {
            let text = format!("\"\\u{a:04x}\\u{b:04x}\\u{c:04x}\"");
            let wanted = String::from_utf16_lossy(&[a, b, c]);
            assert_eq!(read::<String>(&text).unwrap(), wanted, "{text}");
        }
    }
}
