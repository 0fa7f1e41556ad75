//! How elements are found: the strategies of the native context, and the two query languages.
//!
//! A [`Locator`] is made from the `using` and `value` of a request and is checked then: a malformed
//! one never reaches a device. A device either hands its text on (an agent understands the same
//! languages) or evaluates it over its own tree of [`Node`](crate::Node)s with [`Locator::find`].
//! XPath is the exception: its engine belongs to the device.

mod chain;
mod element_types;
mod find;
mod predicate;
mod strategy;
mod syntax;

pub use chain::ClassChain;
pub use element_types::{PREFIX, is_element_type, with_prefix, without_prefix};
pub use find::Scope;
pub use predicate::Predicate;
pub use strategy::Locator;
pub use syntax::SyntaxError;
