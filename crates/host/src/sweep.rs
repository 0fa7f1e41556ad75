//! What a dead server left behind: found and removed at the next start.
//!
//! A state directory's server lives as long as it holds the lock on the file `owner`. A lock cannot
//! be confused by reused process numbers, nor by servers of other containers that share the folder.

use std::{
    fs::{self, File},
    io,
    path::Path,
    time::Duration,
};

use crate::marker;

/// The locked file of a state directory.
pub(crate) const OWNER_FILE: &str = "owner";

/// A state directory has its owner file sooner than this after it was made.
const BEING_MADE: Duration = Duration::from_mins(1);

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

/// Whether no living server holds the directory. One without an owner file is just being made, or a
/// process that was still dying wrote into it after its removal.
fn is_abandoned(state_dir: &Path) -> bool {
    match File::open(state_dir.join(OWNER_FILE)) {
        Ok(owner) => owner.try_lock().is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound && is_old(state_dir),
    }
}

fn is_old(path: &Path) -> bool {
    let changed = fs::metadata(path).and_then(|facts| facts.modified());
    let age = changed.ok().and_then(|at| at.elapsed().ok());
    age.is_some_and(|age| age > BEING_MADE)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_a_dying_process_wrote_after_the_removal_goes_once_it_is_old() {
        let base = tempfile::tempdir().unwrap();
        let name = format!("{}1-2-3", crate::state_dir::prefix());
        let left = base.path().join(name);
        fs::create_dir_all(left.join("profile-2")).unwrap();
        assert_eq!(sweep(Some(base.path())), Swept::default());
        assert!(left.exists(), "it may be just being made");
        let long_ago = SystemTime::now() - BEING_MADE * 2;
        File::open(&left).unwrap().set_modified(long_ago).unwrap();
        assert_eq!(sweep(Some(base.path())).directories, 1);
        assert!(!left.exists());
    }
}
