//! Tests with a real Firefox, and with programs that only look like one.

mod commands;
mod common;
#[cfg(unix)]
mod failed_start;
mod liar;
mod life;
mod pool;
