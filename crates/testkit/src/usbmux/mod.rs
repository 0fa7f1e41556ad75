//! A stand-in for usbmuxd with devices on it: they pair, tell their facts, install apps, keep files, and
//! are unplugged when a test says so. The agent's ports lead to wherever the test points them.
//!
//! Written from the protocol and not with the library the product uses, so that the two can disagree.

mod afc;
mod device;
mod identity;
mod installation;
mod lockdown;
mod muxer;
mod wire;

pub use device::{DeviceState, FakeDevice, Trust};
pub use muxer::FakeMuxer;
