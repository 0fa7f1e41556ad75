//! A Firefox that already runs (`--connect-existing`): nothing of it is changed. `turns` keeps the
//! sessions apart.
//!
//! What only a start can decide is refused rather than dropped, so that nobody believes in a profile
//! or a preference that is not there. Clients put some of it in by themselves, though: that is let
//! pass.

use std::{sync::Arc, time::Duration};

use hansom_firefox::{Existing, Firefox, IGNORED_PREFS, StartError};
use hansom_host::StateDir;
use hansom_protocol::{Cause, ErrorCode, Phases};
use serde_json::{Map, Value};

use crate::{matching::version_fits, options::Options};

/// A Firefox that already runs.
pub(crate) struct ExistingFirefox {
    at: Existing,
}

impl ExistingFirefox {
    pub(crate) fn new(at: Existing) -> Self {
        Self { at }
    }

    /// Refuses what cannot be had from a Firefox that already runs.
    pub(crate) fn check(&self, options: &Options) -> Result<(), ExistingError> {
        let meant = |(name, _): &(String, _)| !IGNORED_PREFS.contains(&name.as_str());
        let asked = [
            (
                options.profile.is_some() || options.args.profile.is_some(),
                "a profile",
            ),
            (!options.args.rest.is_empty(), "arguments"),
            (!options.env.is_empty(), "environment variables"),
            (options.prefs.iter().any(meant), "preferences"),
            (options.log_level.is_some(), "a log level"),
            (options.click_timeout.is_some(), "`hansom:clickTimeout`"),
        ];
        if let Some((_, what)) = asked.into_iter().find(|(asked, _)| *asked) {
            return Err(ExistingError::TooLate(what));
        }
        if let Some(binary) = &options.binary {
            tracing::info!(at = %self.at, binary = %binary.display(), "the Firefox that already runs is used, not this binary");
        }
        Ok(())
    }

    /// Connects to it.
    pub(crate) async fn attach(
        &self,
        limit: Duration,
        phases: Phases,
        state: &Arc<StateDir>,
    ) -> Result<Firefox, StartError> {
        Firefox::attach(&self.at, limit, phases, state).await
    }
}

/// Whether the Firefox that answered is of the version that was asked for.
pub(crate) fn check_version(
    wanted: &Map<String, Value>,
    answered: &Map<String, Value>,
) -> Result<(), ExistingError> {
    let version = |from: &Map<String, Value>| {
        let version = from.get("browserVersion").and_then(Value::as_str);
        version.map(str::to_owned)
    };
    let runs = version(answered);
    match version(wanted) {
        Some(asked) if !version_fits(runs.as_deref(), &asked) => Err(ExistingError::OtherVersion {
            asked,
            runs: runs.unwrap_or_default(),
        }),
        _ => Ok(()),
    }
}

/// Why a session cannot have the Firefox that already runs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ExistingError {
    /// Something that only a start can decide.
    #[error("{0} cannot be given to a Firefox that already runs")]
    TooLate(&'static str),
    /// Another version was asked for.
    #[error("version {asked} of Firefox was asked for, and the one that runs is {runs}")]
    OtherVersion { asked: String, runs: String },
}

impl Cause for ExistingError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::TooLate(_) => ErrorCode::InvalidArgument,
            Self::OtherVersion { .. } => ErrorCode::SessionNotCreated,
        }
    }

    fn cure(&self) -> Option<String> {
        let cure = match self {
            Self::TooLate(_) => {
                "Leave it out, or start that Firefox with it; a server without --connect-existing starts one for the session."
            }
            Self::OtherVersion { .. } => "Leave `browserVersion` out, or start that version.",
        };
        Some(cure.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(options: &Value) -> Option<&'static str> {
        let existing = ExistingFirefox::new(Existing {
            host: "127.0.0.1".into(),
            port: 2828,
        });
        let capabilities = json!({ "moz:firefoxOptions": options });
        let capabilities = capabilities.as_object().unwrap();
        let options = Options::read(capabilities).unwrap();
        match existing.check(&options) {
            Err(ExistingError::TooLate(what)) => Some(what),
            Err(other) => panic!("{other}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn what_only_a_start_can_decide_is_refused() {
        for (options, what) in [
            (json!({"profile": "UEs="}), "a profile"),
            (json!({"args": ["-profile", "/tmp"]}), "a profile"),
            (json!({"args": ["-private-window"]}), "arguments"),
            (json!({"env": {"A": "b"}}), "environment variables"),
            (json!({"prefs": {"a.b": 1}}), "preferences"),
            (json!({"log": {"level": "trace"}}), "a log level"),
        ] {
            assert_eq!(refused(&options), Some(what), "{options}");
        }
    }

    #[test]
    fn what_clients_send_by_themselves_passes() {
        let options = json!({
            "binary": "/usr/bin/firefox",
            "args": ["-headless"],
            "prefs": {"remote.active-protocols": 3},
        });
        assert_eq!(refused(&options), None);
    }

    #[test]
    fn another_version_than_asked_for_is_told() {
        let versions = |asked: &str, runs: &str| {
            let object = |version| json!({ "browserVersion": version });
            check_version(
                object(asked).as_object().unwrap(),
                object(runs).as_object().unwrap(),
            )
        };
        assert_eq!(versions(">=100", "153.7"), Ok(()));
        let error = versions("<100", "153.7").unwrap_err();
        assert!(error.to_string().contains("153.7"), "{error}");
    }
}
