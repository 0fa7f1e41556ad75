//! The catalogue of errors: a page per room in `docs/errors`, made from a sample of each cause.
//!
//! The pages are snapshots: a message, code or cure that changes fails the test of its room until
//! `UPDATE_DOCS=1` has rewritten the page. That no cause is left out is checked against the source.

use std::{collections::BTreeSet, env, fmt::Debug, fmt::Write as _, fs, path::Path};

use hansom_protocol::{Cause, Error, sentences};

/// The page of a room.
pub struct ErrorPage {
    room: &'static str,
    text: String,
}

/// What a cause comes to when it is told.
pub struct Told {
    answer: String,
    cure: Option<String>,
}

impl Told {
    /// It is the answer to a request.
    pub fn answered<C: Cause>(cause: C) -> Self {
        let status = cause.code().http_status();
        Self::answered_with(cause, status)
    }

    /// The same with an HTTP status that is not that of the code.
    pub fn answered_with<C: Cause>(cause: C, status: u16) -> Self {
        let cure = cause.cure().unwrap_or_default();
        let error = Error::from(cause);
        let over = if error.ends_session {
            "; the session is over"
        } else {
            ""
        };
        Self {
            answer: format!("{status} `{}`{over}", error.code),
            cure: Some(cure),
        }
    }

    /// The message itself says what to do.
    #[must_use]
    pub fn in_the_message(self) -> Self {
        Self { cure: None, ..self }
    }

    /// The program ends with it. The message says what to do.
    pub fn ends_the_program(exit_code: u8) -> Self {
        Self {
            answer: format!("the program ends with exit code {exit_code}"),
            cure: None,
        }
    }
}

impl ErrorPage {
    /// An empty page.
    pub fn new(room: &'static str) -> Self {
        Self::made_by(room, "src/catalogue.rs")
    }

    /// The same for a room whose samples stand in another file.
    pub fn made_by(room: &'static str, file: &str) -> Self {
        Self {
            room,
            text: format!(
                "# Errors of `{room}`\n\nMade from `crates/{room}/{file}`; the values in the messages are examples.\n"
            ),
        }
    }

    /// A paragraph.
    #[must_use]
    pub fn note(mut self, text: &str) -> Self {
        let _ = writeln!(self.text, "\n{text}");
        self
    }

    /// The table of an enum or struct. `source` is the file that it stands in.
    #[must_use]
    pub fn table<C: Cause + Debug>(
        self,
        name: &str,
        about: &str,
        source: &str,
        samples: Vec<C>,
    ) -> Self {
        self.table_of(name, about, source, samples, Told::answered)
    }

    /// The same for causes that are told by others.
    #[must_use]
    pub fn table_of<E: std::error::Error>(
        mut self,
        name: &str,
        about: &str,
        source: &str,
        samples: Vec<E>,
        told: impl Fn(E) -> Told,
    ) -> Self {
        let shown: BTreeSet<String> = samples.iter().map(variant).collect();
        let missing: Vec<String> = variants(source, name)
            .into_iter()
            .filter(|one| !shown.contains(one))
            .collect();
        assert!(missing.is_empty(), "{name} has no sample of {missing:?}");
        let text = &mut self.text;
        let _ = writeln!(
            text,
            "\n## {about} (`{name}`)\n\n| cause | answer | message | cure |\n|---|---|---|---|"
        );
        for sample in samples {
            let (cause, message) = (variant(&sample), sample.to_string());
            let Told { answer, cure } = told(sample);
            let faults = faults(&message, cure.as_deref());
            assert!(
                faults.is_empty(),
                "{name}::{cause}: {faults:?}: {message} | {cure:?}"
            );
            let (message, cure) = (cell(&message), cell(&cure.unwrap_or_default()));
            let _ = writeln!(text, "| {cause} | {answer} | {message} | {cure} |");
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

/// What is wrong with the wording of a cause.
fn faults(message: &str, cure: Option<&str>) -> Vec<&'static str> {
    let told = sentences(message, cure.unwrap_or_default());
    // Words of others are handed on as they are, and the samples of them begin so.
    let handed_on = message.starts_with("what ");
    let sentence = |text: &str| {
        text.starts_with(|c: char| c.is_uppercase() || c == '`') && text.ends_with(['.', '?', '…'])
    };
    let rules = [
        ("it says nothing", message.is_empty()),
        (
            "two full stops",
            told.contains(".. ") || told.ends_with(".."),
        ),
        ("two spaces", told.contains("  ")),
        ("no cure", cure == Some("") && !handed_on),
        (
            "the cure is no sentence",
            cure.is_some_and(|cure| !cure.is_empty() && !sentence(cure)),
        ),
    ];
    let broken = rules.into_iter().filter(|(_, broken)| *broken);
    broken.map(|(fault, _)| fault).collect()
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

/// The variants of an enum that have a message of their own; of a struct, itself.
fn variants(source: &str, name: &str) -> Vec<String> {
    if source.contains(&format!("struct {name} {{")) {
        return vec![name.to_owned()];
    }
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
    use std::path::PathBuf;

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
        assert_eq!(variants("pub struct Alone {", "Alone"), ["Alone"]);
    }

    #[test]
    fn bad_wording_is_found() {
        assert!(faults("the door is shut", Some("Open it.")).is_empty());
        assert!(faults("what Firefox says", Some("")).is_empty());
        assert!(faults("the name is taken. Choose another", None).is_empty());
        assert_eq!(
            faults("the door is shut..", Some("Open it.")),
            ["two full stops"]
        );
        assert_eq!(
            faults("the  door is shut", Some("Open it.")),
            ["two spaces"]
        );
        assert_eq!(faults("the door is shut", Some("")), ["no cure"]);
        assert_eq!(
            faults("the door is shut", Some("open it")),
            ["the cure is no sentence"]
        );
    }

    /// The types of errors in the sources of the product, with the file that each stands in.
    fn types_of_errors() -> Vec<(String, PathBuf)> {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut folders: Vec<PathBuf> = fs::read_dir(crates)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| !path.ends_with("testkit"))
            .map(|path| path.join("src"))
            .filter(|path| path.is_dir())
            .collect();
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ext| ext == "rs") {
                    let text = fs::read_to_string(&path).unwrap();
                    let product = text.split("#[cfg(test)]\nmod ").next().unwrap();
                    let derived = product.split("thiserror::Error)]").skip(1).map(|rest| {
                        let line = rest
                            .lines()
                            .find(|line| line.contains("enum ") || line.contains("struct "));
                        line.unwrap().trim_end_matches([' ', '{', ';'])
                    });
                    let causes = product
                        .split("Cause for ")
                        .skip(1)
                        .map(|rest| rest.split([' ', '{']).next().unwrap());
                    for line in derived.chain(causes) {
                        let name = line.rsplit(' ').next().unwrap().to_owned();
                        found.push((name, path.clone()));
                    }
                }
            }
        }
        found
    }

    #[test]
    fn every_type_of_error_has_its_table() {
        // The first hands on the errors of others, the second stands in the log only.
        const WITHOUT: [&str; 2] = ["CliError", "RehearsalError"];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors");
        let pages: String = fs::read_dir(folder)
            .unwrap()
            .map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap())
            .collect();
        let types = types_of_errors();
        assert!(types.len() > 20, "{types:?}");
        let missing: Vec<_> = types
            .iter()
            .filter(|(name, _)| !WITHOUT.contains(&name.as_str()))
            .filter(|(name, _)| !pages.contains(&format!(" (`{name}`)\n")))
            .collect();
        assert!(
            missing.is_empty(),
            "no table in docs/errors has {missing:?}"
        );
    }
}
