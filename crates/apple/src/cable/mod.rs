//! Real devices, over the cable (or the Wi-Fi that usbmuxd knows of), from macOS or Linux.
//!
//! ```text
//! hansom ─ usbmuxd ─┬─ port 8100, 9100      the agent and its pictures, dialled directly: no local port
//!                   ├─ port 62078           lockdown: facts, pairing, and every service by its name
//!                   │     ├─ installation proxy, AFC, house arrest      apps and files
//!                   │     ├─ simulate location, testmanagerd            below version 17
//!                   │     └─ CoreDeviceProxy ─ tunnel in this process   from version 17.4, no root
//!                   │           └─ testmanagerd, DVT location, pasteboard
//!                   └─ Listen               plugged and unplugged, as events
//! ```
//!
//! The protocols are those of the `idevice` crate, of which nothing is seen outside this folder. Like
//! every tool of its kind it does not verify the device's certificate: whoever can pose as usbmuxd is
//! on this machine already.
//!
//! Nothing here runs, connects or allocates before a session or `hansom devices` asks for a device.

mod apps;
mod dial;
mod error;
mod files;
mod link;
mod listen;
mod location;
mod lockdown;
mod muxer;
mod pasteboard;
mod pick;
mod readiness;
mod runner;
mod tunnel;

pub use dial::CableDial;
pub use error::CableError;
pub use link::Cable;
pub use lockdown::{CableFacts, Pairing};
pub use muxer::{Attached, Muxer};
pub use pick::pick;
pub use readiness::{Readiness, readiness};
pub use runner::{CableRunner, RunnerOptions};
