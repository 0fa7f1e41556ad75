//! The grammar of predicates.

use regex::{Regex, RegexBuilder};
use winnow::{
    Parser,
    ascii::{Caseless, multispace0},
    combinator::{alt, not, opt, terminated},
    error::ErrMode,
    token::{one_of, take_while},
};

use super::{Attribute, Expression, Folding, Operand, Relation, eval::fold};
use crate::locator::syntax::{Fault, Parsed, SyntaxError, fail, token, whole};

/// Deeper nesting is refused: it would be nobody's test, and each level takes stack.
const MAX_DEPTH: usize = 64;

/// Regular expressions larger than this when compiled are refused.
const MAX_REGEX_BYTES: usize = 1 << 20;

const UNARY: &str = "an attribute, a value, `(`, NOT or TRUEPREDICATE";
const OPERATOR: &str = "an operator (==, !=, <, <=, >, >=, BEGINSWITH, ENDSWITH, CONTAINS, LIKE, MATCHES, IN, BETWEEN)";
const OPERAND: &str = "an attribute, a quoted text, a number, TRUE, FALSE, nil or `{`";

pub(super) fn predicate(text: &str) -> Result<Expression, SyntaxError> {
    whole("predicate string", text, |input| {
        multispace0.parse_next(input)?;
        disjunction(input, 0)
    })
}

fn disjunction(input: &mut &str, depth: usize) -> Parsed<Expression> {
    let mut all = vec![conjunction(input, depth)?];
    while opt(alt((word("OR"), sign("||"))))
        .parse_next(input)?
        .is_some()
    {
        all.push(conjunction(input, depth)?);
    }
    Ok(single_or(all, Expression::Any))
}

fn conjunction(input: &mut &str, depth: usize) -> Parsed<Expression> {
    let mut all = vec![unary(input, depth)?];
    while opt(alt((word("AND"), sign("&&"))))
        .parse_next(input)?
        .is_some()
    {
        all.push(unary(input, depth)?);
    }
    Ok(single_or(all, Expression::All))
}

fn single_or(mut all: Vec<Expression>, join: fn(Vec<Expression>) -> Expression) -> Expression {
    match all.pop() {
        Some(only) if all.is_empty() => only,
        Some(last) => {
            all.push(last);
            join(all)
        }
        None => Expression::Constant(true),
    }
}

fn unary(input: &mut &str, depth: usize) -> Parsed<Expression> {
    if depth > MAX_DEPTH {
        return fail(input, format!("at most {MAX_DEPTH} levels of nesting"));
    }
    if opt(alt((word("NOT"), terminated(sign("!"), not('=')))))
        .parse_next(input)?
        .is_some()
    {
        return Ok(Expression::Not(Box::new(unary(input, depth + 1)?)));
    }
    if opt(sign("(")).parse_next(input)?.is_some() {
        let inner = disjunction(input, depth + 1)?;
        if opt(sign(")")).parse_next(input)?.is_none() {
            return fail(input, "AND, OR or `)`");
        }
        return Ok(inner);
    }
    if opt(word("TRUEPREDICATE")).parse_next(input)?.is_some() {
        return Ok(Expression::Constant(true));
    }
    if opt(word("FALSEPREDICATE")).parse_next(input)?.is_some() {
        return Ok(Expression::Constant(false));
    }
    comparison(input)
}

#[derive(Clone, Copy)]
enum Operator {
    Relation(Relation),
    Like,
    Matches,
}

/// Operators made of signs; a longer one stands before its beginning.
const SIGNS: &[(&str, Relation)] = &[
    ("==", Relation::Equal),
    ("=>", Relation::GreaterOrEqual),
    ("=<", Relation::LessOrEqual),
    ("=", Relation::Equal),
    ("!=", Relation::NotEqual),
    ("<>", Relation::NotEqual),
    ("<=", Relation::LessOrEqual),
    ("<", Relation::Less),
    (">=", Relation::GreaterOrEqual),
    (">", Relation::Greater),
];

/// Operators that are words.
const WORDS: &[(&str, Operator)] = &[
    ("BEGINSWITH", Operator::Relation(Relation::BeginsWith)),
    ("ENDSWITH", Operator::Relation(Relation::EndsWith)),
    ("CONTAINS", Operator::Relation(Relation::Contains)),
    ("IN", Operator::Relation(Relation::In)),
    ("BETWEEN", Operator::Relation(Relation::Between)),
    ("LIKE", Operator::Like),
    ("MATCHES", Operator::Matches),
];

fn comparison(input: &mut &str) -> Parsed<Expression> {
    let Some(left) = operand(input)? else {
        return fail(input, UNARY);
    };
    let Some(operator) = operator(input)? else {
        return fail(input, OPERATOR);
    };
    let folding = folding(input)?;
    let at = *input;
    let Some(right) = operand(input)? else {
        return fail(input, OPERAND);
    };
    let relation = match operator {
        Operator::Relation(relation) => relation,
        Operator::Like | Operator::Matches => {
            let Operand::Text(text) = &right else {
                return fail(at, "a quoted pattern");
            };
            let pattern = if matches!(operator, Operator::Like) {
                like(text)
            } else {
                text.clone()
            };
            return match compile(&pattern, folding) {
                Ok(pattern) => Ok(Expression::Matches {
                    subject: left,
                    folding,
                    pattern,
                }),
                Err(error) => fail(at, format!("a regular expression ({error})")),
            };
        }
    };
    match (relation, &right) {
        (Relation::Between, Operand::List(bounds)) if bounds.len() == 2 => {}
        (Relation::Between, _) => return fail(at, "two bounds, `{low, high}`"),
        (Relation::In, Operand::List(_) | Operand::Text(_) | Operand::Attribute(_)) => {}
        (Relation::In, _) => return fail(at, "a list, `{a, b}`, or a text"),
        (_, Operand::List(_)) => return fail(at, "one value; lists go with IN and BETWEEN"),
        _ => {}
    }
    Ok(Expression::Compare {
        left,
        relation,
        folding,
        right,
    })
}

/// An operator, or nothing if none starts here.
fn operator(input: &mut &str) -> Parsed<Option<Operator>> {
    for (text, relation) in SIGNS {
        if opt(sign(text)).parse_next(input)?.is_some() {
            return Ok(Some(Operator::Relation(*relation)));
        }
    }
    for (text, operator) in WORDS {
        if opt(word(text)).parse_next(input)?.is_some() {
            return Ok(Some(*operator));
        }
    }
    Ok(None)
}

fn folding(input: &mut &str) -> Parsed<Folding> {
    if opt('[').parse_next(input)?.is_none() {
        return Ok(Folding::default());
    }
    let at = *input;
    let letters = take_while(0.., char::is_alphanumeric).parse_next(input)?;
    let known = matches!(letters.to_lowercase().as_str(), "c" | "d" | "cd" | "dc");
    if !known || opt(sign("]")).parse_next(input)?.is_none() {
        return fail(at, "`c]`, `d]` or `cd]`");
    }
    Ok(Folding {
        case: letters.contains(['c', 'C']),
        diacritics: letters.contains(['d', 'D']),
    })
}

/// An operand, or nothing if none starts here.
fn operand(input: &mut &str) -> Parsed<Option<Operand>> {
    let Some(first) = input.chars().next() else {
        return Ok(None);
    };
    match first {
        '"' | '\'' => text(input, first).map(|text| Some(Operand::Text(text))),
        '{' => list(input).map(|list| Some(Operand::List(list))),
        '-' | '+' | '.' | '0'..='9' => number(input).map(|number| Some(Operand::Number(number))),
        _ if first.is_alphabetic() || first == '_' => named(input).map(Some),
        _ => Ok(None),
    }
}

fn named(input: &mut &str) -> Parsed<Operand> {
    let at = *input;
    let name = token(take_while(1.., is_name)).parse_next(input)?;
    Ok(match name.to_ascii_uppercase().as_str() {
        "TRUE" | "YES" => Operand::Boolean(true),
        "FALSE" | "NO" => Operand::Boolean(false),
        "NIL" | "NULL" => Operand::Nil,
        _ => match Attribute::named(name) {
            Some(attribute) => Operand::Attribute(attribute),
            None => return fail(at, format!("an attribute ({})", Attribute::names())),
        },
    })
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

fn number(input: &mut &str) -> Parsed<f64> {
    let at = *input;
    let digits = token(take_while(1.., |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+')
    }))
    .parse_next(input)?;
    match digits.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => fail(at, "a number"),
    }
}

fn list(input: &mut &str) -> Parsed<Vec<Operand>> {
    sign("{").parse_next(input)?;
    let mut items = Vec::new();
    if opt(sign("}")).parse_next(input)?.is_some() {
        return Ok(items);
    }
    loop {
        let at = *input;
        match operand(input)? {
            // A list in a list means nothing here, and would be unbounded nesting.
            None | Some(Operand::List(_)) => return fail(at, "a value of the list"),
            Some(item) => items.push(item),
        }
        if opt(sign("}")).parse_next(input)?.is_some() {
            return Ok(items);
        }
        if opt(sign(",")).parse_next(input)?.is_none() {
            return fail(input, "`,` or `}`");
        }
    }
}

fn text(input: &mut &str, quote: char) -> Parsed<String> {
    one_of([quote]).parse_next(input)?;
    let mut text = String::new();
    loop {
        text.push_str(take_while(0.., |c| c != quote && c != '\\').parse_next(input)?);
        if opt(token(one_of([quote]))).parse_next(input)?.is_some() {
            return Ok(text);
        }
        if input.is_empty() {
            return fail(input, format!("the closing {quote}"));
        }
        text.push(escape(input)?);
    }
}

fn escape(input: &mut &str) -> Parsed<char> {
    let at = *input;
    '\\'.parse_next(input)?;
    let Some(letter) = input.chars().next() else {
        return fail(input, "a character after the backslash");
    };
    *input = &input[letter.len_utf8()..];
    Ok(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'u' | 'U' => {
            let digits = take_while(0..=4, |c: char| c.is_ascii_hexdigit()).parse_next(input)?;
            let code = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| digits.len() == 4);
            match code.and_then(char::from_u32) {
                Some(character) => character,
                None => return fail(at, "four hexadecimal digits of a character after `\\u`"),
            }
        }
        other => other,
    })
}

/// A keyword, in any case, not a part of a longer name.
fn word<'i>(text: &'static str) -> impl Parser<&'i str, (), ErrMode<Fault>> {
    token((Caseless(text), not(one_of(is_name)))).void()
}

fn sign<'i>(text: &'static str) -> impl Parser<&'i str, (), ErrMode<Fault>> {
    token(text).void()
}

/// `LIKE` patterns as regular expressions.
fn like(pattern: &str) -> String {
    let mut out = String::new();
    let mut characters = pattern.chars();
    while let Some(c) = characters.next() {
        match c {
            '*' => out.push_str(".*"),
            '?' => out.push('.'),
            '\\' => {
                let literal = characters.next().unwrap_or('\\');
                out.push_str(&regex::escape(literal.encode_utf8(&mut [0; 4])));
            }
            other => out.push_str(&regex::escape(other.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

fn compile(pattern: &str, folding: Folding) -> Result<Regex, String> {
    let pattern = fold(
        pattern,
        Folding {
            // Case is the regular expression's own business: folding would turn \S into \s.
            case: false,
            ..folding
        },
    );
    RegexBuilder::new(&format!("^(?:{pattern})$"))
        .case_insensitive(folding.case)
        .dot_matches_new_line(true)
        .size_limit(MAX_REGEX_BYTES)
        .build()
        .map_err(|error| {
            let error = error.to_string();
            let last = error.lines().last().unwrap_or_default();
            last.trim_start_matches("error: ").to_owned()
        })
}
