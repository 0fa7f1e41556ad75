//! What a dead server left behind: found and removed at the next start.
//!
//! A state directory's server lives as long as it holds the lock on the file `owner`. A lock cannot
//! be confused by reused process numbers, nor by servers of other containers that share the folder.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use crate::marker;

/// The locked file of a state directory.
pub(crate) const OWNER_FILE: &str = "owner";

/// What a sweep removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// State directories of servers that are gone.
    pub directories: usize,
    /// Children of theirs that still lived.
    pub children: usize,
}

/// Removes what dead servers left in `base` (the system's folder for temporary files when `None`).
/// Blocks; only touches directories of this user.
pub fn sweep(base: Option<&Path>) -> Swept {
    let base = base.map_or_else(std::env::temp_dir, Path::to_owned);
    let mut swept = Swept::default();
    for found in fs::read_dir(base).into_iter().flatten().flatten() {
        let ours = found
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(&crate::state_dir::prefix()));
        if ours && is_our_folder(&found) && is_abandoned(&found.path()) {
            swept.children += clear(&found.path());
            swept.directories += 1;
        }
    }
    if swept != Swept::default() {
        tracing::info!(
            directories = swept.directories,
            children = swept.children,
            "removed what an earlier server left"
        );
    }
    swept
}

/// Kills what is marked in a state directory and removes it. Returns how many were killed.
pub(crate) fn clear(state_dir: &Path) -> usize {
    let killed = marker::kill_marked(state_dir);
    if let Err(error) = remove(state_dir) {
        tracing::warn!(path = %state_dir.display(), %error, "could not be removed");
    }
    killed
}

/// Removes a tree. A process that is just dying may still write into it, so a tree that refills is
/// tried again.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    const TRIES: usize = 5;
    let mut last = Ok(());
    for _ in 0..TRIES {
        last = match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Err(error),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            other => return other,
        };
    }
    last
}

/// A real directory that belongs to us; in a folder that everybody may write to, others may have
/// laid out the same name.
fn is_our_folder(found: &fs::DirEntry) -> bool {
    let Ok(facts) = found.metadata() else {
        return false;
    };
    #[cfg(unix)]
    let owned = {
        use std::os::unix::fs::MetadataExt;
        facts.uid() == rustix::process::getuid().as_raw()
    };
    #[cfg(not(unix))]
    let owned = true;
    facts.is_dir() && owned
}

/// Whether no living server holds the directory. One without an owner file is just being made.
fn is_abandoned(state_dir: &Path) -> bool {
    File::open(state_dir.join(OWNER_FILE)).is_ok_and(|file| file.try_lock().is_ok())
}
