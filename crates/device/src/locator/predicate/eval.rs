//! What a predicate means for a node.

use std::{borrow::Cow, cmp::Ordering};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{Attribute, Expression, Folding, Operand, Relation};
use crate::{
    Node,
    locator::element_types::{number, with_prefix},
};

/// A value while it is being compared.
enum Value<'a> {
    Nil,
    Text(Cow<'a, str>),
    Number(f64),
    Boolean(bool),
    /// A type is a text to some comparisons and a number to others.
    Type(&'a str),
    List(&'a [Operand]),
}

pub(super) fn holds(expression: &Expression, node: &Node) -> bool {
    match expression {
        Expression::Constant(constant) => *constant,
        Expression::Not(inner) => !holds(inner, node),
        Expression::All(parts) => parts.iter().all(|part| holds(part, node)),
        Expression::Any(parts) => parts.iter().any(|part| holds(part, node)),
        Expression::Matches {
            subject,
            folding,
            pattern,
        } => text_of(&value(subject, node)).is_some_and(|text| {
            let folding = Folding {
                case: false,
                ..*folding
            };
            pattern.is_match(&fold(&text, folding))
        }),
        Expression::Compare {
            left,
            relation,
            folding,
            right,
        } => compare(
            &value(left, node),
            *relation,
            *folding,
            &value(right, node),
            node,
        ),
    }
}

fn value<'a>(operand: &'a Operand, node: &'a Node) -> Value<'a> {
    let text = |text: &'a Option<String>| match text {
        Some(text) => Value::Text(Cow::Borrowed(text)),
        None => Value::Nil,
    };
    match operand {
        Operand::Text(text) => Value::Text(Cow::Borrowed(text)),
        Operand::Number(number) => Value::Number(*number),
        Operand::Boolean(boolean) => Value::Boolean(*boolean),
        Operand::Nil => Value::Nil,
        Operand::List(items) => Value::List(items),
        Operand::Attribute(attribute) => match attribute {
            Attribute::Type => Value::Type(&node.element_type),
            Attribute::Name => text(&node.name),
            Attribute::Label => text(&node.label),
            Attribute::Value => text(&node.value),
            Attribute::Placeholder => text(&node.placeholder),
            Attribute::X => Value::Number(node.rect.x),
            Attribute::Y => Value::Number(node.rect.y),
            Attribute::Width => Value::Number(node.rect.width),
            Attribute::Height => Value::Number(node.rect.height),
            Attribute::Visible => Value::Boolean(node.visible),
            Attribute::Enabled => Value::Boolean(node.enabled),
            Attribute::Selected => Value::Boolean(node.selected),
            Attribute::Focused => Value::Boolean(node.focused),
            Attribute::Accessible => Value::Boolean(node.accessible),
            #[expect(clippy::cast_precision_loss, reason = "no list has 2^52 siblings")]
            Attribute::Index => Value::Number(node.index as f64),
        },
    }
}

fn compare(
    left: &Value<'_>,
    relation: Relation,
    folding: Folding,
    right: &Value<'_>,
    node: &Node,
) -> bool {
    let order = || order(left, right, folding);
    let texts = |test: fn(&str, &str) -> bool| match (text_of(left), text_of(right)) {
        (Some(left), Some(right)) => test(&fold(&left, folding), &fold(&right, folding)),
        _ => false,
    };
    match relation {
        Relation::Equal => order() == Some(Ordering::Equal),
        Relation::NotEqual => order() != Some(Ordering::Equal),
        Relation::Less => order() == Some(Ordering::Less),
        Relation::LessOrEqual => order().is_some_and(Ordering::is_le),
        Relation::Greater => order() == Some(Ordering::Greater),
        Relation::GreaterOrEqual => order().is_some_and(Ordering::is_ge),
        Relation::BeginsWith => texts(|text, part| text.starts_with(part)),
        Relation::EndsWith => texts(|text, part| text.ends_with(part)),
        Relation::Contains => texts(|text, part| text.contains(part)),
        Relation::In => match right {
            Value::List(items) => items
                .iter()
                .any(|item| compare(left, Relation::Equal, folding, &value(item, node), node)),
            _ => texts(|part, text| text.contains(part)),
        },
        Relation::Between => match right {
            Value::List([low, high]) => {
                compare(
                    left,
                    Relation::GreaterOrEqual,
                    folding,
                    &value(low, node),
                    node,
                ) && compare(
                    left,
                    Relation::LessOrEqual,
                    folding,
                    &value(high, node),
                    node,
                )
            }
            _ => false,
        },
    }
}

/// How two values stand to each other; `None` when they cannot be compared.
fn order(left: &Value<'_>, right: &Value<'_>, folding: Folding) -> Option<Ordering> {
    match (left, right) {
        (Value::Nil, Value::Nil) => Some(Ordering::Equal),
        (Value::Nil | Value::List(_), _) | (_, Value::Nil | Value::List(_)) => None,
        (Value::Text(_) | Value::Type(_), Value::Text(_) | Value::Type(_)) => {
            let (left, right) = (text_of(left)?, text_of(right)?);
            Some(fold(&left, folding).cmp(&fold(&right, folding)))
        }
        _ => number_of(left)?.partial_cmp(&number_of(right)?),
    }
}

fn text_of<'a>(value: &'a Value<'_>) -> Option<Cow<'a, str>> {
    match value {
        Value::Text(text) => Some(Cow::Borrowed(text)),
        Value::Type(name) => Some(Cow::Owned(with_prefix(name))),
        Value::Number(number) => Some(Cow::Owned(number.to_string())),
        Value::Boolean(boolean) => Some(Cow::Borrowed(if *boolean { "1" } else { "0" })),
        Value::Nil | Value::List(_) => None,
    }
}

/// A text beside a number is compared as one: `value == 1` holds for a switch that is on.
fn number_of(value: &Value<'_>) -> Option<f64> {
    match value {
        Value::Number(number) => Some(*number),
        Value::Boolean(boolean) => Some(f64::from(u8::from(*boolean))),
        Value::Text(text) => match text.as_ref() {
            "true" => Some(1.0),
            "false" => Some(0.0),
            text => text.trim().parse().ok(),
        },
        #[expect(clippy::cast_precision_loss, reason = "there are 83 types")]
        Value::Type(name) => number(name).map(|number| number as f64),
        Value::Nil | Value::List(_) => None,
    }
}

/// The text with what is to be overlooked taken away.
pub(super) fn fold(text: &str, folding: Folding) -> Cow<'_, str> {
    let mut folded = Cow::Borrowed(text);
    if folding.diacritics && !text.is_ascii() {
        folded = Cow::Owned(text.nfd().filter(|c| !is_combining_mark(*c)).collect());
    }
    if folding.case {
        folded = Cow::Owned(folded.to_lowercase());
    }
    folded
}
