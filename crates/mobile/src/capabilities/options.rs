//! What a start needs, read from checked capabilities.

use std::{collections::BTreeMap, path::PathBuf, time::Duration};

use bytes::Bytes;
use hansom_device::{
    AlertAction, AppId, Bundle, Kind, LaunchOptions, Locale, Orientation, Os, Profile, Version,
};
use hansom_protocol::{Error, Feature, Grants, base64};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::factory::{DeviceKind, DeviceRequest};

/// What to do with the app's data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reset {
    /// Nothing.
    Keep,
    /// Clear them before the session.
    Clear,
    /// Remove the app before and after the session.
    Remove,
}

/// Something to install.
#[derive(Debug, Clone)]
pub(crate) enum AppSource {
    /// A path on this machine; needs the grant.
    Path(PathBuf),
    /// The bytes of an archive.
    Archive(Bytes),
}

impl AppSource {
    /// Reads `appium:app` and the `app` of `mobile: installApp`.
    pub(crate) fn read(text: &str, key: &str) -> Result<Self, Error> {
        if let Some(data) = text.strip_prefix("data:") {
            let Some((_, content)) = data.split_once(";base64,") else {
                return Err(Error::invalid_argument(format!(
                    "`{key}` is a data: URL that is not base64. Write data:application/zip;base64,…"
                )));
            };
            let bytes = base64::decode(key.to_owned(), content)?;
            return Ok(Self::Archive(bytes.into()));
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Err(Error::unsupported(format!(
                "`{key}` is an address, and this server does not download apps. \
                 Give a path on the server's machine, or a data: URL."
            )));
        }
        Ok(Self::Path(
            text.strip_prefix("file://").unwrap_or(text).into(),
        ))
    }

    /// The bundle, if the operator lets clients name it.
    pub(crate) fn bundle(&self, grants: &Grants) -> Result<Bundle, Error> {
        match self {
            AppSource::Path(path) => {
                grants.require(Feature::MobileLocalFiles)?;
                Ok(Bundle::Path(path.clone()))
            }
            AppSource::Archive(bytes) => Ok(Bundle::Archive(bytes.clone())),
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ProcessArguments {
    args: Vec<String>,
    env: BTreeMap<String, String>,
}

/// The options of a session.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) device: DeviceRequest,
    pub(crate) app: Option<AppSource>,
    pub(crate) other_apps: Vec<AppSource>,
    pub(crate) bundle_id: Option<AppId>,
    pub(crate) reset: Reset,
    pub(crate) launch: bool,
    pub(crate) process: LaunchOptions,
    pub(crate) orientation: Option<Orientation>,
    pub(crate) locale: Locale,
    pub(crate) alerts: AlertAction,
    pub(crate) settings: Map<String, Value>,
    pub(crate) auto_webview: bool,
    pub(crate) deeplink: Option<String>,
    pub(crate) permissions: BTreeMap<String, BTreeMap<String, String>>,
    pub(crate) log_source_on_find_failure: bool,
}

impl Options {
    /// Reads checked capabilities.
    pub(crate) fn read(capabilities: &Map<String, Value>) -> Result<Self, Error> {
        let text = |name: &str| capabilities.get(name).and_then(Value::as_str);
        let flag = |name: &str| capabilities.get(name).and_then(Value::as_bool);
        let reset = match (flag("appium:noReset"), flag("appium:fullReset")) {
            (Some(true), Some(true)) => {
                return Err(Error::invalid_argument(
                    "`appium:noReset` and `appium:fullReset` are both true. Choose one.",
                ));
            }
            (Some(true), _) => Reset::Keep,
            (_, Some(true)) => Reset::Remove,
            _ => Reset::Clear,
        };
        let arguments: ProcessArguments = parsed(capabilities, "appium:processArguments")?;
        Ok(Self {
            device: device(capabilities)?,
            app: text("appium:app")
                .map(|app| AppSource::read(app, "appium:app"))
                .transpose()?,
            other_apps: other_apps(capabilities)?,
            bundle_id: text("appium:bundleId").map(AppId::new),
            reset,
            launch: flag("appium:autoLaunch") != Some(false),
            process: LaunchOptions {
                arguments: arguments.args,
                environment: arguments.env,
            },
            orientation: text("appium:orientation").map(|word| {
                if word.eq_ignore_ascii_case("LANDSCAPE") {
                    Orientation::LandscapeLeft
                } else {
                    Orientation::Portrait
                }
            }),
            locale: Locale {
                language: text("appium:language").map(str::to_owned),
                region: text("appium:locale").map(str::to_owned),
                time_zone: text("appium:appTimeZone").map(str::to_owned),
            },
            alerts: match (
                flag("appium:autoAcceptAlerts"),
                flag("appium:autoDismissAlerts"),
            ) {
                (Some(true), _) => AlertAction::Accept,
                (_, Some(true)) => AlertAction::Dismiss,
                _ => AlertAction::Leave,
            },
            settings: settings(capabilities),
            auto_webview: flag("appium:autoWebview") == Some(true),
            deeplink: text("appium:initialDeeplinkUrl").map(str::to_owned),
            permissions: parsed(capabilities, "appium:permissions")?,
            log_source_on_find_failure: flag("appium:printPageSourceOnFindFailure") == Some(true),
        })
    }
}

fn other_apps(capabilities: &Map<String, Value>) -> Result<Vec<AppSource>, Error> {
    const KEY: &str = "appium:otherApps";
    let paths: Vec<String> = match capabilities.get(KEY) {
        None => Vec::new(),
        Some(Value::String(text)) if !text.trim_start().starts_with('[') => vec![text.clone()],
        Some(_) => parsed(capabilities, KEY)?,
    };
    paths
        .iter()
        .map(|path| AppSource::read(path, KEY))
        .collect()
}

/// A structured capability, given as JSON or, as the peers allow, as text of JSON.
fn parsed<T: for<'de> Deserialize<'de> + Default>(
    capabilities: &Map<String, Value>,
    name: &str,
) -> Result<T, Error> {
    let outcome = match capabilities.get(name) {
        None => return Ok(T::default()),
        Some(Value::String(text)) => serde_json::from_str(text),
        Some(value) => T::deserialize(value),
    };
    outcome.map_err(|error| {
        Error::invalid_argument(format!(
            "the capability `{name}` has the wrong shape: {error}."
        ))
    })
}

fn settings(capabilities: &Map<String, Value>) -> Map<String, Value> {
    let mut all = match capabilities.get("appium:settings") {
        Some(Value::Object(settings)) => settings.clone(),
        _ => Map::new(),
    };
    for (name, value) in capabilities {
        let inner = name
            .strip_prefix("appium:settings[")
            .and_then(|rest| rest.strip_suffix(']'));
        if let Some(setting) = inner {
            all.insert(setting.to_owned(), value.clone());
        }
    }
    all
}

fn device(capabilities: &Map<String, Value>) -> Result<DeviceRequest, Error> {
    let text = |name: &str| capabilities.get(name).and_then(Value::as_str);
    let is =
        |name: &str, word: &str| text(name).is_some_and(|value| value.eq_ignore_ascii_case(word));
    let version = |name: &str| {
        text(name)
            .map(str::parse::<Version>)
            .transpose()
            .map_err(|error| Error::invalid_argument(format!("the capability `{name}`: {error}.")))
    };
    let os = if is("platformName", "tvOS") {
        Os::TvOs
    } else if is("platformName", "iPadOS") {
        Os::IpadOs
    } else {
        Os::Ios
    };
    let profile = match text("hansom:profile").map(str::to_lowercase).as_deref() {
        Some("tablet") => Profile::Tablet,
        Some("tv") => Profile::Tv,
        Some(_) => Profile::Phone,
        None => match os {
            Os::TvOs => Profile::Tv,
            Os::IpadOs => Profile::Tablet,
            Os::Ios => Profile::Phone,
        },
    };
    let apple = is("appium:automationName", "XCUITest")
        || (!is("appium:automationName", "Virtual")
            && (text("appium:udid").is_some() || text("appium:webDriverAgentUrl").is_some()));
    Ok(DeviceRequest {
        // Capabilities do not know it; the start does.
        session: String::new(),
        family: if apple { DeviceKind::Apple } else { DeviceKind::Virtual },
        // A TV profile is a TV, whatever name the platform was given.
        os: if profile == Profile::Tv { Os::TvOs } else { os },
        profile,
        kind: text("hansom:kind").map(|kind| {
            if kind.eq_ignore_ascii_case("real") {
                Kind::Real
            } else {
                Kind::Simulator
            }
        }),
        os_version: version("appium:platformVersion")?,
        toolchain_version: version("hansom:toolchainVersion")?,
        name: text("appium:deviceName").map(str::to_owned),
        udid: text("appium:udid").map(str::to_owned),
        suspend_after: capabilities
            .get("hansom:suspendAfter")
            .and_then(Value::as_f64)
            .map(|seconds| {
                Duration::try_from_secs_f64(seconds).map_err(|_| {
                    Error::invalid_argument(format!(
                        "the capability `hansom:suspendAfter` must be 0 or more seconds, got {seconds}."
                    ))
                })
            })
            .transpose()?,
        state_dir: text("hansom:stateDir").map(PathBuf::from),
        capabilities: capabilities.clone(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Result<Options, Error> {
        let Value::Object(map) = value else {
            return Err(Error::unknown("not a map"));
        };
        Options::read(&map)
    }

    #[test]
    fn the_family_follows_automation_name_udid_and_agent_address() {
        for (capabilities, family) in [
            (json!({"platformName": "iOS"}), DeviceKind::Virtual),
            (
                json!({"appium:automationName": "xcuitest"}),
                DeviceKind::Apple,
            ),
            (json!({"appium:udid": "1"}), DeviceKind::Apple),
            (
                json!({"appium:webDriverAgentUrl": "http://x"}),
                DeviceKind::Apple,
            ),
            (
                json!({"appium:automationName": "VIRTUAL", "appium:udid": "1"}),
                DeviceKind::Virtual,
            ),
        ] {
            assert_eq!(
                read(capabilities.clone()).unwrap().device.family,
                family,
                "{capabilities}"
            );
        }
    }

    #[test]
    fn the_profile_follows_the_platform_unless_named() {
        assert_eq!(
            read(json!({"platformName": "TVOS"}))
                .unwrap()
                .device
                .profile,
            Profile::Tv
        );
        assert_eq!(
            read(json!({"platformName": "ipados"}))
                .unwrap()
                .device
                .profile,
            Profile::Tablet
        );
        let tv = read(json!({"platformName": "iOS", "hansom:profile": "tv"}))
            .unwrap()
            .device;
        assert_eq!((tv.profile, tv.os), (Profile::Tv, Os::TvOs));
    }

    #[test]
    fn settings_come_as_a_map_or_one_by_one() {
        let options = read(json!({
            "appium:settings": {"a": 1, "b": 2}, "appium:settings[b]": 3,
        }))
        .unwrap();
        assert_eq!(Value::Object(options.settings), json!({"a": 1, "b": 3}));
    }

    #[test]
    fn nonsense_is_refused_with_the_name_of_the_capability() {
        for (capabilities, words) in [
            (
                json!({"appium:platformVersion": "seventeen"}),
                "appium:platformVersion",
            ),
            (
                json!({"appium:noReset": true, "appium:fullReset": true}),
                "Choose one",
            ),
            (
                json!({"appium:app": "https://example.com/a.zip"}),
                "does not download",
            ),
            (
                json!({"appium:app": "data:application/zip;base64,?"}),
                "not base64",
            ),
            (json!({"hansom:suspendAfter": -1}), "hansom:suspendAfter"),
            (
                json!({"appium:processArguments": {"args": 1}}),
                "appium:processArguments",
            ),
            (json!({"appium:otherApps": [1]}), "appium:otherApps"),
        ] {
            let error = read(capabilities).unwrap_err();
            assert!(error.message.contains(words), "{}", error.message);
        }
    }
}
