//! Downloads: what the browser has stored in the session's folder, listed, fetched, deleted.

use std::{
    fs::{self, File},
    io::{self, Seek},
    path::{Component, Path},
    time::Duration,
};

use hansom_host::{archive, outlet};
use hansom_protocol::{Answer, Error, Params};
use serde_json::json;

use super::{error::FileError, on_thread};

/// What Firefox adds to the name of a file that is not complete.
const PART: &str = ".part";
/// An empty file older than this is a download that is empty.
const RESERVED: Duration = Duration::from_secs(3);

/// Names of the files that are complete.
pub(crate) async fn list(folder: &Path) -> Result<Answer, Error> {
    let folder = folder.to_owned();
    let names = on_thread(move || names(&folder)).await?;
    Ok(Answer::value(json!({ "names": names })))
}

/// One file, zipped, in base64, with its name.
pub(crate) async fn fetch(params: &Params, folder: &Path) -> Result<Answer, Error> {
    let name: String = params.required("name")?;
    let folder = folder.to_owned();
    let head = format!("{{\"filename\":{},\"contents\":\"", json!(name));
    let packed = on_thread(move || pack(&name, &folder)).await?;
    let broken = |error| FileError::Disk("a packed download".into(), error).into();
    Ok(outlet(packed, (head, "\"}"), (), broken))
}

/// Deletes the files.
pub(crate) async fn delete(folder: &Path) -> Result<Answer, Error> {
    let folder = folder.to_owned();
    on_thread(move || {
        for entry in entries(&folder)? {
            let path = folder.join(entry.name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FileError::Disk(path, error));
                }
                _ => {}
            }
        }
        Ok(())
    })
    .await?;
    Ok(Answer::null())
}

/// A file in the folder.
struct Entry {
    name: String,
    /// For how long it has been empty, if it is.
    empty_for: Option<Duration>,
}

/// All files in the folder, sorted by name. No folder means no download yet.
fn entries(folder: &Path) -> Result<Vec<Entry>, FileError> {
    let disk = |error| FileError::Disk(folder.to_owned(), error);
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(disk(error)),
    };
    let mut all = Vec::new();
    for entry in listing {
        let entry = entry.map_err(disk)?;
        let facts = match entry.metadata() {
            Ok(facts) => facts,
            // Firefox moved it meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(disk(error)),
        };
        if let (true, Ok(name)) = (facts.is_file(), entry.file_name().into_string()) {
            let age = facts
                .modified()
                .ok()
                .and_then(|at| at.elapsed().ok())
                .unwrap_or_default();
            all.push(Entry {
                name,
                empty_for: (facts.len() == 0).then_some(age),
            });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Whether a file is complete. Firefox first reserves its name with an empty file; while it comes in,
/// a `.part` is beside that, whose own name may be a random one.
fn is_complete(entry: &Entry, all: &[Entry]) -> bool {
    let mut parts = all.iter().filter_map(|other| other.name.strip_suffix(PART));
    if entry.name.ends_with(PART) || parts.clone().any(|name| name == entry.name) {
        return false;
    }
    entry
        .empty_for
        .is_none_or(|age| age >= RESERVED && parts.next().is_none())
}

fn names(folder: &Path) -> Result<Vec<String>, FileError> {
    let all = entries(folder)?;
    let complete = all.iter().filter(|entry| is_complete(entry, &all));
    Ok(complete.map(|entry| entry.name.clone()).collect())
}

/// The file in an archive, which has no name of its own any more and goes when it is closed.
fn pack(name: &str, folder: &Path) -> Result<(tokio::fs::File, u64), FileError> {
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
    {
        return Err(FileError::NotAName(name.to_owned()));
    }
    let all = entries(folder)?;
    let Some(entry) = all.iter().find(|entry| entry.name == name) else {
        let there = names(folder)?.join(", ");
        return Err(FileError::NoSuchDownload {
            name: name.to_owned(),
            there: if there.is_empty() {
                "none".into()
            } else {
                there
            },
        });
    };
    if !is_complete(entry, &all) {
        return Err(FileError::Unfinished(name.to_owned()));
    }
    let disk = |error| FileError::Disk(folder.join(name), error);
    let file = File::open(folder.join(name)).map_err(disk)?;
    let size = file.metadata().map_err(disk)?.len();
    let mut packed = tempfile::tempfile_in(folder).map_err(disk)?;
    archive::pack_file(io::BufReader::new(file), size, name, &mut packed)?;
    let length = packed.seek(io::SeekFrom::End(0)).map_err(disk)?;
    packed.rewind().map_err(disk)?;
    Ok((packed.into(), length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_files_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(names(&folder.path().join("none yet")).unwrap().is_empty());
        for name in ["b.pdf", "a.txt", "big.iso", "big.iso.part"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        fs::write(folder.path().join("reserved.zip"), "").unwrap();
        assert_eq!(names(folder.path()).unwrap(), ["a.txt", "b.pdf"]);
        let error = pack("big.iso", folder.path()).unwrap_err();
        assert!(matches!(error, FileError::Unfinished(_)), "{error}");
    }

    #[test]
    fn a_name_is_not_a_path() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "a").unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        for name in ["../a", "/etc/passwd", "", ".", "..", "x/../a", "a/"] {
            let error = pack(name, &inside).unwrap_err();
            assert!(matches!(error, FileError::NotAName(_)), "{name}: {error}");
        }
        let error = pack("missing", folder.path()).unwrap_err();
        assert!(error.to_string().ends_with("there are: a"), "{error}");
    }
}
