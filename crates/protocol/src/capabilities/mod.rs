//! W3C capabilities processing: validate, merge, and leave the matching to the drivers.
//!
//! Validation is Mozilla's (`webdriver` crate), so that what is accepted is what the conformance
//! suite expects. Matching is ours, because a candidate is offered to several drivers.

mod candidates;
mod complaint;

pub use candidates::Candidates;

use serde_json::{Map, Value};
use webdriver::{
    capabilities::{
        BrowserCapabilities, Capabilities, CapabilitiesMatching, SpecNewSessionParameters,
    },
    error::WebDriverResult,
};

use crate::{Error, Params, routes::shorten};

/// The candidates of a New Session body, in the order in which they are to be tried: `alwaysMatch`
/// merged with each entry of `firstMatch`. An invalid one anywhere makes the whole body invalid.
pub fn candidates(params: &Params) -> Result<Candidates, Error> {
    if !params.has("capabilities") {
        return Err(absent());
    }
    let sent: Map<String, Value> = params.required("capabilities")?;
    let (always, first) = read(sent)?;
    if first.is_empty() {
        return Err(Error::invalid_argument(
            "`firstMatch` is empty. Leave it out, or give it at least one object.",
        ));
    }
    Candidates::new(&always, first)
}

/// The error for a body without them.
pub(crate) fn absent() -> Error {
    Error::invalid_argument(
        "`capabilities` is missing or null. Send {\"capabilities\": {\"alwaysMatch\": {…}}}; \
         `desiredCapabilities` of the old protocol is not read.",
    )
}

/// `alwaysMatch` and `firstMatch`.
fn read(mut sent: Map<String, Value>) -> Result<(Capabilities, Vec<Capabilities>), Error> {
    let wrong = |name: &str, wanted: &str, got: &Value| {
        let got = shorten(&got.to_string());
        Error::invalid_argument(format!("`{name}` must be {wanted}, got {got}."))
    };
    let object = |value: Value| match value {
        Value::Object(members) => Ok(members),
        other => Err(other),
    };
    let always = match sent.remove("alwaysMatch") {
        None => Map::new(),
        Some(value) => object(value).map_err(|other| wrong("alwaysMatch", "an object", &other))?,
    };
    let first = match sent.remove("firstMatch") {
        None => vec![Map::new()],
        Some(Value::Array(entries)) => entries
            .into_iter()
            .map(object)
            .collect::<Result<_, _>>()
            .map_err(|other| wrong("firstMatch", "an array of objects", &other))?,
        Some(other) => return Err(wrong("firstMatch", "an array of objects", &other)),
    };
    Ok((always, first))
}

/// Capabilities without those that mean nothing, if all are valid.
fn validate(capabilities: &Capabilities) -> WebDriverResult<Option<Capabilities>> {
    let alone = SpecNewSessionParameters {
        alwaysMatch: Map::new(),
        firstMatch: vec![capabilities.clone()],
    };
    alone.match_browser(&mut Anything)
}

/// A browser that matches whatever is asked: with it, Mozilla's matching does just its validation
/// and merging.
struct Anything;

/// The text a client asked for under a name.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the shape of the trait it answers for"
)]
fn asked(capabilities: &Capabilities, name: &str) -> WebDriverResult<Option<String>> {
    Ok(capabilities
        .get(name)
        .and_then(Value::as_str)
        .map(str::to_owned))
}

impl BrowserCapabilities for Anything {
    fn init(&mut self, _: &Capabilities) {}

    fn browser_name(&mut self, asked_for: &Capabilities) -> WebDriverResult<Option<String>> {
        asked(asked_for, "browserName")
    }

    fn browser_version(&mut self, asked_for: &Capabilities) -> WebDriverResult<Option<String>> {
        asked(asked_for, "browserVersion")
    }

    fn compare_browser_version(&mut self, _: &str, _: &str) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn platform_name(&mut self, asked_for: &Capabilities) -> WebDriverResult<Option<String>> {
        asked(asked_for, "platformName")
    }

    fn accept_insecure_certs(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn set_window_rect(&mut self, asked_for: &Capabilities) -> WebDriverResult<bool> {
        Ok(asked_for.get("setWindowRect") != Some(&Value::Bool(false)))
    }

    fn strict_file_interactability(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn web_socket_url(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_virtual_authenticators(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_extension_uvm(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_extension_prf(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_extension_large_blob(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn webauthn_extension_cred_blob(&mut self, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn accept_proxy(&mut self, _: &Map<String, Value>, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }

    fn validate_custom(&mut self, _: &str, _: &Value) -> WebDriverResult<()> {
        Ok(())
    }

    fn accept_custom(&mut self, _: &str, _: &Value, _: &Capabilities) -> WebDriverResult<bool> {
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ErrorCode;

    fn of(value: &Value) -> Result<Vec<Map<String, Value>>, Error> {
        let mut found = Vec::new();
        let mut candidates = candidates(&Params::from_value(value).unwrap())?;
        let taken = candidates.offer(|candidate| {
            found.push(candidate.clone());
            Ok(None::<()>)
        })?;
        assert!(taken.is_none());
        Ok(found)
    }

    #[test]
    fn first_match_alone_is_enough_as_selenium_grid_sends_it() {
        let found =
            of(&json!({"capabilities": {"firstMatch": [{"platformName": "IOS"}]}})).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["platformName"], "IOS");
    }

    #[test]
    fn candidates_keep_their_order_and_carry_always_match() {
        let found = of(&json!({"capabilities": {
            "alwaysMatch": {"acceptInsecureCerts": true},
            "firstMatch": [{"platformName": "iOS"}, {"browserName": "firefox"}],
        }}))
        .unwrap();
        assert_eq!(found[0]["platformName"], "iOS");
        assert_eq!(found[1]["browserName"], "firefox");
        assert_eq!(found[1]["acceptInsecureCerts"], true);
    }

    #[test]
    fn what_is_invalid_anywhere_is_named_with_what_it_must_be() {
        let always = |capabilities: Value| json!({ "alwaysMatch": capabilities });
        for (capabilities, told) in [
            (
                json!({"firstMatch": []}),
                "`firstMatch` is empty. Leave it out",
            ),
            (
                json!({"firstMatch": {}}),
                "`firstMatch` must be an array of objects, got {}.",
            ),
            (
                json!({"firstMatch": [{}, 1]}),
                "`firstMatch` must be an array of objects, got 1.",
            ),
            (
                always(json!([])),
                "`alwaysMatch` must be an object, got [].",
            ),
            (
                always(json!({"deviceName": "x"})),
                "there is no capability `deviceName`. Check its spelling; what is not of the \
                 specification has a prefix, for example `appium:deviceName`.",
            ),
            (
                json!({"firstMatch": [{}, {"acceptInsecureCerts": "yes"}]}),
                "the capability `acceptInsecureCerts` must be a boolean, got \"yes\".",
            ),
            (
                json!({"alwaysMatch": {"browserName": "a"}, "firstMatch": [{"browserName": "a"}]}),
                "`browserName` stands in `alwaysMatch` and in `firstMatch`. Leave it in one",
            ),
            (
                always(json!({"browserName": "a", "pageLoadStrategy": "fast"})),
                "the capability `pageLoadStrategy` must be one of none, eager, normal, got \"fast\".",
            ),
            (
                always(json!({"timeouts": {"implicit": 1, "script": -1}})),
                "the capability `timeouts` must be an object of `script`, `pageLoad` and `implicit`, \
                 each in whole milliseconds from 0, got {\"script\":-1}.",
            ),
            (json!(null), "`capabilities` is missing or null. Send"),
        ] {
            let error = of(&json!({ "capabilities": capabilities })).unwrap_err();
            assert_eq!(error.code, ErrorCode::InvalidArgument, "{capabilities}");
            assert!(error.message.starts_with(told), "{capabilities}: {error}");
        }
    }
}
