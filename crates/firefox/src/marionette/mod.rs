//! The connection to Marionette, the remote control inside Firefox.
//!
//! [`frame`] is the wire format, [`Marionette`] the connection, [`MarionetteError`] what can go
//! wrong on it.

mod connection;
mod error;
pub mod frame;
mod notes;

pub use connection::Marionette;
pub use error::MarionetteError;
