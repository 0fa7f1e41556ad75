//! `hansom --version`.

use std::io::{self, Write as _};

use serde_json::json;

/// Prints name and version, as text or as JSON.
pub(crate) fn print(as_json: bool) -> io::Result<()> {
    let version = hansom_protocol::VERSION;
    let mut out = io::stdout().lock();
    if as_json {
        let facts = json!({
            "name": "hansom",
            "version": version,
            "os": std::env::consts::OS,
            "arch": std::env::consts::ARCH,
        });
        writeln!(out, "{facts}")
    } else {
        writeln!(out, "hansom {version}")
    }
}
