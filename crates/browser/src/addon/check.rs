//! Whether something can be an addon, looked at before Firefox is bothered: its own messages name
//! XPCOM components instead of the mistake.

use std::{fs::File, io::BufReader, path::Path};

use hansom_host::archive;

use super::error::AddonError;

/// What every addon has.
const MANIFEST: &str = "manifest.json";

/// Checks a packed addon, which messages call by `name`.
pub(super) fn file(path: &Path, name: &str) -> Result<(), AddonError> {
    let file =
        File::open(path).map_err(|source| AddonError::Unreadable(path.to_owned(), source))?;
    match archive::has_entry(BufReader::new(file), MANIFEST) {
        Ok(true) => Ok(()),
        Ok(false) => Err(AddonError::NoManifest(name.to_owned())),
        Err(_) => Err(AddonError::NotAZip(name.to_owned())),
    }
}

/// Checks a path that a client names: a packed addon, or an unpacked one to be installed for now.
pub(super) fn path(path: &Path, temporary: bool) -> Result<(), AddonError> {
    if !path.is_absolute() {
        return Err(AddonError::Relative(path.to_owned()));
    }
    let unreadable = |source| AddonError::Unreadable(path.to_owned(), source);
    let what = std::fs::metadata(path).map_err(unreadable)?;
    let name = path.display().to_string();
    if what.is_file() {
        return file(path, &name);
    }
    // A pipe or a device would be waited for without end.
    if !what.is_dir() {
        return Err(AddonError::NotAZip(name));
    }
    if !path.join(MANIFEST).is_file() {
        return Err(AddonError::NoManifest(name));
    }
    if !temporary {
        return Err(AddonError::FolderNotTemporary(path.to_owned()));
    }
    Ok(())
}
