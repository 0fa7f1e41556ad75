//! The template: one profile per Firefox build, made once and kept in the user's cache folder.
//!
//! What makes a start slow is compiling Firefox's own JavaScript and making empty databases. The
//! template holds the result of both, from a start of its own in which no page was opened, so
//! nothing of any user is in it. Firefox drops a compilation of another build by itself.
//!
//! ```text
//! ~/.cache/hansom/firefox/153.7.0-20261103151912-3f2a91c0/   the template; whole or not there
//! ~/.cache/hansom/firefox/….lock                             held by whoever makes it
//! ~/.cache/hansom/firefox/….making-1234/                     not whole yet
//! ```
//!
//! It appears by a rename, so nobody ever sees half of one. One that cannot be copied is removed,
//! and the next start makes a new one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::Installation;

/// Copies the template into a new profile. `false` when there is none (yet), or when it is broken:
/// then the profile is left empty.
pub(super) fn copy_to(installation: &Installation, profile: &Path) -> bool {
    let Some(template) = place(installation).filter(|place| place.is_dir()) else {
        return false;
    };
    match copy_tree(&template, profile) {
        Ok(()) => true,
        Err(error) => {
            tracing::warn!(template = %template.display(), %error, "the template is broken and is made anew");
            let _ = fs::remove_dir_all(&template);
            empty(profile);
            false
        }
    }
}

/// Where the template of a build is kept. `None` when the build is not known, or there is no cache
/// folder.
fn place(installation: &Installation) -> Option<PathBuf> {
    let version = installation.version.as_deref()?;
    let build = installation.build_id.as_deref()?;
    Some(cache_folder()?.join(format!("{version}-{build}")))
}

fn cache_folder() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| Some(std::env::home_dir()?.join(".cache")))?;
    Some(cache.join("hansom").join("firefox"))
}

/// Copies a tree of plain files. The standard library's copy shares the blocks where the file
/// system can.
fn copy_tree(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            fs::create_dir(&target)?;
            copy_tree(&entry.path(), &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
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
