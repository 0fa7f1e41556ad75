//! A finished film, and its way to the client.

use std::path::{Path, PathBuf};

use hansom_host::{TempFolder, outlet};
use hansom_protocol::Answer;
use tokio::fs::File;

use super::RecordingError;

/// A film on disk; removed with its folder when the last user is done.
#[derive(Debug)]
pub(super) struct Film {
    path: PathBuf,
    bytes: u64,
    _folder: TempFolder,
}

impl Film {
    pub(super) fn new(folder: TempFolder, path: PathBuf, bytes: u64) -> Self {
        Self {
            path,
            bytes,
            _folder: folder,
        }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it and makes sure it is still what was checked.
    pub(super) async fn open(&self) -> Result<(File, u64), RecordingError> {
        let unusable = |why: String| RecordingError::Film {
            path: self.path.clone(),
            why,
        };
        let file = File::open(&self.path)
            .await
            .map_err(|error| unusable(error.to_string()))?;
        let length = file
            .metadata()
            .await
            .map_err(|error| unusable(error.to_string()))?
            .len();
        if length != self.bytes {
            return Err(unusable(format!(
                "it has {length} bytes and had {} when it was finished",
                self.bytes
            )));
        }
        Ok((file, length))
    }

    /// The answer that carries it. The film stays on disk until the answer is sent.
    pub(super) async fn answer(self: std::sync::Arc<Self>) -> Result<Answer, RecordingError> {
        let (file, length) = self.open().await?;
        let path = self.path.clone();
        let broken = move |error: std::io::Error| {
            let why = error.to_string();
            RecordingError::Film {
                path: path.clone(),
                why,
            }
            .into()
        };
        Ok(outlet((file, length), ("\"", "\""), self, broken))
    }
}
