//! Apps: which are installed, where their files are, and which run.
//!
//! - [`manifest`]: what a bundle says of itself.
//! - [`bundle`]: a bundle's files, compiled in or on disk.
//! - [`install`]: from a folder or an archive to a bundle.
//! - [`store`]: the installed ones.
//! - [`desk`]: the running ones; which is in front, locked or not.
//! - [`ability`]: all of it as the device's `Apps`.

mod ability;
mod bundle;
pub(crate) mod desk;
mod install;
mod lock;
mod manifest;
mod store;

pub(crate) use ability::blocking;
pub(crate) use bundle::{App, Files, bundled_page, shared_file};
pub(crate) use store::Store;
