//! The language of `-ios class chain`.
//!
//! ```text
//! chain  = step *( "/" step )
//! step   = [ "**/" ] ( type | "*" ) *filter
//! filter = "[" position "]"          position among what matched so far: 1 is the first, -1 the last
//!        | "[`" predicate "`]"       the element itself satisfies the predicate
//!        | "[$" predicate "$]"       something inside the element satisfies it
//! ```
//!
//! A step looks at the children of what the step before found; with `**/` at all descendants. Inside
//! a predicate a back quote or dollar sign is written twice. Filters apply from left to right.

use winnow::{
    Parser,
    combinator::{opt, preceded},
    token::take_while,
};

use super::{
    element_types::{is_element_type, near, without_prefix},
    predicate::Predicate,
    syntax::{Parsed, SyntaxError, fail, whole},
};

/// A class chain, parsed.
#[derive(Debug, Clone)]
pub struct ClassChain {
    text: String,
    pub(super) steps: Vec<Step>,
}

#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) descendants: bool,
    /// Without prefix; `None` for any.
    pub(super) element_type: Option<String>,
    pub(super) filters: Vec<Filter>,
}

#[derive(Debug, Clone)]
pub(super) enum Filter {
    Position(i64),
    Itself(Predicate),
    Inside(Predicate),
}

impl ClassChain {
    /// Reads a class chain.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let steps = whole("class chain", text, |input| {
            let mut steps = vec![step(input)?];
            while opt('/').parse_next(input)?.is_some() {
                steps.push(step(input)?);
            }
            if !input.is_empty() {
                return fail(input, "`/`, `[` or the end");
            }
            Ok(steps)
        })?;
        Ok(Self {
            text: text.to_owned(),
            steps,
        })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for ClassChain {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

fn step(input: &mut &str) -> Parsed<Step> {
    let descendants = opt("**/").parse_next(input)?.is_some();
    let at = *input;
    let name = take_while(0.., |c: char| c.is_alphanumeric() || c == '*').parse_next(input)?;
    let element_type = match without_prefix(name) {
        "*" | "Any" => None,
        "" | "**" => return fail(at, "a type such as XCUIElementTypeButton, `*` or `**/`"),
        known if is_element_type(known) => Some(known.to_owned()),
        _ => {
            let near = near(name).join(", ");
            let expected = if near.is_empty() {
                "a type such as XCUIElementTypeButton, or `*`".to_owned()
            } else {
                format!("a type (perhaps {near})")
            };
            return fail(at, expected);
        }
    };
    let mut filters = Vec::new();
    while opt('[').parse_next(input)?.is_some() {
        filters.push(filter(input)?);
        if opt(']').parse_next(input)?.is_none() {
            return fail(input, "`]`");
        }
    }
    Ok(Step {
        descendants,
        element_type,
        filters,
    })
}

fn filter(input: &mut &str) -> Parsed<Filter> {
    match input.chars().next() {
        Some('`') => quoted(input, '`').map(Filter::Itself),
        Some('$') => quoted(input, '$').map(Filter::Inside),
        _ => position(input).map(Filter::Position),
    }
}

fn position(input: &mut &str) -> Parsed<i64> {
    let at = *input;
    let digits = (opt('-'), take_while(0.., |c: char| c.is_ascii_digit()))
        .take()
        .parse_next(input)?;
    match digits.parse() {
        Ok(0) | Err(_) => fail(
            at,
            "a position (1 is the first, -1 the last), a predicate in back quotes or one in dollar signs",
        ),
        Ok(position) => Ok(position),
    }
}

/// A predicate between two equal marks; the mark itself is written twice.
fn quoted(input: &mut &str, mark: char) -> Parsed<Predicate> {
    opt(mark).parse_next(input)?;
    let at = *input;
    let mut text = String::new();
    loop {
        text.push_str(take_while(0.., |c| c != mark).parse_next(input)?);
        if opt(preceded(mark, mark)).parse_next(input)?.is_some() {
            text.push(mark);
        } else if opt(mark).parse_next(input)?.is_some() {
            break;
        } else {
            return fail(input, format!("the closing {mark}"));
        }
    }
    Predicate::parse(&text).or_else(|error| {
        // Doubled marks make the inner text shorter; close enough to point at the place.
        let place = at
            .char_indices()
            .nth(error.position - 1)
            .map_or("", |(start, _)| &at[start..]);
        let rest = if place.len() < input.len() {
            *input
        } else {
            place
        };
        fail(rest, error.expected)
    })
}
