//! W3C capabilities processing: validate, merge, and leave the matching to the drivers.
//!
//! Validation is Mozilla's (`webdriver` crate), so that what is accepted is what the conformance
//! suite expects. Matching is ours, because a candidate is offered to several drivers.

use serde_json::{Map, Value};
use webdriver::{
    capabilities::{
        BrowserCapabilities, Capabilities, CapabilitiesMatching, SpecNewSessionParameters,
    },
    error::WebDriverResult,
};

use crate::{Error, ErrorCode, Params};

/// The candidates of a New Session body, in the order in which they are to be tried: `alwaysMatch`
/// merged with each entry of `firstMatch`. An invalid one anywhere makes the whole body invalid.
pub fn candidates(params: &Params) -> Result<Vec<Map<String, Value>>, Error> {
    if !params.has("capabilities") {
        return Err(Error::invalid_argument(
            "`capabilities` is missing or null. Send {\"capabilities\": {\"alwaysMatch\": {…}}}; \
             `desiredCapabilities` of the old protocol is not read.",
        ));
    }
    let spec: SpecNewSessionParameters = params.required("capabilities")?;
    if spec.firstMatch.is_empty() {
        return Err(Error::invalid_argument(
            "`firstMatch` is empty. Leave it out, or give it at least one object.",
        ));
    }
    spec.firstMatch
        .into_iter()
        .map(|first| merge(spec.alwaysMatch.clone(), first))
        .collect()
}

fn merge(always: Capabilities, first: Capabilities) -> Result<Map<String, Value>, Error> {
    let pair = SpecNewSessionParameters {
        alwaysMatch: always,
        firstMatch: vec![first],
    };
    match pair.match_browser(&mut Anything) {
        Ok(Some(merged)) => Ok(merged),
        Ok(None) => Err(Error::new(
            ErrorCode::SessionNotCreated,
            "the capabilities contradict each other.",
        )),
        Err(error) => Err(Error::invalid_argument(error.message.into_owned())),
    }
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

    fn of(value: &Value) -> Result<Vec<Map<String, Value>>, Error> {
        candidates(&Params::from_value(value).unwrap())
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
    fn what_is_invalid_anywhere_is_invalid_argument() {
        for capabilities in [
            json!({"firstMatch": []}),
            json!({"alwaysMatch": {"nonsense": 1}}),
            json!({"firstMatch": [{}, {"acceptInsecureCerts": "yes"}]}),
            json!({"alwaysMatch": {"browserName": "a"}, "firstMatch": [{"browserName": "a"}]}),
            json!({"alwaysMatch": []}),
            json!(null),
        ] {
            let error = of(&json!({ "capabilities": capabilities })).unwrap_err();
            assert_eq!(
                error.code,
                ErrorCode::InvalidArgument,
                "{capabilities}: {error}"
            );
        }
    }
}
