//! Which Firefox: where it is, which version, and how it is packaged.
//!
//! The version comes from the files beside the program; nothing is started to learn it. Packages
//! that wrap the program (snap, flatpak, shell scripts) are looked through, because a sandboxed
//! Firefox cannot read a profile in `/tmp` and must be given a folder it can see.

mod package;

use std::path::{Path, PathBuf};

use hansom_protocol::{Cause, ErrorCode};

pub use package::Kind;

/// The oldest Firefox that speaks what we need (`WebDriverBiDiServer.json`, port 0 for both ends).
pub const MINIMUM_MAJOR: u32 = 115;

/// The oldest Firefox that keeps a session out of the browser's own pages and process unless it is
/// started with `--remote-allow-system-access`.
const GUARDED_MAJOR: u32 = 138;

/// Names of the program on the search path, besides the one that `mozrunner` looks for.
const OTHER_NAMES: &[&str] = &[
    "firefox-esr",
    "firefox-developer-edition",
    "firefox-nightly",
    "librewolf",
];

/// Places of packages that put nothing on the search path.
#[cfg(target_os = "linux")]
const OTHER_PLACES: &[&str] = &[
    "/snap/bin/firefox",
    "/var/lib/flatpak/exports/bin/org.mozilla.firefox",
    "/usr/lib/firefox/firefox",
    "/usr/lib64/firefox/firefox",
    "/opt/firefox/firefox",
];
#[cfg(target_os = "windows")]
const OTHER_PLACES: &[&str] = &[
    r"C:\Program Files\Mozilla Firefox\firefox.exe",
    r"C:\Program Files (x86)\Mozilla Firefox\firefox.exe",
];
#[cfg(not(any(target_os = "linux", target_os = "windows")))]
const OTHER_PLACES: &[&str] = &[];

/// A Firefox on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installation {
    /// The program to start.
    pub path: PathBuf,
    /// For example `153.7.0`; `None` when no file beside the program tells it.
    pub version: Option<String>,
    /// For example `20261103151912`; two builds with the same id are the same.
    pub build_id: Option<String>,
    /// How it is packaged.
    pub kind: Kind,
}

/// Why there is no Firefox to start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FindError {
    /// None of the usual places has one.
    #[error("no Firefox found on this machine")]
    None,
    /// The path that was given has none.
    #[error("there is no program at {}", .0.display())]
    NotThere(PathBuf),
    /// It is older than what we can drive.
    #[error("Firefox {version} at {} is too old; {MINIMUM_MAJOR} is the oldest that works", path.display())]
    TooOld {
        /// Which program.
        path: PathBuf,
        /// What it says of itself.
        version: String,
    },
    /// It gives every session what the server does not grant.
    #[error("Firefox {version} at {} lets every session run code with the browser's own rights, which this server does not grant", path.display())]
    Unguarded {
        /// Which program.
        path: PathBuf,
        /// What it says of itself.
        version: String,
    },
}

impl Cause for FindError {
    fn code(&self) -> ErrorCode {
        ErrorCode::SessionNotCreated
    }

    fn cure(&self) -> Option<String> {
        Some(match self {
            FindError::None => "Install Firefox, or name its program with --binary or with \
                `binary` in `moz:firefoxOptions`."
                .into(),
            FindError::NotThere(_) => {
                "Give the path of the program itself, for example /usr/bin/firefox.".into()
            }
            FindError::TooOld { .. } => "Install a newer Firefox.".into(),
            FindError::Unguarded { .. } => format!(
                "Install Firefox {GUARDED_MAJOR} or later. Or its operator grants it by starting the \
                 server with --allow-insecure browser:system_access, and without a --deny-insecure \
                 of it."
            ),
        })
    }
}

/// The Firefox to start: the one at `given`, or else the first in the usual places.
pub fn find_binary(given: Option<&Path>) -> Result<Installation, FindError> {
    let path = match given {
        Some(path) => resolve(path).ok_or_else(|| FindError::NotThere(path.to_owned()))?,
        None => usual_places().next().ok_or(FindError::None)?,
    };
    let installation = inspect(path);
    match installation.major() {
        Some(major) if major < MINIMUM_MAJOR => Err(FindError::TooOld {
            version: installation.version.unwrap_or_default(),
            path: installation.path,
        }),
        _ => Ok(installation),
    }
}

/// Every Firefox in the usual places, best first.
pub fn usual_places() -> impl Iterator<Item = PathBuf> {
    mozrunner::runner::platform::firefox_default_path()
        .into_iter()
        .chain(
            OTHER_NAMES
                .iter()
                .filter_map(|name| mozrunner::path::find_binary(name)),
        )
        .chain(OTHER_PLACES.iter().map(PathBuf::from))
        .filter_map(|path| resolve(&path))
}

/// The program a path means: itself, the one inside an application bundle, or a name on the search
/// path.
fn resolve(path: &Path) -> Option<PathBuf> {
    let mut program = path.to_owned();
    mozrunner::runner::platform::resolve_binary_path(&mut program);
    if mozrunner::path::is_binary(&program) {
        return Some(program);
    }
    let name = path.to_str().filter(|_| path.components().count() == 1)?;
    mozrunner::path::find_binary(name)
}

/// Reads what the files around the program say.
fn inspect(path: PathBuf) -> Installation {
    let package = package::look_through(&path);
    let version = mozversion::firefox_version(&package.program).ok();
    Installation {
        path,
        version: version.as_ref().and_then(|v| v.version_string.clone()),
        build_id: version.and_then(|v| v.build_id),
        kind: package.kind,
    }
}

impl Installation {
    /// The first number of the version.
    pub fn major(&self) -> Option<u32> {
        self.version.as_deref()?.split('.').next()?.parse().ok()
    }

    /// Whether it asks for `--remote-allow-system-access` before it opens the chrome context.
    /// Older ones take the argument for an address to open.
    pub fn wants_system_access_flag(&self) -> bool {
        self.major().is_none_or(|major| major >= GUARDED_MAJOR)
    }

    /// An error when it would give system access to every session. Below 138 the chrome context is
    /// all that can be kept from one; scripts run in the browser's own pages.
    pub fn require_guard(&self) -> Result<(), FindError> {
        if self.wants_system_access_flag() {
            return Ok(());
        }
        Err(FindError::Unguarded {
            path: self.path.clone(),
            version: self.version.clone().unwrap_or_default(),
        })
    }

    /// A folder in which this Firefox can read profiles, when the system's own for temporary files
    /// will not do.
    pub fn profile_root(&self) -> Option<PathBuf> {
        self.kind.profile_root(std::env::home_dir()?.as_path())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn program(folder: &Path, version: &str) -> PathBuf {
        let path = folder.join("firefox");
        fs::write(&path, "").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        let ini = format!("[App]\nVersion={version}\nBuildID=20200101\n");
        fs::write(folder.join("application.ini"), ini).unwrap();
        path
    }

    #[test]
    fn the_version_is_read_beside_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let found = find_binary(Some(&program(folder.path(), "153.7.0"))).unwrap();
        assert_eq!(found.version.as_deref(), Some("153.7.0"));
        assert_eq!(found.build_id.as_deref(), Some("20200101"));
        assert_eq!(found.kind, Kind::Plain);
        assert!(found.wants_system_access_flag());
    }

    #[test]
    fn an_old_one_is_refused_with_its_version() {
        let folder = tempfile::tempdir().unwrap();
        let error = find_binary(Some(&program(folder.path(), "60.9"))).unwrap_err();
        assert!(error.to_string().contains("60.9"), "{error}");
    }

    #[test]
    fn one_that_cannot_keep_system_access_back_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let found = |version| find_binary(Some(&program(folder.path(), version))).unwrap();
        assert_eq!(found("138.0").require_guard(), Ok(()));
        let error = found("137.0.2").require_guard().unwrap_err();
        assert!(error.to_string().contains("137.0.2"), "{error}");
        let cure = error.cure().unwrap();
        assert!(
            cure.contains("--allow-insecure browser:system_access"),
            "{cure}"
        );
    }

    #[test]
    fn a_path_without_a_program_is_named() {
        let error = find_binary(Some(Path::new("/nowhere/firefox"))).unwrap_err();
        assert_eq!(error, FindError::NotThere("/nowhere/firefox".into()));
    }
}
