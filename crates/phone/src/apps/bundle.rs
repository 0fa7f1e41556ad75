//! A bundle's files.

use std::path::{Component, Path, PathBuf};

use bytes::Bytes;
use hansom_device::{AppId, AppInfo, DeviceError, Result};
use include_dir::{Dir, DirEntry, include_dir};

use super::manifest::ProtocolHandler;

static APPS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/apps");

/// Where the files of a bundle are.
#[derive(Debug, Clone)]
pub(crate) enum Files {
    /// Compiled into the program.
    Bundled(&'static Dir<'static>),
    /// In a folder of the phone.
    Folder(PathBuf),
}

/// An installed app.
#[derive(Debug, Clone)]
pub(crate) struct App {
    pub(crate) info: AppInfo,
    /// Its host is `<label>.localhost`.
    pub(crate) label: String,
    pub(crate) start: String,
    pub(crate) icon: Option<String>,
    pub(crate) theme: Option<String>,
    pub(crate) protocols: Vec<ProtocolHandler>,
    pub(crate) files: Files,
}

impl App {
    pub(crate) fn origin(&self) -> String {
        format!("http://{}.localhost", self.label)
    }

    pub(crate) fn id(&self) -> &AppId {
        &self.info.bundle_id
    }
}

/// A page of ours that is no app: `home` or `lock`.
pub(crate) fn bundled_page(name: &str) -> Option<Files> {
    APPS.get_dir(name).map(Files::Bundled)
}

/// A file that our pages have in common.
pub(crate) fn shared_file(path: &str) -> Option<Bytes> {
    let file = APPS.get_file(Path::new("shared").join(relative(path)?))?;
    Some(Bytes::from_static(file.contents()))
}

/// The folders of the apps that come with the phone.
pub(super) fn bundled() -> impl Iterator<Item = &'static Dir<'static>> {
    APPS.dirs().filter(|dir| {
        dir.get_file(dir.path().join("manifest.webmanifest"))
            .is_some()
    })
}

impl Files {
    /// The content of a file; the path may start with a slash and never leaves the bundle.
    pub(crate) fn read(&self, path: &str) -> Option<Bytes> {
        let path = relative(path)?;
        match self {
            Files::Bundled(dir) => {
                let file = dir.get_file(dir.path().join(path))?;
                Some(Bytes::from_static(file.contents()))
            }
            Files::Folder(folder) => {
                let file = folder.join(path);
                file.is_file()
                    .then(|| std::fs::read(file).ok().map(Bytes::from))?
            }
        }
    }
}

/// Writes the files of a compiled-in bundle to a folder. Blocks.
pub(super) fn write_out(dir: &Dir<'_>, target: &Path) -> Result<()> {
    let failed = |error: std::io::Error| {
        DeviceError::Failed(format!("{} cannot be written: {error}", target.display()))
    };
    std::fs::create_dir_all(target).map_err(failed)?;
    for entry in dir.entries() {
        let Some(name) = entry.path().file_name() else {
            continue;
        };
        match entry {
            DirEntry::Dir(inner) => write_out(inner, &target.join(name))?,
            DirEntry::File(file) => {
                std::fs::write(target.join(name), file.contents()).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// A path with nothing in it that climbs; `None` when it tries.
fn relative(path: &str) -> Option<PathBuf> {
    let mut clean = PathBuf::new();
    for part in Path::new(path.trim_start_matches('/')).components() {
        match part {
            Component::Normal(part) => clean.push(part),
            Component::CurDir => {}
            _ => return None,
        }
    }
    Some(clean)
}

/// The label of an app's host: its id in letters that a host name may have.
pub(super) fn label(id: &AppId) -> String {
    let label: String =
        id.0.to_lowercase()
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
            .take(56)
            .collect();
    label.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_climbs_out_of_the_bundle_is_no_path() {
        assert_eq!(relative("/a/./b.js"), Some(PathBuf::from("a/b.js")));
        assert_eq!(relative("/../secret"), None);
        assert_eq!(relative("a/../../secret"), None);
    }

    #[test]
    fn labels_are_host_names() {
        assert_eq!(
            label(&AppId::new("com.Example.my_app")),
            "com-example-my-app"
        );
    }
}
