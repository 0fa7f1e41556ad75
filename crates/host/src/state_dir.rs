//! One directory per server process, for everything it keeps on disk.
//!
//! It lies in the system's folder for temporary files, not in `XDG_RUNTIME_DIR`: that is a small RAM
//! disk on most systems, and browser profiles are large.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use crate::{HostError, TempFolder, janitor::Janitor, process, sweep};

/// The state directory of this server. Made when first needed, removed when dropped.
#[derive(Debug)]
pub struct StateDir {
    path: PathBuf,
    made: OnceLock<Made>,
    making: std::sync::Mutex<()>,
}

/// What exists once the directory does.
#[derive(Debug)]
struct Made {
    // Dropped before the janitor is told, so that it finds the directory unowned, if at all.
    _lock: File,
    _janitor: Option<Janitor>,
}

/// What the names of this user's state directories begin with.
pub(crate) fn prefix() -> String {
    #[cfg(unix)]
    let user = rustix::process::getuid().as_raw().to_string();
    #[cfg(not(unix))]
    let user = std::env::var("USERNAME").unwrap_or_default();
    format!("hansom-{user}-")
}

impl StateDir {
    /// Names the directory, in `base` or in the system's folder for temporary files, and starts to
    /// sweep what dead servers left there. Nothing is made yet.
    pub fn open(base: Option<&Path>) -> Result<Arc<Self>, HostError> {
        use std::sync::atomic::{AtomicU32, Ordering};
        // One process may hold several, in tests.
        static NEXT: AtomicU32 = AtomicU32::new(0);

        let folder = base.map_or_else(std::env::temp_dir, Path::to_owned);
        let folder = fs::canonicalize(&folder).map_err(|source| HostError::StateDir {
            path: folder,
            source,
        })?;
        let pid = std::process::id();
        let start = process::start_time(pid).unwrap_or_default();
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("{}{pid}-{start}-{number}", prefix()));
        // Its own thread: killing and removing leftovers may take long, and starting must not.
        std::thread::Builder::new()
            .name("sweep".into())
            .spawn(move || sweep::sweep(Some(&folder)))
            .map_err(|source| HostError::StateDir {
                path: path.clone(),
                source,
            })?;
        Ok(Arc::new(Self {
            path,
            made: OnceLock::new(),
            making: std::sync::Mutex::new(()),
        }))
    }

    /// Where it is; makes it if need be.
    pub fn path(&self) -> Result<&Path, HostError> {
        if self.made.get().is_none() {
            let _one_at_a_time = self
                .making
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            if self.made.get().is_none() {
                let made = self.make().map_err(|source| HostError::StateDir {
                    path: self.path.clone(),
                    source,
                })?;
                let _ = self.made.set(made);
            }
        }
        Ok(&self.path)
    }

    /// A new folder in it; the prefix is for people who look.
    pub fn folder(self: &Arc<Self>, prefix: &str) -> Result<TempFolder, HostError> {
        TempFolder::make(Arc::clone(self), prefix)
    }

    fn make(&self) -> io::Result<Made> {
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        // Fails when the name is taken: in a folder open to all it could be somebody else's trap.
        builder.create(&self.path)?;
        // Locked before it has its name, or a sweep could take it in between for abandoned.
        let unnamed = self.path.join("owner.new");
        let mut lock = File::create(&unnamed)?;
        lock.lock()?;
        writeln!(lock, "{}", std::process::id())?;
        fs::rename(unnamed, self.path.join(sweep::OWNER_FILE))?;
        let janitor = Janitor::start(&self.path)
            .inspect_err(|error| tracing::warn!(%error, "no janitor; a crash may leave files"))
            .unwrap_or_default();
        Ok(Made {
            _lock: lock,
            _janitor: janitor,
        })
    }
}

impl Drop for StateDir {
    fn drop(&mut self) {
        if self.made.get().is_some() {
            sweep::clear(&self.path);
        }
    }
}
