//! A booted phone on a real Firefox: what is done to it, its app observes.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails where an answer is not what it should be"
)]

mod abilities;
mod app_life;
mod probe;
mod screen_and_input;
