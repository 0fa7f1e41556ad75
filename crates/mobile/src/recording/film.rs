//! A finished film, and its way to the client: base64, piece by piece, with its exact length.

use std::path::{Path, PathBuf};

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::{Bytes, BytesMut};
use futures_util::{StreamExt, stream};
use hansom_host::TempFolder;
use hansom_protocol::{Answer, Error};
use tokio::{fs::File, io::AsyncReadExt};

use super::RecordingError;

/// Read at once; a multiple of three, so that pieces of base64 join without padding.
const PIECE: usize = 48 * 1024;

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
        let quoted = 2 + length.div_ceil(3) * 4;
        let reading = Reading {
            file,
            left: length,
            film: self,
        };
        let body = stream::try_unfold(reading, next_piece);
        let quote = || stream::iter([Ok(Bytes::from_static(b"\""))]);
        let chunks = quote().chain(body).chain(quote());
        Ok(Answer::stream(chunks.boxed(), Some(quoted)))
    }
}

struct Reading {
    file: File,
    left: u64,
    film: std::sync::Arc<Film>,
}

async fn next_piece(mut reading: Reading) -> Result<Option<(Bytes, Reading)>, Error> {
    if reading.left == 0 {
        return Ok(None);
    }
    let length = usize::try_from(reading.left).map_or(PIECE, |left| left.min(PIECE));
    let mut piece = vec![0; length];
    reading
        .file
        .read_exact(&mut piece)
        .await
        .map_err(|error| RecordingError::Film {
            path: reading.film.path.clone(),
            why: error.to_string(),
        })?;
    reading.left -= length as u64;
    let mut text = BytesMut::zeroed(length.div_ceil(3) * 4);
    let written = STANDARD.encode_slice(&piece, &mut text).unwrap_or_default();
    text.truncate(written);
    Ok(Some((text.freeze(), reading)))
}
