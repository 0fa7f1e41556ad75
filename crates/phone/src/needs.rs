//! Which Firefox a phone can be made of.

use std::path::Path;

use hansom_firefox::{Installation, find_binary};

use crate::PhoneError;

/// The oldest Firefox that has what a phone is made of. `emulation.setScreenSettingsOverride`, which
/// makes the glass the screen that pages see, came with it; everything else came earlier.
pub const OLDEST_FIREFOX: u32 = 147;

/// The Firefox to boot phones with: the one at `given`, or else the first in the usual places.
pub fn find_firefox(given: Option<&Path>) -> Result<Installation, PhoneError> {
    let found = find_binary(given)?;
    match found.major() {
        Some(major) if major < OLDEST_FIREFOX => Err(PhoneError::TooOld {
            version: found.version.unwrap_or_default(),
            path: found.path,
        }),
        _ => Ok(found),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    use super::*;

    #[test]
    fn a_firefox_that_runs_browsers_but_no_phones_is_named_with_its_version() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("firefox");
        fs::write(&program, "").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let is = |version: &str| {
            let facts = format!("[App]\nVersion={version}\nBuildID=20260101\n");
            fs::write(folder.path().join("application.ini"), facts).unwrap();
            find_firefox(Some(&program))
        };
        assert!(is("147.0").is_ok());
        let error = is("140.5.0").unwrap_err().to_string();
        assert!(error.starts_with("Firefox 140.5.0 at "), "{error}");
        assert!(matches!(is("102.0"), Err(PhoneError::Find(_))));
    }
}
