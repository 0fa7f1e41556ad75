//! Files: `@bundle.id/path` lies in an app's container, where the app reaches it as
//! `/.hansom/files/path`; anything else lies in the media folder.

use std::{
    io::{Cursor, ErrorKind},
    path::{Component, Path, PathBuf},
};

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{AppId, DeviceError, Files, Result};
use hansom_host::archive;

use crate::{VirtualPhone, apps::blocking};

#[async_trait]
impl Files for VirtualPhone {
    async fn push(&self, path: &str, content: Bytes) -> Result<()> {
        write(path, self.locate(path)?, content).await
    }

    async fn pull(&self, path: &str) -> Result<Bytes> {
        read(path, self.locate(path)?).await
    }

    async fn pull_folder(&self, path: &str) -> Result<Bytes> {
        let source = self.locate(path)?;
        let name = path.to_owned();
        blocking(move || {
            if !source.is_dir() {
                return Err(DeviceError::NoSuchFile(name));
            }
            let mut zip = Cursor::new(Vec::new());
            archive::pack_folder(&source, &mut zip)
                .map_err(|error| DeviceError::Failed(error.to_string()))?;
            Ok(zip.into_inner().into())
        })
        .await
    }

    async fn delete(&self, path: &str) -> Result<()> {
        let target = self.locate(path)?;
        let name = path.to_owned();
        blocking(move || {
            let kind = std::fs::symlink_metadata(&target).map_err(|error| failed(&name, &error))?;
            let removed = if kind.is_dir() {
                std::fs::remove_dir_all(&target)
            } else {
                std::fs::remove_file(&target)
            };
            removed.map_err(|error| failed(&name, &error))
        })
        .await
    }
}

impl VirtualPhone {
    /// Where a path of the device lies on this machine; it never leaves its folder.
    fn locate(&self, path: &str) -> Result<PathBuf> {
        let (root, rest) = match path.strip_prefix('@') {
            Some(named) => {
                let (id, rest) = named.split_once('/').unwrap_or((named, ""));
                // `@com.example.app:documents/…` names a container type that this phone has not.
                let id = id.split(':').next().unwrap_or(id);
                let app = self.core.store.require(&AppId::new(id))?;
                (self.core.store.container(&app), rest)
            }
            None => (self.core.store.media(), path),
        };
        within(root, rest)
    }
}

/// A path below a folder; it never leaves it.
pub(crate) fn within(folder: PathBuf, path: &str) -> Result<PathBuf> {
    let mut place = folder;
    for part in Path::new(path.trim_start_matches('/')).components() {
        match part {
            Component::Normal(part) => place.push(part),
            Component::CurDir => {}
            _ => {
                return Err(DeviceError::InvalidArgument(format!(
                    "`{path}` leads out of its folder"
                )));
            }
        }
    }
    Ok(place)
}

/// Writes a file, and the folders that lead to it; `name` is for errors.
pub(crate) async fn write(name: &str, target: PathBuf, content: Bytes) -> Result<()> {
    let name = name.to_owned();
    blocking(move || {
        if let Some(folder) = target.parent() {
            std::fs::create_dir_all(folder).map_err(|error| failed(&name, &error))?;
        }
        std::fs::write(&target, content).map_err(|error| failed(&name, &error))
    })
    .await
}

/// Reads a file; `name` is for errors.
pub(crate) async fn read(name: &str, source: PathBuf) -> Result<Bytes> {
    let name = name.to_owned();
    blocking(move || {
        let content = std::fs::read(source).map_err(|error| failed(&name, &error))?;
        Ok(content.into())
    })
    .await
}

fn failed(path: &str, error: &std::io::Error) -> DeviceError {
    match error.kind() {
        ErrorKind::NotFound => DeviceError::NoSuchFile(path.to_owned()),
        // The path is one that no file can have.
        ErrorKind::AlreadyExists
        | ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidFilename
        | ErrorKind::InvalidInput => DeviceError::InvalidArgument(format!("`{path}`: {error}")),
        _ => DeviceError::Failed(format!("`{path}`: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_path_that_no_file_can_have_is_the_clients_mistake() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        for path in ["", "file/below", "a\0b", &"long".repeat(100)] {
            let place = within(folder.path().to_owned(), path).unwrap();
            let written = write(path, place.clone(), Bytes::new()).await;
            let read = read(path, place).await.map(drop);
            for (what, done) in [("write", written), ("read", read)] {
                let wrong = matches!(done, Err(DeviceError::InvalidArgument(_)));
                assert!(wrong, "{what} {path:?}: {done:?}");
            }
        }
    }
}
