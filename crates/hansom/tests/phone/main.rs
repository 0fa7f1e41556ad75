//! The program with a virtual phone, end to end.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod agent;
mod cable;
mod capabilities;
mod common;
mod endings;
mod inspector;
mod inspector_browser;
mod page;
mod paint;
mod pictures;
mod recording;
mod simulator;
mod uploads;
mod viewers;
mod warm;
