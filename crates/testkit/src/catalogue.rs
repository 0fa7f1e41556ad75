//! The catalogue of errors: a page per room in `docs/errors`, made from a sample of each cause.
//!
//! The pages are snapshots: a message, code or cure that changes fails the test of its room until
//! `UPDATE_DOCS=1` has rewritten the page. That no cause is left out is checked against the source.

use std::{collections::BTreeSet, env, fmt::Debug, fmt::Write as _, fs, path::Path};

use hansom_protocol::{Cause, Error};

/// The page of a room.
pub struct ErrorPage {
    room: &'static str,
    text: String,
}

impl ErrorPage {
    /// An empty page.
    pub fn new(room: &'static str) -> Self {
        Self {
            room,
            text: format!(
                "# Errors of `{room}`\n\nMade from `crates/{room}/src/catalogue.rs`; the values in the messages are examples.\n"
            ),
        }
    }

    /// The table of an enum. `source` is the file that it stands in.
    #[must_use]
    pub fn table<C: Cause + Debug>(
        self,
        name: &str,
        about: &str,
        source: &str,
        samples: Vec<C>,
    ) -> Self {
        let status = |sample: &C| sample.code().http_status();
        self.table_with(name, about, source, samples, status)
    }

    /// The same for causes whose HTTP status is not that of their code.
    #[must_use]
    pub fn table_with<C: Cause + Debug>(
        mut self,
        name: &str,
        about: &str,
        source: &str,
        samples: Vec<C>,
        status: impl Fn(&C) -> u16,
    ) -> Self {
        let shown: BTreeSet<String> = samples.iter().map(variant).collect();
        let missing: Vec<String> = variants(source, name)
            .into_iter()
            .filter(|one| !shown.contains(one))
            .collect();
        assert!(missing.is_empty(), "{name} has no sample of {missing:?}");
        let text = &mut self.text;
        let _ = writeln!(text, "\n## {about}\n\n| cause | answer | message | cure |");
        text.push_str("|---|---|---|---|\n");
        for sample in samples {
            let name = variant(&sample);
            let status = status(&sample);
            let (message, cure) = (sample.to_string(), sample.cure().unwrap_or_default());
            let error = Error::from(sample);
            let over = if error.ends_session {
                "; the session is over"
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "| {name} | {status} `{}`{over} | {} | {} |",
                error.code,
                cell(&message),
                cell(&cure),
            );
        }
        self
    }

    /// Compares the page with the committed one, or writes it when `UPDATE_DOCS` is set.
    pub fn check(self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
        let path = folder.join(format!("{}.md", self.room));
        if env::var_os("UPDATE_DOCS").is_some() {
            fs::write(&path, &self.text).expect("the page can be written");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == self.text,
            "docs/errors/{room}.md is stale: run `UPDATE_DOCS=1 cargo test -p hansom-{room} catalogue` and commit it",
            room = self.room
        );
    }
}

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// The name of the variant: the first word of what `Debug` says.
fn variant(sample: &impl Debug) -> String {
    let text = format!("{sample:?}");
    let end = text.find(|c: char| !c.is_alphanumeric());
    text[..end.unwrap_or(text.len())].to_owned()
}

/// The variants of an enum that have a message of their own.
fn variants(source: &str, name: &str) -> Vec<String> {
    let body = source
        .split_once(&format!("enum {name} {{"))
        .and_then(|(_, rest)| rest.split_once("\n}"));
    let (body, _) = body.unwrap_or_else(|| panic!("no enum {name} in the source"));
    let own = body.split("#[error(").skip(1);
    own.filter(|rest| !rest.starts_with("transparent"))
        .map(|rest| {
            // After the attribute and whatever stands between, the name begins a line.
            rest.lines()
                .skip(1)
                .map(str::trim)
                .find(|line| line.starts_with(char::is_uppercase))
                .map(|line| line.split(|c: char| !c.is_alphanumeric()).next())
                .and_then(|name| name.map(str::to_owned))
                .expect("a variant after its message")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_with_a_message_are_found_in_the_source() {
        let source = r#"
pub enum Wrong {
    /// One.
    #[error("one {0}")]
    One(String),
    /// Two.
    #[error(transparent)]
    Two(#[from] Other),
    #[error("three")]
    Three { name: String },
}
enum Other {
    #[error("four")]
    Four,
}"#;
        assert_eq!(variants(source, "Wrong"), ["One", "Three"]);
        assert_eq!(variants(source, "Other"), ["Four"]);
    }
}
