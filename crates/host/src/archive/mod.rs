//! Zip archives: strangers' are unpacked safely, ours are packed. The calls block: run them on a
//! blocking thread.

mod error;
mod pack;
mod unpack;

pub use error::ArchiveError;
pub use pack::{pack_file, pack_folder};
pub use unpack::{Limits, RATIO_FROM, has_entry, unpack};
