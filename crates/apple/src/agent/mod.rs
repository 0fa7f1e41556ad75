//! The agent on the device, as its client sees it.

mod client;
mod dial;
mod reply;
mod watch;

pub use client::{AgentClient, Timeouts};
pub use dial::{Dial, Port, Stream, TcpDial};
pub use reply::Reply;
pub(crate) use watch::gone;
