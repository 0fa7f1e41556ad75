//! The mobile driver as the server sees it.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_protocol::{Driver, DriverKind, Error, Grants, NewSession, Started};
use serde_json::{Map, Value};

use crate::{
    capabilities::{self, Options},
    execute,
    factory::DeviceFactory,
    recording::RecordingConfig,
    start,
};

/// Seconds without a command after which a mobile session ends, unless the client says otherwise.
const IDLE: Duration = Duration::from_mins(1);

/// What all mobile sessions of a server share.
#[derive(Debug, Clone)]
pub struct MobileConfig {
    /// What clients may do.
    pub grants: Arc<Grants>,
    /// How films are made.
    pub recording: RecordingConfig,
}

/// Starts mobile sessions on the devices of its factories.
pub struct MobileDriver {
    factories: Vec<Arc<dyn DeviceFactory>>,
    config: MobileConfig,
}

impl MobileDriver {
    /// A driver that knows these factories; the first of a family is used.
    pub fn new(factories: Vec<Arc<dyn DeviceFactory>>, config: MobileConfig) -> Self {
        Self { factories, config }
    }
}

#[async_trait]
impl Driver for MobileDriver {
    fn kind(&self) -> DriverKind {
        DriverKind::Mobile
    }

    fn matches(&self, candidate: &Map<String, Value>) -> Result<Option<Map<String, Value>>, Error> {
        fits(candidate)
    }

    async fn start(&self, request: NewSession) -> Result<Started, Error> {
        for name in capabilities::unknown(&request.capabilities) {
            tracing::warn!(
                session = request.id.short(),
                "the capability {name} is not known and has no effect"
            );
        }
        Ok(start::start(&self.factories, &self.config, request).await?)
    }

    fn default_idle_timeout(&self) -> Option<Duration> {
        Some(IDLE)
    }

    fn execute_methods(&self) -> Value {
        execute::listing()
    }
}

/// Whether a candidate is for this driver, and with which capabilities.
fn fits(candidate: &Map<String, Value>) -> Result<Option<Map<String, Value>>, Error> {
    let text = |name: &str| {
        candidate
            .get(name)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let platform = text("platformName");
    let ours = ["ios", "ipados", "tvos"]
        .iter()
        .any(|name| platform.eq_ignore_ascii_case(name));
    // A browser that is named must be had, and a phone session is not a browser's.
    if !ours || !text("browserName").is_empty() {
        return Ok(None);
    }
    let checked = capabilities::checked(candidate)?;
    Options::read(&checked)?;
    Ok(Some(checked))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn matches(candidate: Value) -> Result<bool, Error> {
        let Value::Object(map) = candidate else {
            return Err(Error::unknown("not a map"));
        };
        Ok(fits(&map)?.is_some())
    }

    #[test]
    fn platforms_match_without_regard_to_case() {
        for name in ["iOS", "IOS", "ios", "tvOS", "TVOS", "iPadOS"] {
            assert!(matches(json!({ "platformName": name })).unwrap(), "{name}");
        }
        for other in [
            json!({}),
            json!({"platformName": "linux"}),
            json!({"platformName": "iOS", "browserName": "firefox"}),
        ] {
            assert!(!matches(other.clone()).unwrap(), "{other}");
        }
    }

    #[test]
    fn a_bad_capability_is_an_error_and_not_a_mismatch() {
        let error = matches(json!({"platformName": "iOS", "appium:noReset": 1})).unwrap_err();
        assert!(error.message.contains("appium:noReset"), "{error}");
    }
}
