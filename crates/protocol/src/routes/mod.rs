//! Every endpoint, as data.
//!
//! A row says method, path, command, drivers, parameters, source, age and meaning. Nothing else in
//! the program lists endpoints: the router, the parameter check, `GET …/automation/commands`,
//! `/openapi.json`, `docs/reference.md` and the metric labels read these rows.
//!
//! To add an endpoint: a variant in [`Command`], a row in the file of its chapter, an arm in the
//! driver.

mod browser;
mod elements;
mod inherited;
mod logs;
mod mobile;
mod navigation;
mod param;
mod row;
mod session;
mod standards;

pub use param::{Param, ParamType, optional, required, shorten};
pub use row::{Drivers, Method, Queue, Route, Source, Standing};
use row::{delete, get, post};

/// The chapters of the table, with a heading for the reference page.
const CHAPTERS: &[(&str, &[Route])] = &[
    ("Sessions", session::ROUTES),
    ("Navigation, windows, frames", navigation::ROUTES),
    ("Elements, documents, input", elements::ROUTES),
    ("Other standards", standards::ROUTES),
    ("Browser driver", browser::ROUTES),
    ("Mobile driver", mobile::ROUTES),
    ("Mobile driver, inherited", inherited::ROUTES),
    ("Logs, settings, listings", logs::ROUTES),
];

/// The vendor segments: the documented spelling and its alias. Both always work.
pub const VENDOR_ALIASES: &[(&str, &str)] = &[("browser", "moz"), ("automation", "appium")];

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Route> {
    CHAPTERS.iter().flat_map(|(_, rows)| rows.iter())
}

/// The chapters with their headings.
pub fn chapters() -> impl Iterator<Item = (&'static str, &'static [Route])> {
    CHAPTERS.iter().copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Command, Params};

    #[test]
    fn no_two_rows_share_method_and_path() {
        let mut seen = HashSet::new();
        for route in all() {
            for path in route.paths() {
                assert!(
                    seen.insert((route.method, path.clone())),
                    "{:?} {path}",
                    route.method
                );
            }
        }
    }

    #[test]
    fn every_command_has_a_row() {
        let used: HashSet<Command> = all().map(|route| route.command).collect();
        let unused: Vec<_> = Command::ALL.iter().filter(|c| !used.contains(c)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn both_vendor_spellings_work() {
        let context = all()
            .find(|route| route.command == Command::GetContext)
            .unwrap();
        let paths: Vec<_> = context.paths().collect();
        assert_eq!(
            paths,
            [
                "/session/{sessionId}/browser/context",
                "/session/{sessionId}/moz/context"
            ]
        );
    }

    #[test]
    fn a_check_names_every_missing_key() {
        let find = all()
            .find(|route| route.command == Command::FindElement)
            .unwrap();
        let error = find.check(&Params::parse("{}").unwrap()).unwrap_err();
        assert_eq!(
            error.message,
            "missing keys `using`, `value`. Add them to the body."
        );
    }

    #[test]
    fn a_check_names_the_key_and_the_type_wanted() {
        let install = all()
            .find(|route| route.command == Command::InstallAddon)
            .unwrap();
        let body = Params::parse(r#"{"temporary":"yes"}"#).unwrap();
        let error = install.check(&body).unwrap_err();
        assert_eq!(error.message, "`temporary` must be a boolean, got \"yes\".");
    }

    #[test]
    fn meanings_are_one_sentence() {
        for route in all() {
            assert!(route.meaning.ends_with('.'), "{}", route.path);
            assert!(route.meaning.len() < 90, "{}", route.path);
        }
    }
}
