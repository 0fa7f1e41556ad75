//! The pages in `docs/` that are made from tables stay true.

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
