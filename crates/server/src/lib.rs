//! HTTP, the gate, the session registry, status, metrics and the BiDi relay.
//!
//! The way of a request: a connection ([`http`]) hands it to the gate ([`gate`]), which looks at its
//! headers only. The [`router`] finds the row of the route table. [`dispatch`] then asks either the
//! server itself or the session's task ([`sessions`]), and [`http::reply`] puts the answer into the
//! W3C envelope.
//!
//! The [`inspector`] is a page in the program, and a client like any other.
//!
//! Nothing here knows what a command means: that is the driver's.

mod app;
mod bidi;
#[cfg(test)]
mod catalogue;
mod config;
mod dispatch;
mod error;
mod gate;
mod http;
mod inspector;
mod operation;
mod router;
mod server;
mod sessions;

pub use config::{Config, Limits, Tls, Token};
pub use error::BindError;
pub use server::{Server, StopHandle};
