//! Archives from strangers: unpacked whole into a fresh folder, or not at all.
//!
//! An archive may carry names that climb out of the folder, links that point elsewhere, or a few
//! kilobytes that become a disk full. Each of these is refused, and what was written before the
//! refusal is removed. Sizes are counted while unpacking; what the archive says of itself is not
//! believed.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, Write},
    path::{Component, Path, PathBuf},
};

use zip::ZipArchive;

use super::ArchiveError;

/// How much an archive may hold.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Files and folders.
    pub entries: usize,
    /// Bytes when unpacked.
    pub bytes: u64,
    /// Bytes when unpacked for each byte packed; looked at once there are [`RATIO_FROM`] of them.
    pub ratio: u64,
}

/// Below this many unpacked bytes no ratio is harmful: an empty database packs a thousandfold.
pub const RATIO_FROM: u64 = 64 * 1024 * 1024;

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 20_000,
            bytes: 2 * 1024 * 1024 * 1024,
            ratio: 200,
        }
    }
}

/// Unpacks `archive` into `target`, a folder that does not exist yet or is empty. Entries for which `keep`
/// says no (it is given the path inside the archive) are left out. Answers the files written, as
/// paths inside `target`, in the archive's order. On failure `target` is gone again.
pub fn unpack(
    archive: impl Read + Seek,
    target: &Path,
    limits: &Limits,
    keep: impl FnMut(&Path) -> bool,
) -> Result<Vec<PathBuf>, ArchiveError> {
    let mut zip = open(archive)?;
    if zip.len() > limits.entries {
        return Err(ArchiveError::TooMany {
            found: zip.len(),
            limit: limits.entries,
        });
    }
    // Removes an empty folder and nothing else; if it is not there, so much the better.
    let _ = fs::remove_dir(target);
    fs::create_dir(target).map_err(|source| write_error(target, source))?;
    let result = unpack_entries(&mut zip, target, limits, keep);
    if result.is_err()
        && let Err(error) = fs::remove_dir_all(target)
    {
        tracing::warn!(folder = %target.display(), %error, "half-unpacked folder stays behind");
    }
    result
}

/// Whether the archive has an entry of exactly that name. Reads the directory only.
pub fn has_entry(archive: impl Read + Seek, name: &str) -> Result<bool, ArchiveError> {
    Ok(open(archive)?.index_for_name(name).is_some())
}

fn open<R: Read + Seek>(archive: R) -> Result<ZipArchive<R>, ArchiveError> {
    ZipArchive::new(archive).map_err(ArchiveError::NotAZip)
}

fn write_error(path: &Path, source: io::Error) -> ArchiveError {
    ArchiveError::Write {
        path: path.to_owned(),
        source,
    }
}

fn unpack_entries<R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    target: &Path,
    limits: &Limits,
    mut keep: impl FnMut(&Path) -> bool,
) -> Result<Vec<PathBuf>, ArchiveError> {
    let mut budget = Budget {
        limits,
        packed: 0,
        unpacked: 0,
    };
    let mut written = Vec::new();
    for index in 0..zip.len() {
        let raw = zip
            .by_index_raw(index)
            .map_err(|error| entry_error(&index.to_string(), error.into()))?;
        let name = String::from_utf8_lossy(raw.name_raw()).into_owned();
        let inside = safe_path(&name).ok_or_else(|| ArchiveError::Escapes(name.clone()))?;
        if raw.encrypted() {
            return Err(ArchiveError::Encrypted(name));
        }
        if is_special(raw.unix_mode()) {
            return Err(ArchiveError::Special(name));
        }
        let is_folder = raw.is_dir();
        budget.packed += raw.compressed_size();
        drop(raw);
        if !keep(&inside) {
            continue;
        }
        let path = target.join(&inside);
        if is_folder {
            create_folder(&path, &name)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            create_folder(parent, &name)?;
        }
        let entry = zip
            .by_index(index)
            .map_err(|error| entry_error(&name, error.into()))?;
        let file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(ArchiveError::Twice(name));
            }
            Err(error) => return Err(write_error(&path, error)),
        };
        budget.copy(entry, file, &name, &path)?;
        written.push(inside);
    }
    Ok(written)
}

fn entry_error(entry: &str, source: io::Error) -> ArchiveError {
    ArchiveError::Entry {
        entry: entry.to_owned(),
        source,
    }
}

fn create_folder(path: &Path, name: &str) -> Result<(), ArchiveError> {
    fs::create_dir_all(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            ArchiveError::Twice(name.to_owned())
        }
        _ => write_error(path, error),
    })
}

/// The path of an entry, if it stays inside: relative, no `..`, and no character that means a
/// separator, a drive or a stream on any system.
fn safe_path(name: &str) -> Option<PathBuf> {
    if name.is_empty() || name.contains(['\\', '\0', ':']) {
        return None;
    }
    let path = Path::new(name);
    let mut safe = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => safe.push(part),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::ParentDir => return None,
        }
    }
    (!safe.as_os_str().is_empty()).then_some(safe)
}

/// Whether the Unix mode of an entry says that it is neither file nor folder.
fn is_special(mode: Option<u32>) -> bool {
    const KIND: u32 = 0o170_000;
    const FILE: u32 = 0o100_000;
    const FOLDER: u32 = 0o040_000;
    mode.is_some_and(|mode| !matches!(mode & KIND, 0 | FILE | FOLDER))
}

/// What has been unpacked so far.
struct Budget<'a> {
    limits: &'a Limits,
    packed: u64,
    unpacked: u64,
}

impl Budget<'_> {
    fn copy(
        &mut self,
        mut entry: impl Read,
        mut file: File,
        name: &str,
        path: &Path,
    ) -> Result<(), ArchiveError> {
        let mut piece = vec![0; 64 * 1024];
        loop {
            let length = entry
                .read(&mut piece)
                .map_err(|error| entry_error(name, error))?;
            if length == 0 {
                return Ok(());
            }
            self.unpacked += length as u64;
            if self.unpacked > self.limits.bytes {
                return Err(ArchiveError::TooLarge {
                    limit: self.limits.bytes,
                });
            }
            if self.unpacked > RATIO_FROM
                && self.unpacked > self.packed.saturating_mul(self.limits.ratio)
            {
                return Err(ArchiveError::TooDense {
                    limit: self.limits.ratio,
                });
            }
            file.write_all(&piece[..length])
                .map_err(|error| write_error(path, error))?;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use zip::{ZipWriter, write::SimpleFileOptions};

    use super::*;

    fn archive(build: impl FnOnce(&mut ZipWriter<Cursor<Vec<u8>>>)) -> Cursor<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        build(&mut zip);
        Cursor::new(zip.finish().unwrap().into_inner())
    }

    fn files(entries: &[(&str, &[u8])]) -> Cursor<Vec<u8>> {
        archive(|zip| {
            for (name, content) in entries {
                zip.start_file(*name, SimpleFileOptions::default()).unwrap();
                zip.write_all(content).unwrap();
            }
        })
    }

    /// Unpacks, and proves that a refusal leaves nothing.
    fn refuse(archive: Cursor<Vec<u8>>, limits: &Limits) -> ArchiveError {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("fresh");
        let error = unpack(archive, &target, limits, |_| true).unwrap_err();
        assert!(!target.exists(), "{error}");
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0, "{error}");
        error
    }

    #[test]
    fn a_plain_archive_arrives_whole_without_what_is_filtered() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("fresh");
        let names = unpack(
            files(&[
                ("user.js", b"one"),
                ("deep/er/file", b"two"),
                ("handlers.json", b"no"),
            ]),
            &target,
            &Limits::default(),
            |path| path != Path::new("handlers.json"),
        )
        .unwrap();
        assert_eq!(names, [Path::new("user.js"), Path::new("deep/er/file")]);
        assert_eq!(fs::read(target.join("deep/er/file")).unwrap(), b"two");
        assert!(!target.join("handlers.json").exists());
    }

    #[test]
    fn names_that_leave_the_folder_are_refused() {
        for name in [
            "../evil",
            "a/../../evil",
            "/etc/evil",
            "..\\evil",
            "C:evil",
            "C:/evil",
            "..",
        ] {
            let error = refuse(files(&[("good", b"x"), (name, b"x")]), &Limits::default());
            assert!(matches!(error, ArchiveError::Escapes(_)), "{name}: {error}");
        }
    }

    #[test]
    fn links_are_refused() {
        let bytes = archive(|zip| {
            zip.add_symlink("link", "/etc", SimpleFileOptions::default())
                .unwrap();
            zip.start_file("link/passwd", SimpleFileOptions::default())
                .unwrap();
        });
        let error = refuse(bytes, &Limits::default());
        assert!(matches!(error, ArchiveError::Special(_)), "{error}");
    }

    #[test]
    fn a_file_that_is_a_folder_elsewhere_is_refused() {
        let error = refuse(files(&[("a", b"x"), ("a/b", b"x")]), &Limits::default());
        assert!(matches!(error, ArchiveError::Twice(_)), "{error}");
    }

    #[test]
    fn caps_are_kept() {
        let limits = Limits {
            entries: 2,
            bytes: 10,
            ratio: 200,
        };
        let error = refuse(files(&[("a", b""), ("b", b""), ("c", b"")]), &limits);
        assert!(
            matches!(error, ArchiveError::TooMany { found: 3, .. }),
            "{error}"
        );
        let error = refuse(files(&[("a", b"123456"), ("b", b"123456")]), &limits);
        assert!(matches!(error, ArchiveError::TooLarge { .. }), "{error}");
    }

    #[test]
    fn a_bomb_is_refused_before_it_fills_the_disk() {
        let zeros = vec![0; 1 << 20];
        let bytes = archive(|zip| {
            zip.start_file("bomb", SimpleFileOptions::default())
                .unwrap();
            for _ in 0..80 {
                zip.write_all(&zeros).unwrap();
            }
        });
        let error = refuse(bytes, &Limits::default());
        assert!(matches!(error, ArchiveError::TooDense { .. }), "{error}");
    }

    #[test]
    fn rubbish_is_not_a_zip() {
        for bytes in [b"hello".to_vec(), Vec::new(), b"PK\x03\x04".to_vec()] {
            let error = refuse(Cursor::new(bytes), &Limits::default());
            assert!(matches!(error, ArchiveError::NotAZip(_)), "{error}");
        }
    }
}
