//! What both query languages share: how a parser says what it expected, and where.

use std::borrow::Cow;

use winnow::{
    Parser,
    ascii::multispace0,
    combinator::terminated,
    error::{ErrMode, ParserError},
    stream::Stream,
};

/// A text that does not follow its grammar.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{language}: expected {expected} at position {position}, {found}")]
pub struct SyntaxError {
    /// The language, for example `class chain`.
    pub language: &'static str,
    /// What the grammar allows there.
    pub expected: String,
    /// Where, counted in characters from 1.
    pub position: usize,
    /// What stands there instead.
    pub found: String,
}

/// Where a parser gave up. The furthest one is the best explanation.
#[derive(Debug)]
pub(super) struct Fault {
    remaining: usize,
    expected: Cow<'static, str>,
}

pub(super) type Parsed<T> = Result<T, ErrMode<Fault>>;

impl<I: Stream> ParserError<I> for Fault {
    type Inner = Self;

    fn from_input(input: &I) -> Self {
        Self {
            remaining: input.eof_offset(),
            expected: Cow::Borrowed("something else"),
        }
    }

    fn or(self, other: Self) -> Self {
        if other.remaining < self.remaining {
            other
        } else {
            self
        }
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

/// Gives up at the next character: nothing else can be meant here.
pub(super) fn fail<T>(input: &str, expected: impl Into<Cow<'static, str>>) -> Parsed<T> {
    Err(ErrMode::Cut(Fault {
        remaining: input.len(),
        expected: expected.into(),
    }))
}

/// A token with the white space after it.
pub(super) fn token<'i, O>(
    parser: impl Parser<&'i str, O, ErrMode<Fault>>,
) -> impl Parser<&'i str, O, ErrMode<Fault>> {
    terminated(parser, multispace0)
}

/// Runs a grammar over a whole text.
pub(super) fn whole<T>(
    language: &'static str,
    text: &str,
    grammar: impl FnOnce(&mut &str) -> Parsed<T>,
) -> Result<T, SyntaxError> {
    let mut rest = text;
    let fault = match grammar(&mut rest) {
        Ok(value) if rest.is_empty() => return Ok(value),
        Ok(_) => Fault {
            remaining: rest.len(),
            expected: Cow::Borrowed("the end"),
        },
        Err(ErrMode::Backtrack(fault) | ErrMode::Cut(fault)) => fault,
        Err(ErrMode::Incomplete(_)) => Fault {
            remaining: 0,
            expected: Cow::Borrowed("more"),
        },
    };
    Err(explain(language, text, &fault))
}

fn explain(language: &'static str, text: &str, fault: &Fault) -> SyntaxError {
    let at = text.len().saturating_sub(fault.remaining);
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let found = if after.is_empty() {
        "but the text ends there".to_owned()
    } else {
        let end = after
            .char_indices()
            .nth(20)
            .map_or(after.len(), |(end, _)| end);
        format!("found `{}`", &after[..end])
    };
    SyntaxError {
        language,
        expected: fault.expected.clone().into_owned(),
        position: before.chars().count() + 1,
        found,
    }
}
