//! `moz:firefoxOptions` and our own `hansom:` capabilities: what a client may say about the Firefox
//! that is started for it.

mod args;
mod error;
mod prefs;

use std::{path::PathBuf, time::Duration};

use hansom_firefox::PrefValue;
use hansom_protocol::{Error, Feature, Grants};
use serde_json::{Map, Value};

pub(crate) use self::{args::Args, error::OptionsError};

/// The capability of that name.
pub(crate) const NAME: &str = "moz:firefoxOptions";

/// Fields of `moz:firefoxOptions` that are about Firefox on Android.
const ANDROID: &[&str] = &[
    "androidActivity",
    "androidDeviceSerial",
    "androidIntentArguments",
    "androidPackage",
];

/// Levels of Firefox's remote log, as Firefox spells them; clients may write them small.
const LOG_LEVELS: &[&str] = &["Fatal", "Error", "Warn", "Info", "Config", "Debug", "Trace"];

/// Variables that would take the remote protocol out of our hands.
const FORBIDDEN_VARIABLES: &[&str] = &["MOZ_REMOTE_ALLOW_SYSTEM_ACCESS", "MOZ_MARIONETTE"];

/// Capabilities of ours that the browser driver understands.
const HANSOM: &[&str] = &["hansom:startupTimeout", "hansom:clickTimeout"];

/// Mozilla's capabilities beside the options; all are booleans.
const MOZ_FLAGS: &[&str] = &[
    "moz:webdriverClick",
    "moz:accessibilityChecks",
    "moz:debuggerAddress",
];

/// What a client wants for its Firefox.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Options {
    /// The program.
    pub(crate) binary: Option<PathBuf>,
    /// Its arguments.
    pub(crate) args: Args,
    /// A profile: a zip, base64.
    pub(crate) profile: Option<String>,
    /// Preferences.
    pub(crate) prefs: Vec<(String, PrefValue)>,
    /// Environment.
    pub(crate) env: Vec<(String, String)>,
    /// Level of Firefox's remote log.
    pub(crate) log_level: Option<String>,
    /// How long the start may take.
    pub(crate) startup_timeout: Option<Duration>,
    /// How long a click waits for a navigation, in milliseconds.
    pub(crate) click_timeout: Option<u32>,
}

impl Options {
    /// Reads them out of capabilities, which stay as they are. Every field is checked, unknown ones
    /// are refused.
    pub(crate) fn read(capabilities: &Map<String, Value>) -> Result<Self, OptionsError> {
        let mut options = Self::default();
        for (name, value) in capabilities {
            if name == NAME {
                let fields = value.as_object().ok_or_else(|| wrong(NAME, "an object"))?;
                for (field, value) in fields {
                    options.read_field(field, value)?;
                }
            } else if name.starts_with("moz:") {
                if !MOZ_FLAGS.contains(&name.as_str()) {
                    return Err(OptionsError::UnknownCapability(name.clone()));
                }
                value.as_bool().ok_or_else(|| wrong(name, "a boolean"))?;
            } else if name.starts_with("hansom:") {
                options.read_own(name, value)?;
            }
        }
        if options.args.profile.is_some() && options.profile.is_some() {
            return Err(OptionsError::TwoProfiles);
        }
        Ok(options)
    }

    fn read_field(&mut self, field: &str, value: &Value) -> Result<(), OptionsError> {
        let name = format!("{NAME}.{field}");
        let wrong = |wanted| wrong(&name, wanted);
        match field {
            // What a client leaves open it may say with null.
            _ if value.is_null() => {}
            "binary" => {
                self.binary = Some(value.as_str().ok_or_else(|| wrong("a string"))?.into());
            }
            "args" => {
                let given = strings(value).ok_or_else(|| wrong("an array of strings"))?;
                self.args = Args::parse(given)?;
            }
            "profile" => {
                self.profile = Some(value.as_str().ok_or_else(|| wrong("a string"))?.to_owned());
            }
            "prefs" => self.prefs = prefs::read(value)?,
            "env" => self.env = env(value)?,
            "log" => self.log_level = log_level(value)?,
            field if ANDROID.contains(&field) => {
                return Err(OptionsError::Android(field.to_owned()));
            }
            field => return Err(OptionsError::UnknownField(field.to_owned())),
        }
        Ok(())
    }

    fn read_own(&mut self, name: &str, value: &Value) -> Result<(), OptionsError> {
        match name {
            "hansom:startupTimeout" => {
                let seconds = value
                    .as_f64()
                    .filter(|s| (0.0..=3600.0).contains(s) && *s > 0.0);
                let seconds =
                    seconds.ok_or_else(|| wrong(name, "a number of seconds up to 3600"))?;
                self.startup_timeout = Some(Duration::from_secs_f64(seconds));
            }
            "hansom:clickTimeout" => {
                let ms = value
                    .as_u64()
                    .and_then(|ms| u32::try_from(ms).ok())
                    .filter(|ms| *ms <= 10_000);
                self.click_timeout =
                    Some(ms.ok_or_else(|| {
                        wrong(name, "a whole number of milliseconds up to 10000")
                    })?);
            }
            _ => return Err(OptionsError::UnknownCapability(name.to_owned())),
        }
        Ok(())
    }

    /// An error that names the flag, unless everything they ask for is granted.
    pub(crate) fn require_grants(&self, grants: &Grants) -> Result<(), Error> {
        let needs = [
            (self.binary.is_some(), Feature::CustomBinary),
            (
                self.args.powerful || !self.env.is_empty(),
                Feature::CustomArguments,
            ),
            (self.args.profile.is_some(), Feature::BrowserLocalFiles),
            (self.profile.is_some(), Feature::ProfileUpload),
        ];
        for (_, feature) in needs.into_iter().filter(|(needed, _)| *needed) {
            grants.require(feature)?;
        }
        for (name, _) in &self.prefs {
            if let Some(feature) = prefs::needs(name) {
                grants.require(feature).map_err(|mut error| {
                    error.message =
                        format!("the preference `{name}` is refused: {}", error.message);
                    error
                })?;
            }
        }
        Ok(())
    }
}

fn wrong(name: &str, wanted: &'static str) -> OptionsError {
    OptionsError::Type {
        name: name.to_owned(),
        wanted,
    }
}

fn strings(value: &Value) -> Option<Vec<String>> {
    let items = value.as_array()?.iter();
    items.map(|item| item.as_str().map(str::to_owned)).collect()
}

fn env(value: &Value) -> Result<Vec<(String, String)>, OptionsError> {
    let wrong = || wrong("moz:firefoxOptions.env", "an object of strings");
    let mut variables = Vec::new();
    for (name, value) in value.as_object().ok_or_else(wrong)? {
        let value = value.as_str().ok_or_else(wrong)?;
        if FORBIDDEN_VARIABLES.contains(&name.as_str()) {
            return Err(OptionsError::ForbiddenVariable(name.clone()));
        }
        // Such a variable cannot be handed to a process.
        if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
            return Err(OptionsError::OddVariable(name.clone()));
        }
        variables.push((name.clone(), value.to_owned()));
    }
    Ok(variables)
}

fn log_level(value: &Value) -> Result<Option<String>, OptionsError> {
    let wrong = || {
        wrong(
            "moz:firefoxOptions.log",
            "an object with the one field `level`",
        )
    };
    let fields = value.as_object().ok_or_else(wrong)?;
    let mut level = None;
    for (field, value) in fields {
        if field != "level" {
            return Err(wrong());
        }
        let text = value.as_str().ok_or_else(wrong)?;
        let known = LOG_LEVELS
            .iter()
            .find(|name| name.eq_ignore_ascii_case(text));
        let known = known.ok_or_else(|| OptionsError::LogLevel(text.to_owned()))?;
        level = Some((*known).to_owned());
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(options: &Value) -> Result<Options, OptionsError> {
        let Value::Object(capabilities) = json!({ "moz:firefoxOptions": options }) else {
            unreachable!()
        };
        Options::read(&capabilities)
    }

    #[test]
    fn every_field_is_read() {
        let options = read(&json!({
            "binary": "/opt/firefox/firefox",
            "args": ["-headless", "-private-window"],
            "prefs": {"a": 1, "b": true, "c": "d"},
            "env": {"MOZ_LOG": "x"},
            "log": {"level": "trace"},
            "profile": null,
        }))
        .unwrap();
        assert_eq!(options.binary, Some("/opt/firefox/firefox".into()));
        assert!(options.args.headless);
        assert_eq!(options.args.rest, ["-private-window"]);
        assert_eq!(options.prefs.len(), 3);
        assert_eq!(options.env, [("MOZ_LOG".to_owned(), "x".to_owned())]);
        assert_eq!(options.log_level.as_deref(), Some("Trace"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (options, named) in [
            (json!([]), "moz:firefoxOptions"),
            (json!({"binary": 1}), "moz:firefoxOptions.binary"),
            (json!({"args": "x"}), "moz:firefoxOptions.args"),
            (json!({"args": [1]}), "moz:firefoxOptions.args"),
            (json!({"prefs": {"a": 1.5}}), "moz:firefoxOptions.prefs"),
            (json!({"prefs": {"a": null}}), "moz:firefoxOptions.prefs"),
            (json!({"env": {"A": 1}}), "moz:firefoxOptions.env"),
            (json!({"log": {"level": "loud"}}), "loud"),
            (json!({"log": {"x": "y"}}), "moz:firefoxOptions.log"),
            (json!({"nonsense": 1}), "nonsense"),
            (
                json!({"androidPackage": "org.mozilla.firefox"}),
                "androidPackage",
            ),
            (
                json!({"env": {"MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1"}}),
                "MOZ_REMOTE_ALLOW_SYSTEM_ACCESS",
            ),
            (json!({"env": {"A=B": "1"}}), "A=B"),
            (
                json!({"profile": "UEs=", "args": ["-profile", "/x"]}),
                "profile",
            ),
        ] {
            let error = Error::from(read(&options).unwrap_err());
            assert!(error.message.contains(named), "{options}: {error}");
            assert_eq!(error.http_status(), 400, "{options}: {error}");
        }
    }

    #[test]
    fn powers_are_asked_for_by_name() {
        let grants = Grants::new(false, [], []).unwrap();
        for (options, feature) in [
            (json!({"binary": "/x"}), "browser:custom_binary"),
            (json!({"env": {"A": "B"}}), "browser:custom_args"),
            (json!({"args": ["-jsdebugger"]}), "browser:custom_args"),
            (json!({"profile": "UEs="}), "browser:profile_upload"),
            (
                json!({"prefs": {"extensions.experiments.enabled": true}}),
                "`extensions.experiments.enabled`",
            ),
            (
                json!({"prefs": {"extensions.experiments.enabled": true}}),
                "--allow-insecure browser:system_access",
            ),
            (
                json!({"prefs": {"browser.download.dir": "/etc"}}),
                "--allow-insecure browser:local_files",
            ),
        ] {
            let error = read(&options).unwrap().require_grants(&grants).unwrap_err();
            assert!(error.message.contains(feature), "{error}");
        }
        read(&json!({"args": ["-headless"], "prefs": {"a": 1}}))
            .unwrap()
            .require_grants(&grants)
            .unwrap();
    }
}
