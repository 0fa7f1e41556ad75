//! XPath that can be said as a class chain, because agents evaluate class chains many times faster.
//!
//! Only forms whose meaning is the same are translated: a descendant step of one type (or `*`) with
//! attribute conditions joined by `and`. Everything else stays XPath.

use winnow::{
    ModalResult, Parser,
    ascii::multispace0,
    combinator::{alt, delimited, opt, preceded, separated, terminated},
    token::take_while,
};

/// The class chain of an XPath, when there is one.
pub(crate) fn class_chain(path: &str) -> Option<String> {
    let (kind, conditions) = step.parse(path.trim()).ok()?;
    if conditions.is_empty() {
        return Some(format!("**/{kind}"));
    }
    Some(format!("**/{kind}[`{}`]", conditions.join(" AND ")))
}

fn step(input: &mut &str) -> ModalResult<(String, Vec<String>)> {
    let kind = preceded("//", alt(("*", word)))
        .parse_next(input)?
        .to_owned();
    let conditions = opt(delimited("[", separated(1.., condition, and), "]")).parse_next(input)?;
    Ok((kind, conditions.unwrap_or_default()))
}

fn and(input: &mut &str) -> ModalResult<()> {
    (multispace0, "and", multispace0).void().parse_next(input)
}

fn word<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    take_while(1.., |c: char| c.is_ascii_alphanumeric()).parse_next(input)
}

fn condition(input: &mut &str) -> ModalResult<String> {
    let function = |name: &'static str, operator: &'static str| {
        delimited(
            (multispace0, name, "("),
            (attribute, preceded((multispace0, ",", multispace0), text)),
            (multispace0, ")", multispace0),
        )
        .map(move |(attribute, text)| format!("{attribute} {operator} {text}"))
    };
    let equals = (
        preceded(multispace0, attribute),
        preceded(
            (multispace0, "=", multispace0),
            terminated(text, multispace0),
        ),
    )
        .map(|(attribute, text)| format!("{attribute} == {text}"));
    alt((
        function("contains", "CONTAINS"),
        function("starts-with", "BEGINSWITH"),
        equals,
    ))
    .parse_next(input)
}

/// The attributes that mean the same in both languages and are always text.
fn attribute<'a>(input: &mut &'a str) -> ModalResult<&'a str> {
    preceded("@", alt(("name", "label", "value"))).parse_next(input)
}

/// A literal without quotes of the other kind, backquotes or backslashes: those would need escapes
/// that the two languages write differently.
fn text(input: &mut &str) -> ModalResult<String> {
    let plain = |c: char| !matches!(c, '"' | '\'' | '`' | '\\');
    alt((
        delimited("\"", take_while(0.., plain), "\""),
        delimited("'", take_while(0.., plain), "'"),
    ))
    .map(|text: &str| format!("\"{text}\""))
    .parse_next(input)
}

#[cfg(test)]
mod tests {
    use hansom_device::locator::Locator;

    use super::*;

    #[test]
    fn simple_paths_become_class_chains_that_parse() {
        for (path, chain) in [
            ("//XCUIElementTypeButton", "**/XCUIElementTypeButton"),
            ("//*[@name='OK']", r#"**/*[`name == "OK"`]"#),
            (
                r#"//XCUIElementTypeCell[@name="a" and contains(@label, 'b c')]"#,
                r#"**/XCUIElementTypeCell[`name == "a" AND label CONTAINS "b c"`]"#,
            ),
            (
                "//XCUIElementTypeCell[starts-with(@value,'x')]",
                r#"**/XCUIElementTypeCell[`value BEGINSWITH "x"`]"#,
            ),
        ] {
            assert_eq!(class_chain(path).as_deref(), Some(chain), "{path}");
            assert!(Locator::new("-ios class chain", chain).is_ok(), "{chain}");
        }
    }

    #[test]
    fn everything_else_stays_xpath() {
        for path in [
            "//XCUIElementTypeCell[2]",
            "//XCUIElementTypeCell/XCUIElementTypeButton",
            "//XCUIElementTypeCell[@visible='true']",
            "//XCUIElementTypeCell[@name='a' or @name='b']",
            r#"//*[@name="it's"]"#,
            "//*[@name='a`b']",
            "/XCUIElementTypeApplication",
            "",
        ] {
            assert_eq!(class_chain(path), None, "{path}");
        }
    }
}
