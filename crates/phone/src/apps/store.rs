//! The installed apps.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use hansom_device::{AppId, AppInfo, Bundle, DeviceError, Result};

use super::{App, Files, bundle, install, manifest};

/// The installed apps. Theirs folders lie under `root`: `apps/<label>`, `containers/<label>`.
pub(crate) struct Store {
    root: PathBuf,
    apps: Mutex<Vec<App>>,
}

impl Store {
    /// The apps that come with the phone, and those that an earlier phone left in `root`.
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let store = Self {
            root: root.to_owned(),
            apps: Mutex::new(Vec::new()),
        };
        for dir in bundle::bundled() {
            store.add(Files::Bundled(dir), dir.path(), true)?;
        }
        std::fs::create_dir_all(store.apps_folder()).map_err(|error| store.broken(&error))?;
        let left = std::fs::read_dir(store.apps_folder()).map_err(|error| store.broken(&error))?;
        for folder in left.flatten().map(|entry| entry.path()) {
            if let Err(error) = store.add(Files::Folder(folder.clone()), &folder, false) {
                tracing::warn!(folder = %folder.display(), %error, "a kept app is broken");
            }
        }
        Ok(store)
    }

    fn apps_folder(&self) -> PathBuf {
        self.root.join("apps")
    }

    /// Where the files lie that tests push to an app.
    pub(crate) fn container(&self, app: &App) -> PathBuf {
        self.root.join("containers").join(&app.label)
    }

    /// Where files lie that belong to no app.
    pub(crate) fn media(&self) -> PathBuf {
        self.root.join("media")
    }

    fn broken(&self, error: &std::io::Error) -> DeviceError {
        DeviceError::Failed(format!("{}: {error}", self.root.display()))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<App>> {
        self.apps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Installs a bundle, over an older one of the same id. Blocks.
    pub(crate) fn install(&self, bundle: &Bundle) -> Result<AppId> {
        let staging = self.root.join(format!("staging-{}", uuid::Uuid::new_v4()));
        let unpacked = install::unpack(bundle, &staging);
        let result = unpacked.and_then(|folder| self.take_over(&folder));
        let cleared = std::fs::remove_dir_all(&staging);
        if staging.exists() {
            tracing::warn!(?cleared, folder = %staging.display(), "a folder stays behind");
        }
        result
    }

    fn take_over(&self, folder: &Path) -> Result<AppId> {
        let files = Files::Folder(folder.to_owned());
        let identity = manifest::read(|path| files.read(path).map(Into::into), folder)?;
        let older = self.get(&identity.id);
        if older.as_ref().is_some_and(|app| app.info.system) {
            return Err(DeviceError::BadBundle(format!(
                "the id `{}` belongs to an app of the phone",
                identity.id
            )));
        }
        let label = older.map_or_else(|| self.free_label(&identity.id), |app| app.label);
        let home = self.apps_folder().join(&label);
        if home.exists() {
            std::fs::remove_dir_all(&home).map_err(|error| self.broken(&error))?;
        }
        std::fs::rename(folder, &home).map_err(|error| self.broken(&error))?;
        self.add(Files::Folder(home.clone()), &home, false)
    }

    fn free_label(&self, id: &AppId) -> String {
        let wanted = bundle::label(id);
        let apps = self.lock();
        let taken = |label: &str| apps.iter().any(|app| app.label == label);
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        std::iter::once(wanted.clone())
            .chain(numbered)
            .find(|label| !taken(label))
            .unwrap_or(wanted)
    }

    fn add(&self, files: Files, origin: &Path, system: bool) -> Result<AppId> {
        let identity = manifest::read(|path| files.read(path).map(Into::into), origin)?;
        let label = match &files {
            Files::Folder(folder) => folder
                .file_name()
                .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            Files::Bundled(_) => bundle::label(&identity.id),
        };
        let app = App {
            info: AppInfo {
                bundle_id: identity.id.clone(),
                name: identity.name,
                version: identity.version,
                system,
            },
            label,
            start: identity.start,
            icon: identity.icon,
            theme: identity.theme,
            protocols: identity.protocols,
            files,
        };
        let mut apps = self.lock();
        apps.retain(|known| known.info.bundle_id != identity.id);
        apps.push(app);
        apps.sort_by(|a, b| (!a.info.system, &a.info.name).cmp(&(!b.info.system, &b.info.name)));
        Ok(identity.id)
    }

    /// Removes an app's files; whether it was there. Blocks.
    pub(crate) fn remove(&self, id: &AppId) -> Result<bool> {
        let Some(app) = self.get(id) else {
            return Ok(false);
        };
        let Files::Folder(folder) = &app.files else {
            return Err(DeviceError::InvalidState(format!(
                "`{id}` came with the phone and cannot be removed"
            )));
        };
        self.lock().retain(|known| known.info.bundle_id != *id);
        std::fs::remove_dir_all(folder).map_err(|error| self.broken(&error))?;
        self.clear_container(&app)?;
        Ok(true)
    }

    /// Deletes the files that were pushed to an app. Blocks.
    pub(crate) fn clear_container(&self, app: &App) -> Result<()> {
        match std::fs::remove_dir_all(self.container(app)) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(self.broken(&error)),
        }
    }

    pub(crate) fn get(&self, id: &AppId) -> Option<App> {
        self.lock()
            .iter()
            .find(|app| app.info.bundle_id == *id)
            .cloned()
    }

    pub(crate) fn require(&self, id: &AppId) -> Result<App> {
        self.get(id)
            .ok_or_else(|| DeviceError::NotInstalled(id.clone()))
    }

    pub(crate) fn by_label(&self, label: &str) -> Option<App> {
        self.lock().iter().find(|app| app.label == label).cloned()
    }

    pub(crate) fn all(&self) -> Vec<App> {
        self.lock().clone()
    }
}
