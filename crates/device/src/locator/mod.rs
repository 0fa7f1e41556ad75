//! How elements are found: the strategies of the native context, and the two query languages.

/// A locator, checked: a malformed one never reaches a device.
#[derive(Debug, Clone, PartialEq)]
pub enum Locator {
    /// By accessibility id, `name` and `id` strategies included.
    AccessibilityId(String),
    /// By type, `XCUIElementTypeButton` or `Button`.
    ClassName(String),
    /// By XPath over the source.
    XPath(String),
    /// `-ios predicate string`.
    Predicate(String),
    /// `-ios class chain`.
    ClassChain(String),
}
