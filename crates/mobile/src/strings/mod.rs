//! The localized strings of an app bundle.
//!
//! A bundle has a folder per language (`de.lproj/Localizable.strings`) and perhaps string catalogues
//! (`Localizable.xcstrings`) with all languages in one file. What is asked for is a language and
//! perhaps a file; the answer is one flat map of keys to texts.

mod catalogue;
mod dictionary;
mod language;
mod text;

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path, PathBuf},
};

use crate::error::{MobileError, Result};

/// The language when none is named.
const DEFAULT_LANGUAGE: &str = "en";

/// Files larger than this are not strings.
const MAX_FILE_BYTES: u64 = 32 << 20;

/// Keys and texts.
pub(crate) type Strings = BTreeMap<String, String>;

/// Reads the strings of a bundle.
pub(crate) fn read(bundle: &Path, language: Option<&str>, file: Option<&str>) -> Result<Strings> {
    let asked = language.unwrap_or(DEFAULT_LANGUAGE);
    let folders = language_folders(bundle)?;
    let catalogues = catalogues(bundle)?;
    let known: Vec<&str> = folders
        .keys()
        .map(String::as_str)
        .chain(
            catalogues
                .iter()
                .flat_map(|(_, catalogue)| catalogue.languages()),
        )
        .collect();
    let Some(chosen) = language::choose(asked, &known) else {
        return Err(MobileError::NoLanguage {
            language: asked.to_owned(),
            known: listed(known),
        });
    };
    match file {
        Some(file) => read_file(folders.get(chosen), &catalogues, chosen, file),
        None => read_all(folders.get(chosen), &catalogues, chosen),
    }
}

fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

/// The `.lproj` folders by language, at the top of the bundle.
fn language_folders(bundle: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut folders = BTreeMap::new();
    for path in entries(bundle)? {
        if path
            .extension()
            .is_some_and(|extension| extension == "lproj")
            && path.is_dir()
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            folders.insert(name.to_owned(), path.clone());
        }
    }
    Ok(folders)
}

/// The string catalogues at the top of the bundle, by file name.
fn catalogues(bundle: &Path) -> Result<Vec<(String, catalogue::Catalogue)>> {
    let mut all = Vec::new();
    for path in entries(bundle)? {
        if path
            .extension()
            .is_some_and(|extension| extension == "xcstrings")
        {
            let bytes = content(&path)?;
            all.push((
                file_name(&path),
                catalogue::Catalogue::parse(&bytes).map_err(|reason| bad(&path, reason))?,
            ));
        }
    }
    Ok(all)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    let mut paths = list().map_err(|error| bad(folder, error.to_string()))?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn bad(path: &Path, reason: impl Into<String>) -> MobileError {
    MobileError::BadStrings {
        file: file_name(path),
        reason: reason.into(),
    }
}

fn content(path: &Path) -> Result<Vec<u8>> {
    let size = fs::metadata(path)
        .map_err(|error| bad(path, error.to_string()))?
        .len();
    if size > MAX_FILE_BYTES {
        return Err(bad(
            path,
            format!("it has {size} bytes, at most {MAX_FILE_BYTES} are read"),
        ));
    }
    fs::read(path).map_err(|error| bad(path, error.to_string()))
}

/// The files with strings in a language's folder.
fn string_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = entries(folder)?;
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "strings" || extension == "stringsdict")
    });
    Ok(files)
}

fn read_all(
    folder: Option<&PathBuf>,
    catalogues: &[(String, catalogue::Catalogue)],
    language: &str,
) -> Result<Strings> {
    let mut all = Strings::new();
    for (_, catalogue) in catalogues {
        all.extend(catalogue.strings(language));
    }
    if let Some(folder) = folder {
        for path in string_files(folder)? {
            all.extend(parse(&path)?);
        }
    }
    Ok(all)
}

fn read_file(
    folder: Option<&PathBuf>,
    catalogues: &[(String, catalogue::Catalogue)],
    language: &str,
    file: &str,
) -> Result<Strings> {
    // A path that climbs out of the folder is no file of the app.
    let inside = Path::new(file)
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if inside && let Some(folder) = folder {
        for candidate in [folder.join(file), folder.join(format!("{file}.strings"))] {
            if candidate.is_file() {
                return parse(&candidate);
            }
        }
    }
    if let Some((_, catalogue)) = catalogues.iter().find(|(name, _)| name == file) {
        return Ok(catalogue.strings(language));
    }
    let files = folder
        .map(|folder| string_files(folder))
        .transpose()?
        .unwrap_or_default();
    let names: Vec<String> = files.iter().map(|path| file_name(path)).collect();
    let known = names.iter().chain(catalogues.iter().map(|(name, _)| name));
    Err(MobileError::NoStringFile {
        file: file.to_owned(),
        language: language.to_owned(),
        known: listed(known.map(String::as_str)),
    })
}

/// One file: a property list if it is one, else the text format.
fn parse(path: &Path) -> Result<Strings> {
    let bytes = content(path)?;
    let parsed = if dictionary::is_property_list(&bytes) {
        dictionary::parse(&bytes)
    } else {
        text::parse(&bytes)
    };
    parsed.map_err(|reason| bad(path, reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundle(files: &[(&str, &[u8])]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        folder
    }

    fn sample() -> tempfile::TempDir {
        bundle(&[
            ("en.lproj/Localizable.strings", b"\"hello\" = \"Hello\"; \"bye\" = \"Bye\";"),
            ("en.lproj/Other.strings", b"\"other\" = \"Other\";"),
            ("de.lproj/Localizable.strings", "\u{feff}\"hello\" = \"Grüß Gott\";".as_bytes()),
            ("secret.strings", b"\"x\" = \"y\";"),
            (
                "Catalogue.xcstrings",
                br#"{"sourceLanguage":"en","strings":{"cat":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"Katze"}},"fr":{"stringUnit":{"value":"chat"}}}},"raw":{}},"version":"1.0"}"#,
            ),
        ])
    }

    #[test]
    fn english_is_the_default_and_all_files_are_merged() {
        let folder = sample();
        let strings = read(folder.path(), None, None).unwrap();
        assert_eq!(strings["hello"], "Hello");
        assert_eq!(strings["other"], "Other");
        assert_eq!(
            strings["raw"], "raw",
            "the source language has the key itself"
        );
    }

    #[test]
    fn a_language_falls_back_to_a_wider_one() {
        let folder = sample();
        let strings = read(folder.path(), Some("de-AT"), None).unwrap();
        assert_eq!(strings["hello"], "Grüß Gott");
        assert_eq!(strings["cat"], "Katze");
        assert_eq!(
            read(folder.path(), Some("fr"), None).unwrap()["cat"],
            "chat"
        );
    }

    #[test]
    fn a_file_is_read_alone() {
        let folder = sample();
        let strings = read(folder.path(), None, Some("Other.strings")).unwrap();
        assert_eq!(strings.len(), 1);
        assert_eq!(read(folder.path(), None, Some("Other")).unwrap().len(), 1);
        assert_eq!(
            read(folder.path(), Some("de"), Some("Catalogue.xcstrings")).unwrap()["cat"],
            "Katze"
        );
    }

    #[test]
    fn what_is_missing_lists_what_exists() {
        let folder = sample();
        let error = read(folder.path(), Some("ja"), None)
            .unwrap_err()
            .to_string();
        assert_eq!(error, "the app has no strings for `ja`; it has de, en, fr");
        let error = read(folder.path(), None, Some("Nope.strings"))
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "the app has no file `Nope.strings` for `en`; it has Catalogue.xcstrings, Localizable.strings, Other.strings"
        );
        assert!(
            read(folder.path(), None, Some("../secret.strings")).is_err(),
            "not out of the folder"
        );
        let empty = bundle(&[("readme", b"")]);
        let error = read(empty.path(), None, None).unwrap_err().to_string();
        assert!(error.ends_with("it has none"), "{error}");
    }

    #[test]
    fn a_broken_file_is_named_with_the_place() {
        let folder = bundle(&[("en.lproj/A.strings", b"\"a\" = \"b\";\n\"c\" \"d\";")]);
        let error = read(folder.path(), None, None).unwrap_err().to_string();
        assert!(
            error.contains("`A.strings`") && error.contains("line 2"),
            "{error}"
        );
    }
}
