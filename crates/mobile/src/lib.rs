//! The mobile driver: what the commands of a mobile session mean, on any [`Device`](hansom_device::Device).
//!
//! The way of a command through this room:
//!
//! - [`MobileDriver`] reads the capabilities (a table) and asks a [`DeviceFactory`] for a device;
//! - `session` looks at the command and the current context: commands for the page go to the web
//!   view as they are, the others to a function in `commands`;
//! - `execute` is the table of the `mobile:` methods; a method and the older route of the same
//!   meaning share one function;
//! - `actions` turns W3C actions into the ways of fingers and does no I/O;
//! - `recording` makes films of the screen.

mod capabilities;
#[cfg(test)]
mod catalogue;
mod commands;
mod driver;
mod error;
mod execute;
mod factory;
mod keys;
mod live;
mod pending;
pub mod recording;
mod session;
mod settings;
mod start;
mod strings;
mod timeouts;
mod web;

pub use capabilities::{CAPABILITIES, Capability};
pub use driver::{MobileConfig, MobileDriver};
pub use error::MobileError;
pub use execute::methods_page;
pub use factory::{DeviceFactory, DeviceKind, DeviceRequest};
