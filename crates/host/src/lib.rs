//! What we own on the host: child processes, folders, the state directory and the sweep.
//!
//! Every child and every temporary folder of the program is made here, so that all of them end with
//! the program, however it ends:
//!
//! - [`StateDir`]: one directory per server process. Nobody else writes to it; it is made when the
//!   first thing needs it and removed when the server ends.
//! - [`TempFolder`]: a folder in it, removed on drop.
//! - [`Child`]: a process in its own group. Dropping it kills the group; on Linux the kernel kills it
//!   when we die.
//! - The janitor ([`janitor_main`]): a tiny copy of our own program that waits for our death, then
//!   kills the groups that are left and removes the directory. It is there for SIGKILL.
//! - [`archive`]: strangers' zip files, unpacked safely.
//! - [`outlet()`]: a file on its way to a client.
//! - [`QuickStream`]: connections on which Firefox need not wait for us.
//! - [`narrate()`]: words for the log while something takes its time.
//! - The sweep ([`sweep()`]): the next start removes what even the janitor could not.
//!
//! This is the only crate that may lift `unsafe_code`, and it does so three times: for the hook
//! between fork and exec in `spawner`, for the handle of a child in `process`, and for advice to the
//! system in `memory`.

pub mod archive;
#[cfg(test)]
mod catalogue;
mod child;
mod error;
mod exit;
mod folder;
mod janitor;
mod marker;
mod memory;
mod narrate;
mod outlet;
mod process;
mod quick;
mod signals;
mod spawner;
mod spec;
mod state_dir;
mod sweep;

pub use child::Child;
pub use error::HostError;
pub use exit::Exit;
pub use folder::TempFolder;
pub use janitor::janitor_main;
pub use memory::{release_code, release_heap, rss};
pub use narrate::narrate;
pub use outlet::outlet;
pub use quick::{QuickStream, acknowledge};
pub use signals::StopSignals;
pub use spec::{ChildSpec, StopSignal, Stream};
pub use state_dir::StateDir;
pub use sweep::{Swept, sweep};
