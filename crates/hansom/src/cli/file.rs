//! The configuration file: TOML, one key per flag, spelled like the flag (`port = 4444`).
//!
//! The file is the lowest layer. Its values become clap's defaults, so that the layering (flags,
//! then environment, then file) and the checks of values exist once, in clap.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Command, error::ContextKind};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

/// Flags that make no sense in the file itself.
const NOT_IN_FILE: &[&str] = &[
    "config",
    "verbose",
    "help",
    "version",
    "json",
    "log-no-truncate",
];

/// Why a configuration file cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("cannot read the configuration file {}: {source}. Name another with --config, or leave it out.", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}:{line}: not valid TOML: {reason}", path.display())]
    Syntax {
        path: PathBuf,
        line: usize,
        reason: String,
    },
    #[error("{}:{line}: unknown key `{key}`{hint}", path.display())]
    UnknownKey {
        path: PathBuf,
        line: usize,
        key: String,
        hint: String,
    },
    #[error("{}:{line}: `{key}` {reason}", path.display())]
    BadValue {
        path: PathBuf,
        line: usize,
        key: String,
        reason: String,
    },
}

/// One key of the file, checked, with its values as clap reads them.
#[derive(Debug)]
pub(super) struct Entry {
    /// clap's name of the argument.
    id: String,
    values: Vec<String>,
}

/// Reads and checks a file against the flags that `command` knows.
pub(super) fn read(path: &Path, command: &Command) -> Result<Vec<Entry>, ConfigError> {
    let text = fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    let table = DeTable::parse(&text).map_err(|error| ConfigError::Syntax {
        path: path.to_owned(),
        line: error.span().map_or(1, |span| line_of(&text, span.start)),
        reason: error.message().to_owned(),
    })?;
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    // So that the first mistake in the file is the one reported.
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
        .into_iter()
        .map(|(key, value)| {
            let line = line_of(&text, key.span().start);
            entry(path, line, key.get_ref(), value, command)
        })
        .collect()
}

/// Makes the file's values the defaults of a command's arguments.
pub(super) fn apply(mut command: Command, entries: &[Entry]) -> Command {
    for entry in entries {
        command = command.mut_arg(&entry.id, |arg| {
            arg.default_values(entry.values.iter().cloned().map(clap::builder::OsStr::from))
        });
    }
    command
}

fn entry(
    path: &Path,
    line: usize,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    command: &Command,
) -> Result<Entry, ConfigError> {
    let known = || {
        command.get_arguments().filter(|arg| {
            arg.get_long()
                .is_some_and(|long| !NOT_IN_FILE.contains(&long))
        })
    };
    let bad = |reason: String| ConfigError::BadValue {
        path: path.to_owned(),
        line,
        key: key.to_owned(),
        reason,
    };
    let Some(arg) = known().find(|arg| arg.get_long() == Some(key)) else {
        return Err(ConfigError::UnknownKey {
            path: path.to_owned(),
            line,
            key: key.to_owned(),
            hint: nearest(key, known().filter_map(clap::Arg::get_long)),
        });
    };
    let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
    let many = arg.get_value_delimiter().is_some();
    let values = match value.get_ref() {
        DeValue::Boolean(on) if is_switch => vec![on.to_string()],
        _ if is_switch => return Err(bad("must be true or false".to_owned())),
        DeValue::Array(items) if many => items
            .iter()
            .map(|item| scalar(item.get_ref()))
            .collect::<Option<_>>()
            .ok_or_else(|| bad("must be a list of strings".to_owned()))?,
        DeValue::Array(_) => return Err(bad("must be one value, not a list".to_owned())),
        single => {
            vec![scalar(single).ok_or_else(|| bad(format!("cannot be a {}", single.type_str())))?]
        }
    };
    if !is_switch {
        check(arg, key, &values).map_err(bad)?;
    }
    Ok(Entry {
        id: arg.get_id().to_string(),
        values,
    })
}

/// A string or number as it would be written after a flag.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Lets clap judge the values, as if they stood after the flag, and keeps its reason. Only this flag
/// is known then: rules between flags are judged when all layers are.
fn check(arg: &clap::Arg, key: &str, values: &[String]) -> Result<(), String> {
    let words = values.iter().map(|value| format!("--{key}={value}"));
    let alone = Command::new("file").disable_help_flag(true).arg(
        clap::Arg::new(arg.get_id().clone())
            .long(key.to_owned())
            .action(arg.get_action().clone())
            .value_parser(arg.get_value_parser().clone()),
    );
    match alone.try_get_matches_from(std::iter::once("file".to_owned()).chain(words)) {
        Ok(_) => Ok(()),
        Err(error) => {
            let value = error
                .get(ContextKind::InvalidValue)
                .map(ToString::to_string)
                .unwrap_or_default();
            let reason = std::error::Error::source(&error).map_or_else(
                || {
                    error.get(ContextKind::ValidValue).map_or_else(
                        || error.kind().to_string(),
                        |known| format!("known are {known}"),
                    )
                },
                ToString::to_string,
            );
            Err(format!("has the wrong value `{value}`: {reason}"))
        }
    }
}

fn nearest<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> String {
    let best = known
        .map(|name| (strsim::jaro_winkler(key, name), name))
        .max_by(|(a, _), (b, _)| a.total_cmp(b));
    let mut hint = String::new();
    if let Some((likeness, name)) = best
        && likeness > 0.8
    {
        let _ = write!(hint, "; did you mean `{name}`?");
    } else {
        hint.push_str("; keys are the names of flags, see docs/configuration.md");
    }
    hint
}

fn line_of(text: &str, offset: usize) -> usize {
    text[..offset.min(text.len())].matches('\n').count() + 1
}
