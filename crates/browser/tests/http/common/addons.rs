//! Addons made for a test.

use std::io::{Cursor, Write};

use base64_simd::STANDARD as BASE64;
use serde_json::json;
use zip::{ZipWriter, write::SimpleFileOptions};

/// A zip archive.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// An addon that writes its id into every page it may see.
pub(crate) struct Addon {
    pub(crate) id: String,
    pub(crate) manifest: String,
    pub(crate) script: String,
}

/// An addon with that id.
pub(crate) fn addon(id: &str) -> Addon {
    let manifest = json!({
        "manifest_version": 2,
        "name": "test addon",
        "version": "1.0",
        "browser_specific_settings": {"gecko": {"id": id}},
        "content_scripts": [{
            "matches": ["http://127.0.0.1/*"],
            "js": ["mark.js"],
            "run_at": "document_start",
        }],
    });
    Addon {
        id: id.to_owned(),
        manifest: manifest.to_string(),
        script: format!("document.documentElement.dataset.addon = {};", json!(id)),
    }
}

impl Addon {
    pub(crate) fn xpi(&self) -> Vec<u8> {
        zip(&[
            ("manifest.json", self.manifest.as_bytes()),
            ("mark.js", self.script.as_bytes()),
        ])
    }

    pub(crate) fn base64(&self) -> String {
        BASE64.encode_to_string(self.xpi())
    }

    /// Writes it unpacked.
    pub(crate) fn unpack(&self, folder: &std::path::Path) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("manifest.json"), &self.manifest).unwrap();
        std::fs::write(folder.join("mark.js"), &self.script).unwrap();
    }
}
