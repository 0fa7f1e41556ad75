//! A device that does as it is told and remembers what it was asked, for rules that no real phone
//! can be brought to: other versions, other kinds, a device that is lost.
//!
//! [`scripted`] is the device and its script; the others are its abilities, by what they are about.

mod abilities;
mod apps;
mod screen;
mod scripted;

pub use scripted::{Script, ScriptedDevice};
