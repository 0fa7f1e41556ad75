//! A WebDriver BiDi client: one WebSocket to Firefox.
//!
//! ```text
//! call ──► {"id":7,"method":"session.status","params":{}} ──► Firefox
//! call ◄── {"type":"success","id":7,"result":{…}} ◄────────── Firefox
//! Events ◄ {"type":"event","method":"log.entryAdded",…} ◄──── Firefox
//! ```
//!
//! Requests are multiplexed by id, so a slow one holds up nobody. No compression: the peer is on
//! this machine. Limits: events go to bounded queues; a reader that falls behind loses the newest
//! ones and a warning is logged.

mod client;
mod error;
mod events;
mod log;
mod message;
mod ring;
#[cfg(test)]
mod tests;

pub use client::Bidi;
pub use error::BidiError;
pub use events::{Event, Events};
pub use log::{LogEntry, settle_log};
pub use ring::LogRing;
