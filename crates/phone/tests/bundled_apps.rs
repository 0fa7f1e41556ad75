//! The files of the bundled apps hold together: what a page names is there, no page has inline code,
//! every language has every text, and the documented accessibility ids are those in the code.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

const LANGUAGES: [&str; 3] = ["en", "de", "fr"];

fn apps() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("apps")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Files below a folder whose name ends so.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of ours") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What stands between `before` and the next `after`, each time.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    text.split(before)
        .skip(1)
        .filter_map(|rest| rest.split_once(after).map(|(found, _)| found))
        .collect()
}

/// Where a reference in a page or script leads on disk.
fn target(from: &Path, reference: &str) -> PathBuf {
    let file = reference.split(['#', '?']).next().unwrap_or_default();
    match file.strip_prefix("/.hansom/shared/") {
        Some(shared) => apps().join("shared").join(shared),
        None => from.parent().expect("a file in a folder").join(file),
    }
}

fn keys(language: &str) -> BTreeSet<String> {
    let path = apps().join(format!("playground/{language}.lproj/Localizable.strings"));
    let text = read(&path);
    let lines = text.lines().filter(|line| line.starts_with('"'));
    lines
        .filter_map(|line| line.split('"').nth(1))
        .map(str::to_owned)
        .collect()
}

fn playground_sources() -> String {
    let sources = files(&apps().join("playground"), ".js");
    sources.iter().map(|path| read(path)).collect()
}

#[test]
fn what_a_page_or_script_names_is_there() {
    let pages = files(&apps(), ".html")
        .into_iter()
        .map(|page| (page, ["href=\"", "src=\""]));
    let scripts = files(&apps(), ".js")
        .into_iter()
        .map(|script| (script, ["} from \"", "import(\""]));
    let mut seen = 0;
    for (file, marks) in pages.chain(scripts) {
        let text = read(&file);
        for reference in marks.iter().flat_map(|mark| between(&text, mark, "\"")) {
            if reference.starts_with('#') {
                continue;
            }
            let target = target(&file, reference);
            assert!(target.is_file(), "{} names {reference}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 80, "only {seen} references: the search is broken");
}

#[test]
fn no_page_has_inline_code_or_style() {
    for page in files(&apps(), ".html") {
        let text = read(&page);
        let name = page.display();
        assert!(!text.contains("<style"), "{name} has a style element");
        assert!(!text.contains(" style="), "{name} has a style attribute");
        assert!(!text.contains(" onclick="), "{name} has a handler");
        for script in between(&text, "<script", ">") {
            assert!(script.contains("src="), "{name} has inline code");
        }
        let plain = page.parent().is_some_and(|folder| folder.ends_with("web"));
        assert!(
            plain || text.contains("Content-Security-Policy"),
            "{name} has no policy"
        );
    }
}

#[test]
fn every_manifest_names_an_id_and_files_that_exist() {
    let manifests = files(&apps(), ".webmanifest");
    assert_eq!(manifests.len(), 3);
    for path in manifests {
        let manifest: serde_json::Value = serde_json::from_str(&read(&path)).unwrap();
        let folder = path.parent().unwrap();
        let name = folder.file_name().unwrap().to_string_lossy();
        assert_eq!(manifest["id"], format!("hansom.{name}"));
        let icons = manifest["icons"].as_array().unwrap();
        let sources = icons.iter().map(|icon| &icon["src"]);
        for file in sources.chain([&manifest["start_url"]]) {
            let file = folder.join(file.as_str().unwrap());
            assert!(file.is_file(), "{}", file.display());
        }
    }
}

#[test]
fn every_language_has_every_text() {
    let english = keys("en");
    assert!(english.len() > 100);
    for language in LANGUAGES {
        assert_eq!(keys(language), english, "{language}");
    }
}

#[test]
fn every_text_that_the_playground_shows_is_in_its_strings() {
    let known = keys("en");
    let sources = playground_sources();
    let shown: Vec<_> = ["(t(\"", " t(\"", "{t(\""]
        .iter()
        .flat_map(|mark| between(&sources, mark, "\")"))
        .collect();
    assert!(shown.len() > 100);
    for key in shown {
        assert!(known.contains(key), "no text for {key}");
    }
}

#[test]
fn every_fact_of_the_playground_is_documented() {
    let readme = read(&apps().join("playground/README.md"));
    let sources = playground_sources();
    let facts: BTreeSet<_> = between(&sources, "setFact(\"", "\"")
        .into_iter()
        .chain(between(&sources, "countFact(\"", "\""))
        .collect();
    assert!(facts.len() > 60);
    for fact in facts {
        assert!(
            readme.contains(&format!("`{fact}`")),
            "{fact} is not documented"
        );
    }
}
