//! The phone kernel: our JavaScript inside Firefox, and the wire to it.
//!
//! ```text
//! phone ──{"id":7,"op":"tap","arg":{…}}──► chrome window ──► frame script ──► page
//! phone ◄─{"id":7,"ok":null}────────────── chrome window ◄── frame script ◄── page
//! ```
//!
//! The sources lie in `kernel/`; [`source`] joins them, [`Link`] is the wire. The wire is a
//! WebSocket that the kernel opens to us: pictures travel as bytes, without base64.

mod link;
mod message;
pub(crate) mod source;

pub(crate) use link::{Link, LinkListener, News};
pub(crate) use message::KernelEvent;
