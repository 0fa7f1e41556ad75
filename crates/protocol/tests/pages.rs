//! The committed reference page says what the route table says.

use std::{env, fmt::Write as _, fs, path::Path};

use hansom_protocol::Feature;

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

const FEATURES_START: &str = "<!-- features: made from crates/protocol/src/grants.rs -->\n";
const FEATURES_END: &str = "<!-- /features -->";

#[test]
fn the_security_page_lists_the_features_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/security.md");
    let mut wanted = String::from("| feature | lets a client | on loopback |\n|---|---|---|\n");
    for feature in Feature::ALL {
        let loopback = if feature.on_loopback() { "on" } else { "off" };
        let _ = writeln!(
            wanted,
            "| `{}` | {} | {loopback} |",
            feature.name(),
            feature.meaning()
        );
    }
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(FEATURES_START).unwrap();
    let (table, after) = rest.split_once(FEATURES_END).unwrap();
    if env::var_os("UPDATE_DOCS").is_some() {
        let page = format!("{before}{FEATURES_START}{wanted}{FEATURES_END}{after}");
        fs::write(&path, page).unwrap();
    } else {
        assert!(
            table == wanted,
            "docs/security.md is stale: run `UPDATE_DOCS=1 cargo test -p hansom-protocol --test pages` and commit it"
        );
    }
}
