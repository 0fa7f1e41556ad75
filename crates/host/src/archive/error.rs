//! Why an archive was refused, or not made.

use std::{io, path::PathBuf};

use zip::result::ZipError;

/// Why an archive was refused.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The bytes are something else.
    #[error("it is not a zip archive")]
    NotAZip(#[source] ZipError),
    /// A name that leads out of the folder.
    #[error("its entry `{0}` leads out of the folder it is unpacked into")]
    Escapes(String),
    /// A link, a device, a pipe.
    #[error("its entry `{0}` is neither a file nor a folder")]
    Special(String),
    /// Two entries for one file.
    #[error("its entry `{0}` is there twice, or is both file and folder")]
    Twice(String),
    /// A password would be needed.
    #[error("its entry `{0}` is encrypted")]
    Encrypted(String),
    /// More entries than allowed.
    #[error("it holds {found} entries; at most {limit} are allowed")]
    TooMany {
        /// Entries in the archive.
        found: usize,
        /// Entries allowed.
        limit: usize,
    },
    /// More bytes than allowed.
    #[error("it unpacks to more than {limit} bytes")]
    TooLarge {
        /// Bytes allowed.
        limit: u64,
    },
    /// A bomb.
    #[error("it unpacks to more than {limit} times its size")]
    TooDense {
        /// Ratio allowed.
        limit: u64,
    },
    /// Damaged, or packed in a way that is not read here.
    #[error("its entry `{entry}` cannot be unpacked: {source}")]
    Entry {
        /// The entry.
        entry: String,
        /// What is wrong with it.
        source: io::Error,
    },
    /// The disk.
    #[error("{path} cannot be written: {source}", path = path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
