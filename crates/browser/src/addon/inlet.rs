//! An addon that is sent as base64 becomes a file while it arrives.

use std::{
    fs,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use hansom_protocol::{
    Error, Inlet, Upload,
    base64::{Decoder, PIECE},
};
use tempfile::NamedTempFile;

use super::{check, error::AddonError};

/// Bytes that are gathered before they are written; whole pieces are larger and go straight on.
const GATHERED: usize = PIECE / 2;

/// Takes an addon in.
pub(crate) struct AddonInlet {
    folder: PathBuf,
    decoder: Decoder,
    /// The file, from the first piece on; or what went wrong, after which the rest means nothing.
    file: Result<Option<BufWriter<NamedTempFile>>, AddonError>,
}

impl AddonInlet {
    /// The file will be in `folder`, which need not exist yet.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            decoder: Decoder::new("addon"),
            file: Ok(None),
        }
    }

    fn write(&mut self, piece: &[u8]) -> Result<(), AddonError> {
        let Ok(file) = &mut self.file else {
            return Ok(());
        };
        let failed = |source| AddonError::Write(self.folder.clone(), source);
        let file = match file {
            Some(file) => file,
            None => file.insert(open(&self.folder).map_err(failed)?),
        };
        for piece in piece.chunks(PIECE) {
            file.write_all(self.decoder.push(piece)?).map_err(failed)?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<Upload, AddonError> {
        self.write(&[])?;
        let failed = |source| AddonError::Write(self.folder.clone(), source);
        let Some(mut file) = self.file? else {
            return Err(AddonError::Interrupted);
        };
        file.write_all(&self.decoder.finish()?).map_err(failed)?;
        let file = file.into_inner().map_err(|error| failed(error.into()))?;
        let path = file.into_temp_path();
        check::file(&path, "the addon")?;
        Ok(Upload::new(path.to_path_buf(), path))
    }
}

impl Inlet for AddonInlet {
    fn take(&mut self, piece: &[u8]) {
        if let Err(error) = self.write(piece) {
            self.file = Err(error); // which removes what there is
        }
    }

    fn finish(self: Box<Self>) -> Result<Upload, Error> {
        Ok((*self).end()?)
    }
}

/// A new file. The folder is made with the one around it, but not those around that: they go with
/// the session, which may be ending now.
fn open(folder: &Path) -> io::Result<BufWriter<NamedTempFile>> {
    for folder in folder.parent().into_iter().chain([folder]) {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    let file = tempfile::Builder::new()
        .suffix(".xpi")
        .tempfile_in(folder)?;
    Ok(BufWriter::with_capacity(GATHERED, file))
}

#[cfg(test)]
mod tests {
    use hansom_host::archive;
    use hansom_protocol::base64;

    use super::*;

    fn xpi() -> Vec<u8> {
        let mut zip = io::Cursor::new(Vec::new());
        archive::pack_file(&b"{}"[..], 2, "manifest.json", &mut zip).unwrap();
        zip.into_inner()
    }

    fn take(folder: &Path, pieces: &[&[u8]]) -> Result<Upload, Error> {
        let mut inlet = AddonInlet::new(folder.join("files/addons"));
        for piece in pieces {
            inlet.take(piece);
        }
        Box::new(inlet).finish()
    }

    fn files(folder: &Path) -> usize {
        fs::read_dir(folder.join("files/addons")).unwrap().count()
    }

    #[test]
    fn the_file_is_there_as_long_as_somebody_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let xpi = xpi();
        let text = base64::encode(&xpi);
        let (one, two) = text.as_bytes().split_at(7);
        let upload = take(folder.path(), &[one, two]).unwrap();
        assert_eq!(fs::read(upload.path()).unwrap(), xpi);
        drop(upload.clone());
        assert_eq!(files(folder.path()), 1);
        drop(upload);
        assert_eq!(files(folder.path()), 0);
    }

    #[test]
    fn what_is_no_addon_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        for (pieces, told) in [
            (&[][..], "not a zip"),
            (&[&b""[..]], "not a zip"),
            (&[b"aGVsbG8="], "not a zip"),
            (&[b"aGVs", b"!", b"aGVs"], "'!' stands at 4"),
            (&[b"aGVsb"], "its length"),
        ] {
            let error = take(folder.path(), pieces).unwrap_err();
            assert!(error.message.contains(told), "{error}");
            assert_eq!(error.http_status(), 400, "{error}");
            assert_eq!(files(folder.path()), 0, "{told}");
        }
    }

    #[test]
    fn a_session_that_has_gone_is_not_brought_back() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("profile");
        assert!(take(&gone, &[b"aGVs"]).is_err());
        assert!(!gone.exists());
    }
}
