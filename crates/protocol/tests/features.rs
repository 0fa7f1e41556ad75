//! No feature is offered in vain.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::{fs, path::Path};

use hansom_protocol::Feature;

/// All Rust sources below a folder, one after the other.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_feature_is_asked_for_somewhere() {
    let mut text = String::new();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path().join("src");
        // The room that offers them asks for none.
        if folder.is_dir() && !folder.join("grants.rs").exists() {
            sources(&folder, &mut text);
        }
    }
    for feature in Feature::ALL {
        let asked = format!("Feature::{feature:?}");
        assert!(text.contains(&asked), "nothing asks for {}", feature.name());
    }
}
