//! The pages in `docs/` that are made from tables stay true.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::PathBuf};

fn docs(name: &str) -> PathBuf {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    root.join("../../docs").join(name)
}

/// `UPDATE_DOCS=1` writes the page anew.
#[test]
fn the_page_of_execute_methods_is_up_to_date() {
    let path = docs("execute-methods.md");
    let page = hansom_mobile::methods_page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == page,
        "docs/execute-methods.md is stale; run this test with UPDATE_DOCS=1"
    );
}

/// All Rust files under a folder of this room, as one text.
fn sources(folder: &str) -> String {
    let mut folders = vec![PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    text
}

#[test]
fn every_row_of_the_specification_names_tests_that_exist() {
    let page = fs::read_to_string(docs("spec-coverage.md")).unwrap();
    let tests = sources("tests") + &sources("src");
    let rows = page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'));
    let mut count = 0;
    for row in rows {
        for name in row.split('`').skip(1).step_by(2) {
            assert!(tests.contains(&format!("fn {name}()")), "{name} in: {row}");
            count += 1;
        }
    }
    assert!(count > 40, "only {count} tests are named");
}

/// The commands of the specification, each with a row of its own.
#[test]
fn every_command_of_the_specification_has_a_row() {
    let page = fs::read_to_string(docs("spec-coverage.md")).unwrap();
    for route in hansom_protocol::routes::all() {
        let mobile = route.drivers == hansom_protocol::routes::Drivers::MOBILE;
        if mobile && route.source == hansom_protocol::routes::Source::Hansom {
            let row = format!("| {} |", route.command.name());
            assert!(page.contains(&row), "{}", route.command.name());
        }
    }
}
