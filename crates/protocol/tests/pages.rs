//! The committed reference page says what the route table says.

use std::{env, fs, path::Path};

#[test]
fn the_committed_reference_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference.md");
    let wanted = hansom_protocol::reference();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == wanted,
        "docs/reference.md is stale: run `UPDATE_DOCS=1 cargo test -p hansom-protocol --test pages` and commit it"
    );
}

#[test]
fn every_row_stands_in_the_reference_once() {
    let page = hansom_protocol::reference();
    for route in hansom_protocol::routes::all() {
        let start = format!("| {} | `{}` |", route.method.as_str(), route.path);
        assert_eq!(page.matches(&start).count(), 1, "{start}");
    }
}
