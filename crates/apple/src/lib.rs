//! iPhones, iPads, Apple TVs and simulators as a [`hansom_device::Device`].
//!
//! Two ways lead to such a device, and most need both:
//!
//! - [`agent`]: the WebDriverAgent that runs on it, spoken to over HTTP. It sees the screen, taps,
//!   types and knows the apps. How its port is reached is a [`agent::Dial`]: plain TCP for an address,
//!   a stream through the cable for a device.
//! - [`HostTools`]: what only the machine beside the device can do. A simulator has `xcrun simctl`
//!   ([`Simctl`]), an attached device its services ([`cable`]); an agent that somebody else runs has
//!   none, and says so where one is needed.
//!
//! Where we start the agent ourselves, a [`Runner`] does, and a supervisor starts it again when it exits.
//!
//! One agent call per command wherever the agent allows it; every call has a deadline that is named
//! when it passes; a dead agent is "the agent is gone (reason)", never a bare socket error.

mod abilities;
pub mod agent;
mod bundle;
pub mod cable;
#[cfg(test)]
mod catalogue;
mod connect;
mod device;
mod error;
mod holds;
mod host_tools;
mod mjpeg;
mod runner;
mod simctl;
mod simulator_runner;
mod simulators;
mod xpath;

pub use connect::{ConnectOptions, connect};
pub use device::AppleDevice;
pub use error::AppleError;
pub use holds::{Hold, Holds, InUse};
pub use host_tools::HostTools;
pub use runner::{Restarts, Runner};
pub use simctl::Simctl;
pub use simulator_runner::SimulatorRunner;
pub use simulators::{Simulator, simulators};
