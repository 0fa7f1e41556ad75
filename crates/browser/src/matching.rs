//! Whether capabilities are for Firefox on this machine.

use std::str::FromStr;

use serde_json::{Map, Value};

/// Platforms of phones and tablets: the mobile driver's.
const MOBILE_PLATFORMS: &[&str] = &["ios", "ipados", "tvos", "android"];

/// Names of this machine's platform, as clients spell them.
#[cfg(target_os = "linux")]
pub(crate) const PLATFORM_NAMES: &[&str] = &["linux", "unix"];
#[cfg(target_os = "macos")]
pub(crate) const PLATFORM_NAMES: &[&str] = &["mac", "macos", "darwin", "unix"];
#[cfg(target_os = "windows")]
pub(crate) const PLATFORM_NAMES: &[&str] =
    &["windows", "win10", "win11", "windows 10", "windows 11"];
#[cfg(not(any(target_os = "linux", target_os = "macos", target_os = "windows")))]
pub(crate) const PLATFORM_NAMES: &[&str] = &["unix"];

/// Extension capabilities of the standards that Firefox does not have.
const UNSUPPORTED: &[&str] = &[
    "webauthn:extension:uvm",
    "webauthn:extension:prf",
    "webauthn:extension:largeBlob",
    "webauthn:extension:credBlob",
];

/// Whether the names in the capabilities mean Firefox on this machine. Says nothing about versions.
pub(crate) fn is_for_firefox(capabilities: &Map<String, Value>) -> bool {
    let text = |name: &str| {
        let value = capabilities.get(name).and_then(Value::as_str);
        value.map(str::to_lowercase)
    };
    let platform = text("platformName");
    let platform = platform.as_deref();
    match text("browserName").as_deref() {
        Some("firefox") => {}
        Some(_) => return false,
        None if platform.is_some_and(|name| MOBILE_PLATFORMS.contains(&name)) => return false,
        None => {}
    }
    if text("appium:automationName").is_some_and(|name| name != "gecko") {
        return false;
    }
    if platform.is_some_and(|name| name != "any" && !PLATFORM_NAMES.contains(&name)) {
        return false;
    }
    // Its window can always be moved, so nobody who asks for one that cannot is served.
    if capabilities.get("setWindowRect") == Some(&Value::Bool(false)) {
        return false;
    }
    UNSUPPORTED
        .iter()
        .all(|name| capabilities.get(*name) != Some(&Value::Bool(true)))
}

/// Whether a version fits what was asked, for example `>=115`, `153`, `stable`.
pub(crate) fn version_fits(version: Option<&str>, asked: &str) -> bool {
    let Some(version) = version.and_then(|text| mozversion::Version::from_str(text).ok()) else {
        return false;
    };
    // Names of channels, as Selenium's own manager of browsers knows them.
    if ["", "any", "stable", "latest"].contains(&asked.to_lowercase().as_str()) {
        return true;
    }
    // What cannot be compared does not fit, as in Mozilla's own matching.
    version.matches(asked).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fits(capabilities: Value) -> bool {
        let Value::Object(capabilities) = capabilities else {
            unreachable!()
        };
        is_for_firefox(&capabilities)
    }

    #[test]
    fn names_match_without_regard_to_case() {
        assert!(fits(json!({})));
        assert!(fits(json!({"browserName": "firefox"})));
        assert!(fits(
            json!({"browserName": "Firefox", "platformName": "ANY"})
        ));
        assert!(fits(
            json!({"platformName": std::env::consts::OS.to_uppercase()})
        ));
        assert!(fits(
            json!({"browserName": "firefox", "appium:automationName": "Gecko"})
        ));
    }

    #[test]
    fn other_browsers_platforms_and_drivers_are_left_alone() {
        assert!(!fits(json!({"browserName": "chrome"})));
        assert!(!fits(json!({"browserName": ""})));
        assert!(!fits(json!({"platformName": "iOS"})));
        assert!(!fits(
            json!({"browserName": "firefox", "platformName": "iOS"})
        ));
        assert!(!fits(json!({"platformName": "beos"})));
        assert!(!fits(json!({"appium:automationName": "XCUITest"})));
        assert!(!fits(json!({"webauthn:extension:prf": true})));
        assert!(fits(json!({"webauthn:extension:prf": false})));
        assert!(!fits(json!({"setWindowRect": false})));
        assert!(fits(json!({"setWindowRect": true})));
    }

    #[test]
    fn versions_are_compared() {
        for (asked, fits) in [
            ("153.7.0", true),
            (">=115", true),
            (">=154", false),
            ("<1", false),
            ("stable", true),
            ("nonsense", false),
        ] {
            assert_eq!(version_fits(Some("153.7.0"), asked), fits, "{asked}");
        }
        assert!(!version_fits(None, ">=1"));
    }
}
