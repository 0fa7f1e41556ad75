//! Test kit: a tiny driver, a client and a server to try them on. Never part of the product.
//!
//! - [`Tiny`]: a driver whose sessions do as they are told: answer, wait, hang, die, panic.
//! - [`StandInAgent`]: a WebDriverAgent that remembers what it was asked.
//! - [`AGENT_ROUTES`]: what a WebDriverAgent answers, as data.
//! - [`Client`]: a small HTTP client.
//! - [`ErrorPage`]: a page of the catalogue of errors, checked against the committed one; [`Told`] is
//!   what a cause comes to.
//! - [`ScriptedDevice`]: a device whose answers a test writes.
//! - [`bidi_echo`]: a WebSocket server that stands in for a browser.
//! - [`eventually`]: looks again until something is so; the wait for what has no event.
//! - [`nothing_left`]: waits until neither process nor file of a program is left.
//! - [`SyntheticScreen`]: a screen of known colours that is late, stalls or dies when told to.
//! - [`FakeMuxer`]: a usbmuxd with devices that pair, refuse, install and are unplugged.
//! - [`TestServer`]: a server on a free port of loopback, stopped when dropped.
#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a failure here is a failed test"
)]

mod agent;
mod agent_routes;
mod catalogue;
mod client;
mod device;
mod echo;
mod eventually;
mod leftovers;
mod server;
mod synthetic_screen;
mod tiny;
mod usbmux;

pub use agent::{AgentCall, StandInAgent};
pub use agent_routes::{AGENT_ROUTES, AgentRoute};
pub use catalogue::{ErrorPage, Told};
pub use client::{Client, Reply};
pub use device::{Script, ScriptedDevice};
pub use echo::bidi_echo;
pub use eventually::eventually;
pub use leftovers::{files_of, nothing_left, processes_of};
pub use server::TestServer;
pub use synthetic_screen::{Captures, Colour, Fault, SyntheticScreen};
pub use tiny::{Tiny, Watch};
pub use usbmux::{DeviceState, FakeDevice, FakeMuxer, Trust};
