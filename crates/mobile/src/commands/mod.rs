//! The commands, a file per subject.

pub(crate) mod alerts;
pub(crate) mod answers;
pub(crate) mod apps;
pub(crate) mod biometrics;
pub(crate) mod clipboard;
pub(crate) mod contexts;
pub(crate) mod device;
mod dispatch;
pub(crate) mod elements;
pub(crate) mod files;
pub(crate) mod find;
pub(crate) mod input;
pub(crate) mod installed;
pub(crate) mod location;
pub(crate) mod lock;
mod logs;
pub(crate) mod permissions;
pub(crate) mod recording;
pub(crate) mod screen;
pub(crate) mod strings;
pub(crate) mod time;

pub(crate) use dispatch::dispatch;
