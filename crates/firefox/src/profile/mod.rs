//! The profile of one Firefox: a folder with an owner, filled before the start.
//!
//! A new, empty profile makes Firefox compile its own program for some three seconds. So a profile
//! is made once per build and kept (`template`, `maker`); a session gets a copy.

pub(crate) mod maker;
mod prefs;
mod rehearsal;
mod template;
mod user_js;

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use hansom_host::{StateDir, TempFolder};

use crate::{Launch, StartError, launch::Profile};
pub(crate) use template::Template;

/// The folder of the session's own files in a profile of ours.
const FILES: &str = "session-files";
/// The folder of downloads among them.
const DOWNLOADS: &str = "downloads";

/// A profile that is ready for a start.
#[derive(Debug)]
pub(crate) struct ProfileFolder {
    path: PathBuf,
    /// Removed on drop.
    ours: Option<Arc<TempFolder>>,
    /// Where the session's own files go, so that Firefox can read them.
    files: PathBuf,
    /// Beside a profile that is not ours, they have a folder of their own; removed on drop.
    files_folder: Option<TempFolder>,
    /// The user's preferences, put back on drop.
    restore: Option<user_js::Restore>,
    /// Keeps others from a profile that is not ours; let go last.
    _hold: Option<File>,
    /// The template it was copied from.
    pub(crate) template: Option<Template>,
}

impl ProfileFolder {
    /// Makes or opens the folder and writes `user.js`. Blocks.
    pub(crate) fn prepare(launch: &Launch, state: &Arc<StateDir>) -> Result<Self, StartError> {
        let mut profile = Self::open(launch, state)?;
        let failed = |source: io::Error| StartError::Profile {
            path: profile.path.clone(),
            source,
        };
        if profile.ours.is_none() {
            let restore = user_js::Restore::set_aside(&profile.path).map_err(failed)?;
            profile.restore = Some(restore);
        }
        let failed = |source: io::Error| StartError::Profile {
            path: profile.path.clone(),
            source,
        };
        // A preference stays in the profile, so a user's own is not told about our folder.
        let downloads = profile
            .ours
            .is_some()
            .then(|| profile.files.join(DOWNLOADS));
        user_js::write(&profile.path, launch, downloads.as_deref()).map_err(failed)?;
        Ok(profile)
    }

    fn open(launch: &Launch, state: &Arc<StateDir>) -> Result<Self, StartError> {
        let (folder, template) = match &launch.profile {
            Profile::Folder(path) => {
                let path = std::fs::canonicalize(path).map_err(|source| StartError::Profile {
                    path: path.clone(),
                    source,
                })?;
                let hold = hold(&path)?;
                let files = new_folder(launch, state)?;
                return Ok(Self {
                    path,
                    ours: None,
                    files: files.path().to_owned(),
                    files_folder: Some(files),
                    restore: None,
                    _hold: hold,
                    template: None,
                });
            }
            Profile::Owned(folder) => (Arc::clone(folder), None),
            Profile::Fresh => (Arc::new(new_folder(launch, state)?), None),
            Profile::Template => {
                let folder = new_folder(launch, state)?;
                let template = Template::of(launch);
                let template = template.filter(|template| template.copy_to(folder.path()));
                (Arc::new(folder), template)
            }
        };
        Ok(Self {
            path: folder.path().to_owned(),
            files: folder.path().join(FILES),
            files_folder: None,
            ours: Some(folder),
            restore: None,
            _hold: None,
            template,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where the session's own files go. It need not exist yet.
    pub(crate) fn files(&self) -> &Path {
        &self.files
    }

    /// Where Firefox puts downloads, unless the profile is the user's own.
    pub(crate) fn downloads(&self) -> Option<PathBuf> {
        self.ours.as_ref().map(|_| self.files.join(DOWNLOADS))
    }

    /// Removes the folder if it is ours, and waits until it is gone.
    pub(crate) async fn remove(self) {
        let folder = self.ours.and_then(Arc::into_inner).or(self.files_folder);
        let Some(folder) = folder else {
            return;
        };
        let removed = tokio::task::spawn_blocking(move || {
            let gone = std::fs::remove_dir_all(folder.path());
            // What a dying process has just written goes with the drop.
            drop(folder);
            gone
        });
        if let Ok(Err(error)) = removed.await {
            tracing::debug!(%error, "a profile was not removed at the first try");
        }
    }
}

/// Keeps a profile for one session: two would put back each other's preferences. Firefox has a lock of
/// its own, but looks at it after ours are written.
fn hold(path: &Path) -> Result<Option<File>, StartError> {
    let opened = File::open(path).map_err(TryLockError::Error);
    match opened.and_then(|folder| folder.try_lock().map(|()| folder)) {
        Ok(folder) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => Err(StartError::ProfileInUse(path.to_owned())),
        // A system without such locks.
        Err(TryLockError::Error(error)) => {
            tracing::debug!(path = %path.display(), %error, "the profile cannot be locked");
            Ok(None)
        }
    }
}

/// A new folder where the Firefox of this launch can read it. Blocks.
pub fn new_folder(launch: &Launch, state: &Arc<StateDir>) -> Result<TempFolder, StartError> {
    let root = launch
        .profile_root
        .clone()
        .or_else(|| launch.installation.profile_root());
    let Some(root) = root else {
        return Ok(state.folder("profile")?);
    };
    std::fs::create_dir_all(&root).map_err(|source| StartError::Profile {
        path: root.clone(),
        source,
    })?;
    tracing::info!(
        root = %root.display(),
        package = launch.installation.kind.name(),
        "profiles are put where this Firefox can read them"
    );
    Ok(StateDir::open(Some(&root))?.folder("profile")?)
}
