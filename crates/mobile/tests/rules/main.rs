//! Rules of the specification that depend on kind, version and faults, on a scripted device.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod contexts;
mod elements;
mod position;
mod rig;
mod start;
mod state;
