//! The virtual phone: a [`Device`](hansom_device::Device) whose screen and apps run in headless
//! Firefox.
//!
//! ```text
//! Device traits ─► core ─► kernel (JavaScript in Firefox's chrome window) ─► pages
//!                   │  └─► BiDi: emulation (position, language, screen)
//!                   │  └─► Marionette: W3C commands in web contexts
//!                   └─► app server: each app's files at http://<label>.localhost, and the bridge
//! ```
//!
//! - [`kernel`]: our JavaScript and the wire to it.
//! - [`apps`]: bundles, the installed and the running ones, lock and home.
//! - [`server`]: what pages are served from; `kernel/BRIDGE.md` is its contract.
//! - one file per further ability: [`elements`], [`screen`], [`clipboard`], …
//! - [`boot`]: puts it all together; [`pool`]: phones booted ahead.

mod alerts;
mod apps;
mod biometrics;
mod boot;
#[cfg(test)]
mod catalogue;
mod clipboard;
mod contexts;
mod core;
mod device;
mod elements;
mod error;
mod files;
mod frames;
mod input;
mod journal;
mod kernel;
mod locale;
mod location;
mod look;
mod motion;
mod needs;
mod news;
mod options;
mod permissions;
mod pool;
mod power;
mod prefs;
mod screen;
mod server;
mod settings;
mod tree;

pub use device::VirtualPhone;
pub use error::PhoneError;
pub use needs::{OLDEST_FIREFOX, find_firefox};
pub use options::PhoneOptions;
pub use pool::PhonePool;
