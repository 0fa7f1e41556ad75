//! Messages as they travel.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A command.
#[derive(Serialize)]
pub(super) struct Command<'a, P> {
    pub(super) id: u32,
    pub(super) method: &'a str,
    pub(super) params: P,
}

/// Anything that Firefox sends. The three shapes share this one struct because serde cannot keep
/// raw JSON inside a tagged enum.
#[derive(Deserialize)]
pub(super) struct Incoming<'a> {
    #[serde(default)]
    pub(super) id: Option<u32>,
    #[serde(borrow, default)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) error: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) message: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) stacktrace: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) params: Option<&'a RawValue>,
}
