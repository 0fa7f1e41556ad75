//! From the `using` and `value` of a request to a locator.

use std::fmt;

use super::{
    ClassChain, Predicate,
    element_types::{is_element_type, near},
};
use crate::DeviceError;

/// A locator, checked: a malformed one never reaches a device.
#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// By accessibility id, `name` and `id` strategies included.
    AccessibilityId(String),
    /// By type, `XCUIElementTypeButton` or `Button`.
    ClassName(String),
    /// By XPath over the source; checked by the device's engine.
    XPath(String),
    /// `-ios predicate string`.
    Predicate(Predicate),
    /// `-ios class chain`.
    ClassChain(ClassChain),
}

/// The strategies of the native context.
const STRATEGIES: &[&str] = &[
    "accessibility id",
    "id",
    "name",
    "class name",
    "xpath",
    "-ios predicate string",
    "-ios class chain",
];

/// Strategies that only a web page has.
const WEB_STRATEGIES: &[&str] = &["css selector", "link text", "partial link text", "tag name"];

impl Locator {
    /// The locator for a strategy and its value.
    pub fn new(using: &str, value: &str) -> Result<Self, DeviceError> {
        let syntax = |error: super::SyntaxError| DeviceError::InvalidSelector(error.to_string());
        match using {
            "accessibility id" | "id" | "name" => Ok(Self::AccessibilityId(value.to_owned())),
            "class name" if is_element_type(value) => Ok(Self::ClassName(value.to_owned())),
            "class name" => Err(DeviceError::InvalidSelector(unknown_type(value))),
            "xpath" if value.trim().is_empty() => Err(DeviceError::InvalidSelector(
                "xpath: the expression is empty".to_owned(),
            )),
            "xpath" => Ok(Self::XPath(value.to_owned())),
            "-ios predicate string" => Predicate::parse(value).map(Self::Predicate).map_err(syntax),
            "-ios class chain" => ClassChain::parse(value)
                .map(Self::ClassChain)
                .map_err(syntax),
            other => Err(DeviceError::InvalidSelector(unknown_strategy(other))),
        }
    }

    /// The strategy's name, as an agent is told it.
    pub const fn using(&self) -> &'static str {
        match self {
            Locator::AccessibilityId(_) => "accessibility id",
            Locator::ClassName(_) => "class name",
            Locator::XPath(_) => "xpath",
            Locator::Predicate(_) => "-ios predicate string",
            Locator::ClassChain(_) => "-ios class chain",
        }
    }

    /// The value as it was written.
    pub fn value(&self) -> &str {
        match self {
            Locator::AccessibilityId(text) | Locator::ClassName(text) | Locator::XPath(text) => {
                text
            }
            Locator::Predicate(predicate) => predicate.text(),
            Locator::ClassChain(chain) => chain.text(),
        }
    }
}

impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.using(), self.value())
    }
}

fn unknown_type(name: &str) -> String {
    let near = near(name);
    if near.is_empty() {
        format!("`{name}` is not a type of element; types look like XCUIElementTypeButton")
    } else {
        format!(
            "`{name}` is not a type of element; perhaps {}",
            near.join(", ")
        )
    }
}

fn unknown_strategy(using: &str) -> String {
    let known = STRATEGIES.join(", ");
    if WEB_STRATEGIES.contains(&using) {
        format!(
            "`{using}` finds elements of web pages, and the current context is the native one; switch to a \
             WEBVIEW context, or use one of {known}"
        )
    } else {
        format!("`{using}` is not a strategy; the native context has {known}")
    }
}
