//! Offers any [`Device`] as a WebDriverAgent-compatible HTTP service.
//!
//! WebDriverAgent is the program that runs on an Apple device and answers to drivers. Whoever can
//! drive it can drive a device through this room, and our own Apple room is tested against it.
//!
//! The wire: HTTP/1.1, JSON objects in, `{"value": …, "sessionId": …}` out. A body that cannot be read
//! counts as `{}`, paths match in any case and with a trailing slash, one session exists at a time.
//! Pictures of the screen come from a second port as MJPEG.
//!
//! [`routes`] is the table of what is answered; [`handlers`] has one file per chapter of it.

mod agent;
#[cfg(test)]
mod catalogue;
mod failure;
mod handlers;
mod http;
mod mjpeg;
mod routes;
mod session;
mod settings;

pub use agent::{Agent, AgentConfig, AgentError};
pub use routes::{Prefix, Row, table};

use hansom_device::Device;
