//! Uploads: a zip with one file becomes a path that `send keys` can type into a file input.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use hansom_host::archive::{self, Limits};
use hansom_protocol::{Answer, Error, Params, base64};

use super::{error::FileError, on_thread};

/// Unpacks the archive into a new folder inside `folder` and answers the path of its file.
pub(crate) async fn upload(params: &Params, folder: &Path) -> Result<Answer, Error> {
    let (params, folder) = (params.clone(), folder.to_owned());
    let path = on_thread(move || store(&params, &folder)).await?;
    Ok(Answer::value(path))
}

fn store(params: &Params, folder: &Path) -> Result<PathBuf, FileError> {
    let bytes = base64::member(params, "file")?;
    std::fs::create_dir_all(folder).map_err(|e| FileError::Disk(folder.to_owned(), e))?;
    // A folder for each, so that two files may have the same name.
    let target = folder.join(uuid::Uuid::new_v4().to_string());
    let files = archive::unpack(Cursor::new(bytes), &target, &Limits::default(), |_| true)?;
    match <[PathBuf; 1]>::try_from(files) {
        Ok([file]) => Ok(target.join(file)),
        Err(files) => {
            std::fs::remove_dir_all(&target).map_err(|e| FileError::Disk(target, e))?;
            Err(FileError::NotOne(files.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body(bytes: &[u8]) -> Params {
        Params::from_value(&json!({"file": base64::encode(bytes)})).unwrap()
    }

    #[test]
    fn one_file_arrives_and_two_of_one_name_do_not_meet() {
        let mut zip = Cursor::new(Vec::new());
        archive::pack_file(&b"hello"[..], 5, "dir/a.txt", &mut zip).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let first = store(&body(zip.get_ref()), folder.path()).unwrap();
        let second = store(&body(zip.get_ref()), folder.path()).unwrap();
        assert_ne!(first, second);
        assert!(first.ends_with("dir/a.txt"));
        assert_eq!(std::fs::read(second).unwrap(), b"hello");
    }

    #[test]
    fn what_is_not_one_file_in_a_zip_is_refused_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let error = store(&body(b"hello"), folder.path()).unwrap_err();
        assert!(matches!(error, FileError::Archive(_)), "{error}");
        // An archive without entries: the end record alone.
        let empty = [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
        let error = store(&body(&empty), folder.path()).unwrap_err();
        assert!(matches!(error, FileError::NotOne(0)), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
