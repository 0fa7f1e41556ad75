//! Preferences that a client wants for Firefox: what can be written, and what needs a grant.
//!
//! Most preferences concern the session's own browser. A few hand over more: they let an addon run
//! code with the browser's own rights, or name files of the server's machine that Firefox then writes,
//! reads or starts. Such a preference needs the same grant as the command that would do it.

use hansom_firefox::PrefValue;
use hansom_protocol::Feature;
use serde_json::Value;

use super::{OptionsError, wrong};

/// How the names of guarded preferences are told.
enum Name {
    Is(&'static str),
    Begins(&'static str),
    Ends(&'static str),
}
use Name::{Begins, Ends, Is};

/// Preferences that need a grant.
#[rustfmt::skip] // one row, one thought
const GUARDED: &[(Name, Feature)] = &[
    // The parent script of a temporary addon runs in the browser's own process.
    (Is("extensions.experiments.enabled"), Feature::SystemAccess),
    // Some versions open the chrome context to everybody without this check.
    (Is("remote.system-access-check.enabled"), Feature::SystemAccess),
    // Pages get what only Mozilla's own test harness should have.
    (Is("security.turn_off_all_security_so_that_viruses_can_take_over_this_computer"), Feature::SystemAccess),
    // Media plugins, which are native code, come from there.
    (Begins("media.gmp-manager.url"), Feature::SystemAccess),
    // Where downloads, prints, logs and the cache are written.
    (Is("browser.download.dir"), Feature::BrowserLocalFiles),
    (Is("browser.download.downloadDir"), Feature::BrowserLocalFiles),
    (Is("browser.download.defaultFolder"), Feature::BrowserLocalFiles),
    (Is("browser.download.lastDir"), Feature::BrowserLocalFiles),
    (Is("browser.download.folderList"), Feature::BrowserLocalFiles),
    (Ends("print_to_filename"), Feature::BrowserLocalFiles),
    (Begins("logging.config.LOG_FILE"), Feature::BrowserLocalFiles),
    (Is("browser.cache.disk.parent_directory"), Feature::BrowserLocalFiles),
    // Which programs open which files, and which policies hold.
    (Begins("helpers."), Feature::BrowserLocalFiles),
    (Is("browser.policies.alternatePath"), Feature::BrowserLocalFiles),
];

/// What a client needs to be granted before it may set a preference.
pub(super) fn needs(name: &str) -> Option<Feature> {
    let is_meant = |guarded: &Name| match guarded {
        Is(whole) => name == *whole,
        Begins(start) => name.starts_with(start),
        Ends(end) => name.ends_with(end),
    };
    let row = GUARDED.iter().find(|(guarded, _)| is_meant(guarded));
    row.map(|(_, feature)| *feature)
}

/// Reads them out of `moz:firefoxOptions.prefs`.
pub(super) fn read(value: &Value) -> Result<Vec<(String, PrefValue)>, OptionsError> {
    let wrong = || {
        wrong(
            "moz:firefoxOptions.prefs",
            "an object of strings, whole numbers and booleans",
        )
    };
    let prefs = value.as_object().ok_or_else(wrong)?;
    prefs
        .iter()
        .map(|(name, value)| {
            let odd = |text: &str| text.contains('\0');
            let value = match value {
                Value::Bool(value) => PrefValue::Bool(*value),
                Value::String(value) if odd(value) => {
                    return Err(OptionsError::OddPref(name.clone()));
                }
                Value::String(value) => PrefValue::String(value.clone()),
                Value::Number(value) if value.is_f64() => return Err(wrong()),
                // Firefox drops what does not fit without a word.
                Value::Number(value) => value
                    .as_i64()
                    .and_then(|value| i32::try_from(value).ok())
                    .map(|value| PrefValue::Int(value.into()))
                    .ok_or_else(|| OptionsError::PrefRange(name.clone()))?,
                _ => return Err(wrong()),
            };
            if odd(name) {
                return Err(OptionsError::OddPref(name.clone()));
            }
            Ok((name.clone(), value))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_must_fit_into_a_preference_of_firefox() {
        let value = |number: i64| read(&json!({ "a.b": number }));
        for fits in [i64::from(i32::MIN), -1, i64::from(i32::MAX)] {
            let read = value(fits).unwrap();
            assert_eq!(read, [("a.b".to_owned(), PrefValue::Int(fits))]);
        }
        for too_far in [i64::from(i32::MIN) - 1, i64::from(i32::MAX) + 1, i64::MAX] {
            let error = value(too_far).unwrap_err();
            assert_eq!(error, OptionsError::PrefRange("a.b".into()), "{too_far}");
        }
        let error = read(&json!({ "a.b": u64::MAX })).unwrap_err();
        assert_eq!(error, OptionsError::PrefRange("a.b".into()));
    }

    #[test]
    fn what_would_break_the_file_of_preferences_is_refused() {
        for prefs in [
            json!({"a": "\0; user_pref('b', true); "}),
            json!({"a\0": 1}),
        ] {
            let error = read(&prefs).unwrap_err();
            assert!(matches!(error, OptionsError::OddPref(_)), "{prefs}");
        }
    }

    #[test]
    fn only_what_hands_over_more_than_the_browser_needs_a_grant() {
        for (name, feature) in [
            ("extensions.experiments.enabled", Feature::SystemAccess),
            ("media.gmp-manager.url.override", Feature::SystemAccess),
            ("browser.download.dir", Feature::BrowserLocalFiles),
            ("browser.download.folderList", Feature::BrowserLocalFiles),
            (
                "print.printer_Mozilla.print_to_filename",
                Feature::BrowserLocalFiles,
            ),
            ("helpers.private_mailcap_file", Feature::BrowserLocalFiles),
        ] {
            assert_eq!(needs(name), Some(feature), "{name}");
        }
        for name in [
            "browser.download.useDownloadDir",
            "browser.helperApps.neverAsk.saveToDisk",
            "extensions.experiments.enabled2",
            "media.gmp-manager.updateEnabled",
            "remote.active-protocols",
        ] {
            assert_eq!(needs(name), None, "{name}");
        }
    }
}
