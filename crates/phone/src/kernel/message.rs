//! Messages of the wire.

use std::borrow::Cow;

use hansom_device::DeviceError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A request to the kernel.
#[derive(Serialize)]
pub(super) struct Request<'a, A> {
    pub(super) id: u32,
    pub(super) op: &'a str,
    pub(super) arg: A,
}

/// An answer or an event; one struct because serde cannot keep raw JSON inside a tagged enum.
#[derive(Deserialize)]
pub(super) struct Incoming<'a> {
    #[serde(default)]
    pub(super) id: Option<u32>,
    #[serde(borrow, default)]
    pub(super) ok: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) err: Option<Refusal<'a>>,
}

/// Why the kernel refused.
#[derive(Deserialize)]
pub(super) struct Refusal<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
}

impl Refusal<'_> {
    pub(super) fn into_error(self) -> DeviceError {
        let message = self.message.into_owned();
        match &*self.kind {
            "stale" => DeviceError::StaleElement(message),
            "interactable" => DeviceError::NotInteractable(message),
            "covered" => DeviceError::NotInteractable(format!("{message}; answer it first")),
            "state" => DeviceError::InvalidState(message),
            "argument" => DeviceError::InvalidArgument(message),
            "selector" => DeviceError::InvalidSelector(message),
            "alert" => DeviceError::NoAlert,
            _ => DeviceError::Failed(message),
        }
    }
}

/// What the kernel tells of its own accord.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(
    tag = "event",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub(crate) enum KernelEvent {
    /// The content process of a tab died.
    Crashed { tab: u32 },
    /// An alert opened or closed.
    Alert { open: bool },
    /// A permission prompt was answered.
    Permission {
        tab: Option<u32>,
        service: String,
        granted: bool,
    },
    /// So many requests for a finger or face wait in a page.
    Biometric { tab: u32, pending: u32 },
    /// The capture ended with an error.
    FilmFailed { message: String },
}
