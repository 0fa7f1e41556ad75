//! Sessions: a registry of tasks.
//!
//! Each session is a task that owns what the driver started and takes commands from a queue: one at
//! a time inside, all sessions in parallel outside. What must not wait (deleting, asides, BiDi, the
//! capabilities) goes past the queue through the session's [`Handle`].
//!
//! ```text
//! start ──► idle ◄──► running        idle time counts in `idle` only
//!            │           │
//!            ▼           ▼
//!          ending: deleted, idle too long, died, failed, command too long, server stops
//!            │
//!            ▼
//!          closed (bounded), remembered with its reason
//! ```

mod create;
mod ending;
mod handle;
mod history;
mod loan;
mod registry;
mod slots;
mod task;
#[cfg(test)]
mod tests;

pub(crate) use create::create;
pub(crate) use ending::EndCause;
pub(crate) use handle::{Done, Handle, millis};
pub(crate) use registry::Registry;
