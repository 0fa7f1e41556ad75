//! From a folder or an archive to a folder with a bundle at its top.

use std::{
    fs::{self, File},
    io::{Cursor, ErrorKind},
    path::{Path, PathBuf},
};

use hansom_device::{Bundle, DeviceError, Result};
use hansom_host::archive::{self, ArchiveError, Limits};

/// How deep folders of a bundle may lie in one another.
const DEPTH: usize = 32;

/// Copies or unpacks a bundle into `staging` and answers the folder where its pages are. Blocks.
pub(super) fn unpack(bundle: &Bundle, staging: &Path) -> Result<PathBuf> {
    let refused = |error: ArchiveError| DeviceError::BadBundle(error.to_string());
    let limits = Limits::default();
    match bundle {
        Bundle::Archive(bytes) => {
            archive::unpack(Cursor::new(bytes), staging, &limits, |_| true).map_err(refused)?;
        }
        Bundle::Path(path) => {
            let kind = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
            if kind.is_dir() {
                copy(path, staging, DEPTH)?;
            } else {
                let file = File::open(path).map_err(|error| unreadable(path, &error))?;
                archive::unpack(file, staging, &limits, |_| true).map_err(refused)?;
            }
        }
    }
    Ok(top(staging))
}

/// An archive often holds one folder with everything in it; that is the bundle then.
fn top(folder: &Path) -> PathBuf {
    let Ok(entries) = fs::read_dir(folder) else {
        return folder.to_owned();
    };
    let entries: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| !path.ends_with("__MACOSX"))
        .collect();
    match entries.as_slice() {
        [only] if only.is_dir() => only.clone(),
        _ => folder.to_owned(),
    }
}

/// Copies a folder; links are left out, they may point anywhere.
fn copy(from: &Path, to: &Path, depth: usize) -> Result<()> {
    if depth == 0 {
        return Err(DeviceError::BadBundle(format!(
            "{} lies too deep; is this a build folder?",
            from.display()
        )));
    }
    fs::create_dir(to).map_err(|error| unreadable(to, &error))?;
    for entry in fs::read_dir(from).map_err(|error| unreadable(from, &error))? {
        let entry = entry.map_err(|error| unreadable(from, &error))?;
        let kind = entry
            .file_type()
            .map_err(|error| unreadable(from, &error))?;
        let target = to.join(entry.file_name());
        if kind.is_dir() {
            copy(&entry.path(), &target, depth - 1)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), target).map_err(|error| unreadable(&entry.path(), &error))?;
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> DeviceError {
    let reason = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => error.to_string(),
    };
    DeviceError::BadBundle(format!("{}: {reason}", path.display()))
}
