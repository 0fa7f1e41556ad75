//! The language of `-ios predicate string`: the part of NSPredicate that makes sense for elements.
//!
//! ```text
//! predicate  = and *( ("OR" | "||") and )
//! and        = unary *( ("AND" | "&&") unary )
//! unary      = ("NOT" | "!") unary | "(" predicate ")" | "TRUEPREDICATE" | "FALSEPREDICATE" | comparison
//! comparison = operand operator [ "[c]" | "[d]" | "[cd]" ] operand
//! operator   = "==" "=" "!=" "<>" "<" "<=" "=<" ">" ">=" "=>"
//!              "BEGINSWITH" "ENDSWITH" "CONTAINS" "LIKE" "MATCHES" "IN" "BETWEEN"
//! operand    = attribute | text | number | "YES" | "NO" | "TRUE" | "FALSE" | "nil" | "{" operands "}"
//! ```
//!
//! Words are read without regard to case. `MATCHES` takes a regular expression that runs in linear
//! time (no back references, no look-around); `LIKE` knows `*` and `?`. Both need a literal text.

mod attribute;
mod eval;
mod parse;

use regex::Regex;

use self::attribute::Attribute;
use super::syntax::SyntaxError;
use crate::Node;

/// A predicate, parsed.
#[derive(Debug, Clone)]
pub struct Predicate {
    text: String,
    expression: Expression,
}

impl Predicate {
    /// Reads a predicate.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        Ok(Self {
            text: text.to_owned(),
            expression: parse::predicate(text)?,
        })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a node satisfies it.
    pub fn matches(&self, node: &Node) -> bool {
        eval::holds(&self.expression, node)
    }
}

impl PartialEq for Predicate {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

#[derive(Debug, Clone)]
enum Expression {
    Constant(bool),
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Compare {
        left: Operand,
        relation: Relation,
        folding: Folding,
        right: Operand,
    },
    Matches {
        subject: Operand,
        folding: Folding,
        pattern: Regex,
    },
}

#[derive(Debug, Clone, PartialEq)]
enum Operand {
    Attribute(Attribute),
    Text(String),
    Number(f64),
    Boolean(bool),
    Nil,
    List(Vec<Operand>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    BeginsWith,
    EndsWith,
    Contains,
    In,
    Between,
}

/// What is overlooked when texts are compared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Folding {
    case: bool,
    diacritics: bool,
}
