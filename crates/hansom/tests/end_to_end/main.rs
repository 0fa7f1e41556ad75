//! The program end to end: started as a user would, asked over HTTP, ended.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod grid;
mod phone;
mod program;
mod service;
