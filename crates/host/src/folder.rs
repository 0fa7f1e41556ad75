//! Temporary folders.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{HostError, StateDir, sweep};

/// A folder in the state directory; removed with all that is in it when dropped.
#[derive(Debug)]
pub struct TempFolder {
    path: PathBuf,
    // Keeps the directory around it, and with it the janitor, alive.
    _state: Arc<StateDir>,
}

impl TempFolder {
    pub(crate) fn make(state: Arc<StateDir>, prefix: &str) -> Result<Self, HostError> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = state.path()?.join(format!("{prefix}-{number}"));
        fs::create_dir(&path).map_err(|source| HostError::Folder {
            path: path.clone(),
            source,
        })?;
        Ok(Self {
            path,
            _state: state,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl AsRef<Path> for TempFolder {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    /// A profile holds hundreds of files, too many to remove on a thread that serves others. Should
    /// the program end meanwhile, the state directory's own removal takes the rest.
    fn drop(&mut self) {
        let doomed = self.path.with_extension("removed");
        let doomed = match fs::rename(&self.path, &doomed) {
            Ok(()) => doomed,
            Err(_) => self.path.clone(),
        };
        let remove = move || {
            if let Err(error) = sweep::remove(&doomed) {
                tracing::warn!(path = %doomed.display(), %error, "could not be removed");
            }
        };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(remove)),
            Err(_) => remove(),
        }
    }
}
