//! Downloads: what the browser has stored in the session's folder, listed, fetched, deleted.

use std::{
    fs::{self, File},
    io,
    path::{Component, Path},
};

use hansom_host::archive;
use hansom_protocol::{Answer, Error, Params};
use serde_json::json;

use super::{error::FileError, on_thread, stream};

/// What Firefox adds to the name of a file that is not complete.
const PART: &str = ".part";

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
    Ok(stream::base64_of(packed, head, "\"}").await?)
}

/// Deletes the files.
pub(crate) async fn delete(folder: &Path) -> Result<Answer, Error> {
    let folder = folder.to_owned();
    on_thread(move || {
        for entry in entries(&folder)? {
            match fs::remove_file(folder.join(&entry)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FileError::Disk(folder.join(entry), error));
                }
                _ => {}
            }
        }
        Ok(())
    })
    .await?;
    Ok(Answer::null())
}

/// The names of all files in the folder, sorted. No folder means no download yet.
fn entries(folder: &Path) -> Result<Vec<String>, FileError> {
    let disk = |error| FileError::Disk(folder.to_owned(), error);
    let listing = match fs::read_dir(folder) {
        Ok(listing) => listing,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(disk(error)),
    };
    let mut names = Vec::new();
    for entry in listing {
        let entry = entry.map_err(disk)?;
        if entry.file_type().map_err(disk)?.is_file()
            && let Ok(name) = entry.file_name().into_string()
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file is complete: while it comes in, Firefox keeps `x.part` beside an empty `x`.
fn is_complete(name: &str, all: &[String]) -> bool {
    !name.ends_with(PART)
        && !all
            .iter()
            .any(|other| other.strip_suffix(PART) == Some(name))
}

fn names(folder: &Path) -> Result<Vec<String>, FileError> {
    let all = entries(folder)?;
    let complete = all.iter().filter(|name| is_complete(name, &all));
    Ok(complete.cloned().collect())
}

/// The file in an archive, which has no name of its own any more and goes when it is closed.
fn pack(name: &str, folder: &Path) -> Result<File, FileError> {
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name)
    {
        return Err(FileError::NotAName(name.to_owned()));
    }
    let all = entries(folder)?;
    if !all.iter().any(|other| other == name) {
        let there = names(folder)?.join(", ");
        return Err(FileError::NoSuchDownload {
            name: name.to_owned(),
            there: if there.is_empty() {
                "none".into()
            } else {
                there
            },
        });
    }
    if !is_complete(name, &all) {
        return Err(FileError::Unfinished(name.to_owned()));
    }
    let disk = |error| FileError::Disk(folder.join(name), error);
    let file = File::open(folder.join(name)).map_err(disk)?;
    let mut packed = tempfile::tempfile_in(folder).map_err(disk)?;
    archive::pack_file(io::BufReader::new(file), name, &mut packed)?;
    Ok(packed)
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
