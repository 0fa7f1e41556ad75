//! The agent on the device, as its client sees it.

mod client;
mod dial;
mod link;
mod reply;
mod supervisor;
mod watch;

pub use client::{AgentClient, Timeouts};
pub use dial::{Dial, Port, Stream, TcpDial};
pub(crate) use link::{Link, Supervision};
pub use reply::Reply;
pub(crate) use supervisor::{first_answer, open_session};
pub(crate) use watch::Watch;
