//! The template: one profile per Firefox build, made once and kept in the user's cache folder.
//!
//! What makes a start slow is compiling Firefox's own JavaScript and making empty databases. The
//! template holds the result of both, from a start of its own in which no page was opened, so
//! nothing of any user is in it. Firefox drops a compilation of another build by itself.
//!
//! ```text
//! ~/.cache/hansom/firefox/153.7.0-20261103151912-9c3f51e2/   whole, or not there
//!                         …/contents.json                     its files and their sizes
//! ~/.cache/hansom/firefox/….lock                              held by whoever makes it
//! ~/.cache/hansom/firefox/….making/                           not whole yet
//! ```
//!
//! It appears by a rename, so nobody ever sees half of one. One whose files are not what its list
//! says, or that Firefox cannot start with, is removed; the next start makes a new one.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
};

use super::prefs;
use crate::{Launch, StartError};

/// What is taken from the profile in which the template was made. Nothing that a page could have
/// written is among it, because no page was opened.
const FILES: &[&str] = &[
    "addonStartup.json.lz4",
    "cert9.db",
    "compatibility.ini",
    "containers.json",
    "content-prefs.sqlite",
    "cookies.sqlite",
    "extension-preferences.json",
    "extensions.json",
    "favicons.sqlite",
    "handlers.json",
    "key4.db",
    "permissions.sqlite",
    "pkcs11.txt",
    "places.sqlite",
    "prefs.js",
    "search.json.mozlz4",
    "startupCache",
    "storage",
    "storage.sqlite",
    "times.json",
    "xulstore.json",
];

/// The list of a template's files; not copied.
const CONTENTS: &str = "contents.json";

/// Raised when templates are made in another way, so that older ones are not used any more.
const RECIPE: u32 = 3;

/// Templates of other builds that are kept.
const KEPT: usize = 4;

/// Path of a file inside the template, and its size.
type Contents = BTreeMap<String, u64>;

/// Where the template of one build is, or will be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Template {
    place: PathBuf,
}

impl Template {
    /// `None` when the build is not known, or this machine has no cache folder.
    pub(crate) fn of(launch: &Launch) -> Option<Self> {
        let version = launch.installation.version.as_deref()?;
        let build = launch.installation.build_id.as_deref()?;
        let mut hasher = DefaultHasher::new();
        RECIPE.hash(&mut hasher);
        launch.installation.path.hash(&mut hasher);
        for (name, value) in prefs::base() {
            (name, format!("{value:?}")).hash(&mut hasher);
        }
        let name = format!("{version}-{build}-{:08x}", hasher.finish() >> 32);
        let root = launch.cache_folder.clone().or_else(cache_folder)?;
        Some(Self {
            place: root.join("firefox").join(name),
        })
    }

    /// Where it is or will be, and whether it is; an error when it could not be put there. Changes
    /// nothing.
    pub(crate) fn look(&self) -> Result<(PathBuf, bool), StartError> {
        let there = self.place.ancestors().skip(1).find(|path| path.exists());
        let writable = there
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
            .and_then(tempfile::tempfile_in);
        match writable {
            Ok(_) => Ok((self.place.clone(), self.exists())),
            Err(source) => Err(StartError::Profile {
                path: self.place.clone(),
                source,
            }),
        }
    }

    pub(crate) fn exists(&self) -> bool {
        self.place.is_dir()
    }

    /// Copies it into a new profile. `false` when there is none, or when it could not be copied: then
    /// the profile is left empty, and a template that is broken is removed. Blocks.
    pub(super) fn copy_to(&self, profile: &Path) -> bool {
        if !self.exists() {
            return false;
        }
        let copied = self.contents().and_then(|contents| {
            for (name, size) in contents {
                copy_file(&self.place.join(&name), &profile.join(&name), size)?;
            }
            Ok(())
        });
        if let Err(error) = &copied {
            if self.is_whole() {
                tracing::warn!(%error, "the template could not be copied");
            } else {
                self.discard(&error.to_string());
            }
            empty(profile);
        }
        copied.is_ok()
    }

    /// Removes it, because it is of no use.
    pub(crate) fn discard(&self, why: &str) {
        tracing::warn!(template = %self.place.display(), why, "the template is broken and will be made anew");
        let doomed = self.beside("broken");
        let _ = fs::rename(&self.place, &doomed);
        let _ = fs::remove_dir_all(&doomed);
    }

    /// Whether its files are what its list says. The disk of the copy may be full instead.
    fn is_whole(&self) -> bool {
        self.contents().is_ok_and(|contents| {
            contents.iter().all(|(name, size)| {
                let facts = fs::metadata(self.place.join(name));
                facts.is_ok_and(|facts| facts.len() == *size)
            })
        })
    }

    fn contents(&self) -> io::Result<Contents> {
        let text = fs::read(self.place.join(CONTENTS))?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// The right to make it, or `None` when somebody else is at it. Given back on drop.
    pub(super) fn lock(&self) -> io::Result<Option<File>> {
        if let Some(root) = self.place.parent() {
            fs::create_dir_all(root)?;
        }
        let lock = File::create(self.beside("lock"))?;
        Ok(lock.try_lock().is_ok().then_some(lock))
    }

    /// Makes it of a profile that was quit cleanly. Blocks; the lock must be held.
    pub(super) fn take_from(&self, profile: &Path) -> io::Result<()> {
        let making = self.beside("making");
        match fs::remove_dir_all(&making) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir_all(&making)?,
        }
        let mut contents = Contents::new();
        for name in FILES {
            gather(profile, Path::new(name), &mut contents)?;
        }
        if !contents.keys().any(|name| name.starts_with("startupCache")) {
            return Err(io::Error::other("Firefox left no startup cache"));
        }
        for (name, size) in &contents {
            copy_file(&profile.join(name), &making.join(name), *size)?;
        }
        fs::write(making.join(CONTENTS), serde_json::to_vec(&contents)?)?;
        fs::rename(&making, &self.place)?;
        self.remove_older();
        Ok(())
    }

    /// Removes the templates of builds that have not been used for longest.
    fn remove_older(&self) {
        let root = self.place.parent().map(fs::read_dir);
        let mut others: Vec<_> = root
            .into_iter()
            .flatten()
            .flatten()
            .flatten()
            .filter(|entry| entry.path() != self.place && entry.path().join(CONTENTS).is_file())
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        others.sort();
        for (_, path) in others.iter().rev().skip(KEPT) {
            let _ = fs::remove_dir_all(path);
        }
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.place.clone().into_os_string();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

fn cache_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| {
            let home = std::env::home_dir()?;
            Some(if cfg!(target_os = "macos") {
                home.join("Library/Caches")
            } else if cfg!(target_os = "windows") {
                home.join("AppData/Local")
            } else {
                home.join(".cache")
            })
        })?;
    Some(cache.join("hansom"))
}

/// Lists a file, or all files of a folder, by their path in the profile.
fn gather(profile: &Path, name: &Path, contents: &mut Contents) -> io::Result<()> {
    let facts = match fs::symlink_metadata(profile.join(name)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    if facts.is_dir() {
        for entry in fs::read_dir(profile.join(name))? {
            gather(profile, &name.join(entry?.file_name()), contents)?;
        }
    } else if facts.is_file()
        && let Some(name) = name.to_str()
    {
        contents.insert(name.to_owned(), facts.len());
    }
    Ok(())
}

/// Copies a file that must have a size. The standard library shares the blocks where the file
/// system can.
fn copy_file(from: &Path, to: &Path, size: u64) -> io::Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    if fs::copy(from, to)? == size {
        Ok(())
    } else {
        Err(io::Error::other(format!(
            "{} has not the size it should have",
            from.display()
        )))
    }
}

/// Takes out what a failed copy left.
fn empty(profile: &Path) {
    for entry in fs::read_dir(profile).into_iter().flatten().flatten() {
        let path = entry.path();
        let _ = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Installation, find::Kind};

    fn made(cache: &Path) -> Template {
        let mut launch = Launch::new(Installation {
            path: "/f/firefox".into(),
            version: Some("153.7.0".into()),
            build_id: Some("2026".into()),
            kind: Kind::Plain,
        });
        launch.cache_folder = Some(cache.to_owned());
        let template = Template::of(&launch).unwrap();
        let profile = tempfile::tempdir().unwrap();
        fs::create_dir(profile.path().join("startupCache")).unwrap();
        fs::write(profile.path().join("startupCache/a.little"), "compiled").unwrap();
        fs::write(profile.path().join("prefs.js"), "prefs").unwrap();
        fs::write(profile.path().join("logins.json"), "secret").unwrap();
        template.take_from(profile.path()).unwrap();
        template
    }

    #[test]
    fn a_copy_that_finds_no_room_does_not_cost_the_template() {
        let cache = tempfile::tempdir().unwrap();
        let template = made(cache.path());
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "a file is no folder").unwrap();
        assert!(!template.copy_to(&file));
        assert!(template.exists());
    }

    #[test]
    fn a_copy_has_the_chosen_files_and_no_others() {
        let cache = tempfile::tempdir().unwrap();
        let template = made(cache.path());
        let profile = tempfile::tempdir().unwrap();
        assert!(template.copy_to(profile.path()));
        assert!(profile.path().join("startupCache/a.little").is_file());
        assert!(!profile.path().join("logins.json").exists());
        assert!(!profile.path().join(CONTENTS).exists());
    }

    #[test]
    fn a_template_with_a_cut_file_is_removed_and_the_profile_left_empty() {
        let cache = tempfile::tempdir().unwrap();
        let template = made(cache.path());
        fs::write(template.place.join("startupCache/a.little"), "cut").unwrap();
        let profile = tempfile::tempdir().unwrap();
        assert!(!template.copy_to(profile.path()));
        assert_eq!(fs::read_dir(profile.path()).unwrap().count(), 0);
        assert!(!template.exists());
    }

    #[test]
    fn only_one_at_a_time_may_make_it() {
        let cache = tempfile::tempdir().unwrap();
        let template = made(cache.path());
        let held = template.lock().unwrap();
        assert!(held.is_some());
        assert!(template.lock().unwrap().is_none());
        drop(held);
        assert!(template.lock().unwrap().is_some());
    }
}
