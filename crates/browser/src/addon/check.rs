//! Whether something can be an addon, looked at before Firefox is bothered: its own messages name
//! XPCOM components instead of the mistake.

use std::{
    fs::File,
    io::{BufReader, Cursor, Read, Seek},
    path::Path,
};

use hansom_host::archive;

use super::error::AddonError;

/// What every addon has.
const MANIFEST: &str = "manifest.json";

/// Checks the bytes of a packed addon.
pub(super) fn bytes(bytes: &[u8]) -> Result<(), AddonError> {
    packed(Cursor::new(bytes), "the addon")
}

/// Checks a path that a client names: a packed addon, or an unpacked one to be installed for now.
pub(super) fn path(path: &Path, temporary: bool) -> Result<(), AddonError> {
    if !path.is_absolute() {
        return Err(AddonError::Relative(path.to_owned()));
    }
    let unreadable = |source| AddonError::Unreadable(path.to_owned(), source);
    let what = std::fs::metadata(path).map_err(unreadable)?;
    if !what.is_dir() {
        let file = File::open(path).map_err(unreadable)?;
        return packed(BufReader::new(file), &path.display().to_string());
    }
    if !path.join(MANIFEST).is_file() {
        return Err(AddonError::NoManifest(path.display().to_string()));
    }
    if !temporary {
        return Err(AddonError::FolderNotTemporary(path.to_owned()));
    }
    Ok(())
}

fn packed(addon: impl Read + Seek, name: &str) -> Result<(), AddonError> {
    match archive::has_entry(addon, MANIFEST) {
        Ok(true) => Ok(()),
        Ok(false) => Err(AddonError::NoManifest(name.to_owned())),
        Err(_) => Err(AddonError::NotAZip(name.to_owned())),
    }
}
