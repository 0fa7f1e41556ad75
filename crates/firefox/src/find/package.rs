//! Packages that wrap Firefox: snap, flatpak, and scripts that start one or the other.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

/// How a Firefox is packaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Reads any folder its user can.
    Plain,
    /// Sandboxed by snapd: has a `/tmp` of its own and no access to hidden folders.
    Snap,
    /// Sandboxed by flatpak: sees its own folders below `~/.var/app`.
    Flatpak,
}

/// What stands behind a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) kind: Kind,
    /// The program itself, beside which the version files lie.
    pub(super) program: PathBuf,
}

const SNAP_PROGRAM: &str = "/snap/firefox/current/usr/lib/firefox/firefox";
const FLATPAK_PROGRAM: &str =
    "/var/lib/flatpak/app/org.mozilla.firefox/current/active/files/lib/firefox/firefox";

/// A wrapper script is short; a program is not.
const SCRIPT_LIMIT: u64 = 16 * 1024;
/// A script may start a script, but not for ever.
const WRAPPERS: usize = 4;

impl Kind {
    /// The name in logs.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Snap => "snap",
            Kind::Flatpak => "flatpak",
        }
    }

    /// A folder that a sandboxed Firefox may read and write.
    pub(super) fn profile_root(self, home: &Path) -> Option<PathBuf> {
        match self {
            Kind::Plain => None,
            Kind::Snap => Some(home.join("snap/firefox/common/hansom")),
            Kind::Flatpak => Some(home.join(".var/app/org.mozilla.firefox/cache/hansom")),
        }
    }
}

/// Follows links and wrapper scripts to the program.
pub(super) fn look_through(path: &Path) -> Package {
    let mut path = path.to_owned();
    for _ in 0..WRAPPERS {
        if let Some(package) = by_place(&path) {
            return package;
        }
        match script_target(&path) {
            Some(target) => path = target,
            None => break,
        }
    }
    Package {
        kind: Kind::Plain,
        program: path,
    }
}

/// What the place alone tells.
fn by_place(path: &Path) -> Option<Package> {
    let is_or_leads_to = |prefix: &str| {
        path.starts_with(prefix)
            || fs::canonicalize(path).is_ok_and(|real| real.starts_with(prefix))
    };
    if is_or_leads_to("/snap") || is_or_leads_to("/var/lib/snapd") {
        let program = if path.starts_with("/snap/bin") {
            SNAP_PROGRAM.into()
        } else {
            path.to_owned()
        };
        return Some(Package {
            kind: Kind::Snap,
            program,
        });
    }
    let flatpak = path
        .components()
        .any(|part| part.as_os_str().eq_ignore_ascii_case("flatpak"));
    flatpak.then(|| Package {
        kind: Kind::Flatpak,
        program: FLATPAK_PROGRAM.into(),
    })
}

/// The program that a shell script ends in.
fn script_target(path: &Path) -> Option<PathBuf> {
    let file = fs::File::open(path).ok()?;
    let mut text = Vec::new();
    file.take(SCRIPT_LIMIT).read_to_end(&mut text).ok()?;
    let text = std::str::from_utf8(&text).ok()?;
    if !text.starts_with("#!") {
        return None;
    }
    text.lines()
        .rev()
        .filter_map(|line| line.trim_start().strip_prefix("exec "))
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_matches(['"', '\'']))
        .filter_map(program)
        .find(|program| program != path)
        .map(|program| {
            // `exec /usr/bin/flatpak run …`: what matters is whose program it starts.
            if program.file_name().is_some_and(|name| name == "snap") {
                PathBuf::from("/snap/bin/firefox")
            } else {
                program
            }
        })
}

/// A whole path as it is, a bare name by the search path (Debian's script says `exec firefox-esr`);
/// variables and arguments are neither.
fn program(word: &str) -> Option<PathBuf> {
    if word.starts_with('/') {
        return Some(word.into());
    }
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    (word.starts_with(char::is_alphanumeric) && word.chars().all(bare))
        .then(|| mozrunner::path::find_binary(word))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("firefox");
        fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn the_script_of_a_distribution_leads_to_the_snap() {
        let (_folder, path) = script(
            "#!/bin/sh\n\nif ! [ -x /snap/bin/firefox ]; then\n    exit 1\nfi\n\nexec /snap/bin/firefox \"$@\"\n",
        );
        let package = look_through(&path);
        assert_eq!(package.kind, Kind::Snap);
        assert_eq!(package.program, Path::new(SNAP_PROGRAM));
    }

    #[test]
    fn the_export_of_a_flatpak_is_recognised() {
        let (_folder, path) = script(
            "#!/bin/sh\nexec /usr/bin/flatpak run --branch=stable --arch=x86_64 --command=firefox --file-forwarding org.mozilla.firefox \"$@\"\n",
        );
        assert_eq!(look_through(&path).kind, Kind::Flatpak);
    }

    #[test]
    fn a_script_that_starts_a_plain_one_leads_to_it() {
        let (_folder, path) =
            script("#!/bin/sh\nexport X=1\nexec \"/usr/lib/firefox/firefox\" \"$@\"\n");
        let package = look_through(&path);
        assert_eq!(package.kind, Kind::Plain);
        assert_eq!(package.program, Path::new("/usr/lib/firefox/firefox"));
    }

    #[test]
    fn a_script_that_starts_a_bare_name_leads_to_where_the_search_path_has_it() {
        let (_folder, path) =
            script("#!/bin/sh\n[ -x \"$F.real\" ] && exec \"$F.real\" \"$@\"\n\nexec env \"$@\"\n");
        let package = look_through(&path);
        assert_eq!(package.kind, Kind::Plain);
        assert_eq!(package.program.file_name().unwrap(), "env");
        assert!(package.program.is_absolute());
    }

    #[test]
    fn a_script_that_starts_itself_ends_the_search() {
        let (_folder, path) = script("");
        fs::write(
            &path,
            format!("#!/bin/sh\nexec {} \"$@\"\n", path.display()),
        )
        .unwrap();
        assert_eq!(look_through(&path).program, path);
    }

    #[test]
    fn sandboxed_ones_get_a_folder_they_can_read() {
        let home = Path::new("/home/u");
        assert_eq!(Kind::Plain.profile_root(home), None);
        assert!(
            Kind::Snap
                .profile_root(home)
                .unwrap()
                .starts_with("/home/u/snap/firefox/common")
        );
    }
}
