//! The text format of `.strings`: `"key" = "text";` with comments.
//!
//! Hand-written although a property list crate reads a format close to it: that one wants braces,
//! stops at comments with two stars and turns numbers into integers.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use winnow::{
    Parser,
    combinator::opt,
    error::{ContextError, ErrMode},
    token::take_while,
};

use super::Strings;

type Parsed<T> = std::result::Result<T, ErrMode<ContextError>>;

/// Reads a file; the error says what was expected in which line.
pub(super) fn parse(bytes: &[u8]) -> Result<Strings, String> {
    let text = decode(bytes)?;
    let mut rest = text.as_str();
    let mut strings = Strings::new();
    loop {
        if let Err(expected) = blank(&mut rest) {
            return Err(place(&text, rest, expected));
        }
        if rest.is_empty() {
            return Ok(strings);
        }
        match entry(&mut rest) {
            Ok((key, value)) => strings.insert(key, value),
            Err(expected) => return Err(place(&text, rest, expected)),
        };
    }
}

fn place(text: &str, rest: &str, expected: &str) -> String {
    let before = &text[..text.len() - rest.len()];
    format!(
        "line {}: expected {expected}",
        before.matches('\n').count() + 1
    )
}

/// UTF-8 or UTF-16, by the mark at its beginning or by its zeros.
fn decode(bytes: &[u8]) -> Result<String, String> {
    let encoding = match bytes {
        _ if Encoding::for_bom(bytes).is_some() => UTF_8,
        [0, second, ..] if *second != 0 => UTF_16BE,
        [first, 0, ..] if *first != 0 => UTF_16LE,
        _ => UTF_8,
    };
    let (text, used, broken) = encoding.decode(bytes);
    if broken {
        return Err(format!("it is not {} text", used.name()));
    }
    Ok(text.into_owned())
}

/// White space and comments.
fn blank(rest: &mut &str) -> Result<(), &'static str> {
    loop {
        *rest = rest.trim_start();
        if rest.starts_with("//") {
            *rest = rest.split_once('\n').map_or("", |(_, after)| after);
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.split_once("*/") {
                Some((_, after)) => *rest = after,
                None => return Err("`*/`, the end of the comment"),
            }
        } else {
            return Ok(());
        }
    }
}

/// `"key" = "text";`, or `"key";` whose text is the key.
fn entry(rest: &mut &str) -> Result<(String, String), &'static str> {
    let key = word(rest)?.ok_or("a key")?;
    blank(rest)?;
    let value = if sign(rest, '=') {
        blank(rest)?;
        let value = word(rest)?.ok_or("a text after `=`")?;
        blank(rest)?;
        value
    } else {
        key.clone()
    };
    if sign(rest, ';') {
        Ok((key, value))
    } else {
        Err("`=` or `;`")
    }
}

fn sign(rest: &mut &str, sign: char) -> bool {
    let found: Parsed<Option<char>> = opt(sign).parse_next(rest);
    matches!(found, Ok(Some(_)))
}

/// A quoted text, or a bare word of letters and digits.
fn word(rest: &mut &str) -> Result<Option<String>, &'static str> {
    if sign(rest, '"') {
        return quoted(rest).map(Some);
    }
    let bare: Parsed<&str> = take_while(1.., |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | '/' | ':')
    })
    .parse_next(rest);
    Ok(bare.ok().map(str::to_owned))
}

fn quoted(rest: &mut &str) -> Result<String, &'static str> {
    let mut text = String::new();
    loop {
        let plain: Parsed<&str> = take_while(0.., |c| c != '"' && c != '\\').parse_next(rest);
        text.push_str(plain.unwrap_or_default());
        if sign(rest, '"') {
            return Ok(text);
        }
        if !sign(rest, '\\') {
            return Err("the closing quotation mark");
        }
        escape(rest, &mut text)?;
    }
}

fn escape(rest: &mut &str, text: &mut String) -> Result<(), &'static str> {
    let letter = rest
        .chars()
        .next()
        .ok_or("a character after the backslash")?;
    *rest = &rest[letter.len_utf8()..];
    match letter {
        'n' => text.push('\n'),
        't' => text.push('\t'),
        'r' => text.push('\r'),
        'U' | 'u' => {
            let mut units = vec![unit(rest)?];
            // A character beyond the first 65,536 is written as two.
            if (0xd800..0xdc00).contains(&units[0])
                && let Some(second) = rest
                    .strip_prefix("\\U")
                    .or_else(|| rest.strip_prefix("\\u"))
            {
                *rest = second;
                units.push(unit(rest)?);
            }
            text.push_str(&String::from_utf16(&units).map_err(|_| "a character after `\\U`")?);
        }
        other => text.push(other),
    }
    Ok(())
}

fn unit(rest: &mut &str) -> Result<u16, &'static str> {
    const EXPECTED: &str = "four hexadecimal digits after `\\U`";
    let digits = rest.get(..4).ok_or(EXPECTED)?;
    let unit = u16::from_str_radix(digits, 16).map_err(|_| EXPECTED)?;
    *rest = &rest[4..];
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn keys_texts_comments_and_escapes() {
        let text = r#"/* a ** comment */ "a" = "x \"y\" \\ \n"; // line
            bare = "%1$@ of %2$@"; "only"; "smile" = "\U263A \uD83D\uDE00"; "k"="v";/**/"#;
        let strings = parse(text.as_bytes()).unwrap();
        assert_eq!(strings["a"], "x \"y\" \\ \n");
        assert_eq!(strings["bare"], "%1$@ of %2$@");
        assert_eq!(strings["only"], "only");
        assert_eq!(strings["smile"], "\u{263a} \u{1f600}");
        assert_eq!(strings["k"], "v");
    }

    #[test]
    fn every_encoding_that_tools_write_is_read() {
        let text = "\"grüße\" = \"größer\";";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = [&[0xff, 0xfe][..], &little].concat();
        let marked_big = [&[0xfe, 0xff][..], &big].concat();
        for bytes in [text.as_bytes(), &little, &big, &marked, &marked_big] {
            assert_eq!(parse(bytes).unwrap()["grüße"], "größer");
        }
        assert!(parse(b"\"a\" = \"\xff\xfe\xfd\";").is_err());
    }

    #[test]
    fn errors_name_the_line_and_what_was_expected() {
        for (text, words) in [
            ("\n\n\"a\" = ", "line 3: expected a text after `=`"),
            ("\"a\" \"b\";", "line 1: expected `=` or `;`"),
            ("\"a", "the closing quotation mark"),
            ("/* open", "the end of the comment"),
            (r#""a" = "\U12";"#, "four hexadecimal digits"),
            ("= 5", "a key"),
        ] {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = parse(&bytes);
        }

        #[test]
        fn any_text_survives_writing_and_reading(value in ".{0,40}") {
            let escaped = value.replace('\\', "\\\\").replace('"', "\\\"");
            let strings = parse(format!("\"k\" = \"{escaped}\";").as_bytes()).unwrap();
            prop_assert_eq!(&strings["k"], &value);
        }
    }
}
