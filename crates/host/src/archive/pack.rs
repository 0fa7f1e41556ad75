//! Files and folders of ours become a zip archive.

use std::{
    fs::{self, File},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::ArchiveError;

/// Packs one file of so many bytes, under `name`, into a new archive written to `out`.
pub fn pack_file(
    mut file: impl Read,
    size: u64,
    name: &str,
    out: impl Write + Seek,
) -> Result<(), ArchiveError> {
    let failed = |source: io::Error| ArchiveError::Entry {
        entry: name.to_owned(),
        source,
    };
    let mut zip = ZipWriter::new(out);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        // Only where it is needed: Firefox does not read archives that are made for large files.
        .large_file(size >= u64::from(u32::MAX));
    zip.start_file(name, options)
        .map_err(|error| failed(error.into()))?;
    io::copy(&mut file, &mut zip).map_err(failed)?;
    zip.finish().map_err(|error| failed(error.into()))?;
    Ok(())
}

/// Packs the files in a folder, with those in folders inside it, into a new archive written to
/// `out`. Links are left out: they may point anywhere.
pub fn pack_folder(folder: &Path, out: impl Write + Seek) -> Result<(), ArchiveError> {
    let mut zip = ZipWriter::new(out);
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .large_file(true);
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let failed = |source: io::Error| ArchiveError::Entry {
            entry: inner.display().to_string(),
            source,
        };
        for entry in fs::read_dir(folder.join(&inner)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let name = inner.join(entry.file_name());
            if kind.is_dir() {
                folders.push(name);
            } else if kind.is_file() {
                zip.start_file_from_path(&name, options)
                    .map_err(|error| failed(error.into()))?;
                let mut file = File::open(entry.path()).map_err(failed)?;
                io::copy(&mut file, &mut zip).map_err(failed)?;
            }
        }
    }
    zip.finish().map_err(|error| ArchiveError::Entry {
        entry: folder.display().to_string(),
        source: error.into(),
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::archive::{Limits, has_entry, unpack};

    #[test]
    fn what_is_packed_unpacks() {
        let mut bytes = Cursor::new(Vec::new());
        pack_file(&b"hello"[..], 5, "a.txt", &mut bytes).unwrap();
        assert!(has_entry(&mut bytes, "a.txt").unwrap());
        assert!(!has_entry(&mut bytes, "b.txt").unwrap());
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("fresh");
        let names = unpack(bytes, &target, &Limits::default(), |_| true).unwrap();
        assert_eq!(names, [Path::new("a.txt")]);
        assert_eq!(fs::read(target.join("a.txt")).unwrap(), b"hello");
    }

    #[test]
    fn a_small_file_is_packed_for_readers_that_do_not_know_large_ones() {
        let mut bytes = Cursor::new(Vec::new());
        pack_file(&b"hello"[..], 5, "a.txt", &mut bytes).unwrap();
        let bytes = bytes.into_inner();
        let needed = u16::from_le_bytes([bytes[4], bytes[5]]);
        assert!(needed < 45, "version {needed} of the format is needed");
    }
}
