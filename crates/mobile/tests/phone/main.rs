//! The mobile driver on a virtual phone: what a command sets, the app observes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod apps;
mod capabilities;
mod device;
mod lab;
mod methods;
mod screen;
mod session;
