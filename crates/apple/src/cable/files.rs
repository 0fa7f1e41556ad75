//! Files: the media folder by AFC, the containers of apps by house arrest.
//!
//! Paths are those of the Appium dialect: `@bundle.id/Library/x` in an app's container,
//! `@bundle.id:documents/x` in the Documents that an app shares, anything else in the media folder.

use bytes::Bytes;
use hansom_device::{DeviceError, Result};
use hansom_host::archive;
use idevice::{
    IdeviceError, IdeviceService,
    afc::{AfcClient, errors::AfcError, opcode::AfcFopenMode},
    house_arrest::HouseArrestClient,
};

use super::{
    Cable, CableError,
    link::{LONG, QUICK},
};

/// Where a path leads.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// The media folder.
    Media(String),
    /// An app's container.
    Container(String, String),
    /// An app's shared documents.
    Documents(String, String),
}

impl Cable {
    /// Writes a file, with the folders above it.
    pub(crate) async fn push(&self, path: &str, content: Bytes) -> Result<()> {
        let (mut afc, inside) = self.open_files(path).await?;
        let work = async {
            for (at, _) in inside.match_indices('/').filter(|(at, _)| *at > 0) {
                match afc.mk_dir(&inside[..at]).await {
                    // It is there already, or the file cannot be opened either and says why.
                    Ok(()) | Err(IdeviceError::Afc(_)) => {}
                    Err(broken) => return Err(broken),
                }
            }
            let mut file = afc.open(inside.as_str(), AfcFopenMode::WrOnly).await?;
            let written = file.write_entire(&content).await;
            let closed = file.close().await;
            written.and(closed)
        };
        Ok(self.on_file(path, work).await?)
    }

    /// Reads a file.
    pub(crate) async fn pull(&self, path: &str) -> Result<Bytes> {
        let (mut afc, inside) = self.open_files(path).await?;
        Ok(self.on_file(path, read(&mut afc, &inside)).await?.into())
    }

    /// Reads a folder as a zip.
    pub(crate) async fn pull_folder(&self, path: &str) -> Result<Bytes> {
        let (mut afc, inside) = self.open_files(path).await?;
        let failed = |error: &dyn std::fmt::Display| DeviceError::Failed(error.to_string());
        let copy = self
            .state()
            .folder("pull")
            .map_err(|error| failed(&error))?;
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let here = format!("{}{folder}", inside.trim_end_matches('/'));
            let names = self.on_file(path, afc.list_dir(&here)).await?;
            for name in names.iter().filter(|name| *name != "." && *name != "..") {
                // A name from the device must not lead anywhere else on this machine.
                if name.contains(['/', '\\']) {
                    return Err(DeviceError::Failed(format!(
                        "the device has a file `{name}`"
                    )));
                }
                let (there, below) = (format!("{here}/{name}"), format!("{folder}/{name}"));
                let kind = self.on_file(path, afc.get_file_info(&there)).await?.st_ifmt;
                let target = copy.path().join(&below[1..]);
                match kind.as_str() {
                    "S_IFDIR" => {
                        tokio::fs::create_dir(&target)
                            .await
                            .map_err(|error| failed(&error))?;
                        folders.push(below);
                    }
                    "S_IFREG" => {
                        let content = self.on_file(path, read(&mut afc, &there)).await?;
                        tokio::fs::write(&target, content)
                            .await
                            .map_err(|error| failed(&error))?;
                    }
                    // Links and the like have no content of their own.
                    _ => {}
                }
            }
        }
        let packed = tokio::task::spawn_blocking(move || {
            let mut zip = std::io::Cursor::new(Vec::new());
            archive::pack_folder(copy.path(), &mut zip).map(|()| zip.into_inner())
        });
        let zip = packed.await.map_err(|error| failed(&error))?;
        Ok(zip.map_err(|error| failed(&error))?.into())
    }

    /// Deletes a file or folder.
    pub(crate) async fn delete(&self, path: &str) -> Result<()> {
        let (mut afc, inside) = self.open_files(path).await?;
        let work = async {
            let kind = afc.get_file_info(&inside).await?.st_ifmt;
            if kind == "S_IFDIR" {
                afc.remove_all(&inside).await
            } else {
                afc.remove(&inside).await
            }
        };
        Ok(self.on_file(path, work).await?)
    }

    /// A connection to the folder that a path is in, and the path within it.
    async fn open_files(&self, path: &str) -> Result<(AfcClient, String)> {
        let provider = self.provider();
        let work = async {
            match place(path) {
                Place::Media(inside) => Ok((AfcClient::connect(&provider).await?, inside)),
                Place::Container(app, inside) => {
                    let house = HouseArrestClient::connect(&provider).await?;
                    Ok((house.vend_container(app).await?, inside))
                }
                Place::Documents(app, inside) => {
                    let house = HouseArrestClient::connect(&provider).await?;
                    Ok((house.vend_documents(app).await?, inside))
                }
            }
        };
        Ok(self
            .run("reaching the files of the device", QUICK, work)
            .await?)
    }

    async fn on_file<T: Send>(
        &self,
        path: &str,
        work: impl Future<Output = Result<T, IdeviceError>> + Send,
    ) -> Result<T, CableError> {
        let path = path.to_owned();
        let told = async {
            match work.await {
                Err(IdeviceError::Afc(AfcError::ObjectNotFound)) => {
                    Ok(Err(CableError::NoFile(path)))
                }
                other => other.map(Ok),
            }
        };
        self.run("the transfer of files", LONG, told).await?
    }
}

async fn read(afc: &mut AfcClient, path: &str) -> Result<Vec<u8>, IdeviceError> {
    let mut file = afc.open(path, AfcFopenMode::RdOnly).await?;
    let content = file.read_entire().await;
    let closed = file.close().await;
    content.and_then(|content| closed.map(|()| content))
}

fn place(path: &str) -> Place {
    let Some(named) = path.strip_prefix('@') else {
        return Place::Media(format!("/{}", path.trim_start_matches('/')));
    };
    let (name, rest) = named.split_once('/').unwrap_or((named, ""));
    match name.split_once(':') {
        Some((app, kind)) if kind.eq_ignore_ascii_case("documents") => {
            Place::Documents(app.to_owned(), format!("/Documents/{rest}"))
        }
        Some((app, _)) => Place::Container(app.to_owned(), format!("/{rest}")),
        None => Place::Container(name.to_owned(), format!("/{rest}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_the_dialect() {
        assert_eq!(place("DCIM/1.jpg"), Place::Media("/DCIM/1.jpg".into()));
        assert_eq!(
            place("@com.example/Library/x"),
            Place::Container("com.example".into(), "/Library/x".into())
        );
        assert_eq!(
            place("@com.example:documents/x"),
            Place::Documents("com.example".into(), "/Documents/x".into())
        );
    }
}
