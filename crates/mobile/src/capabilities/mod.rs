//! The capabilities of a mobile session: checked against a table, then read into what a start needs.

mod options;
mod table;

pub(crate) use options::{AppSource, Options, Reset};
pub use table::{CAPABILITIES, Capability};

use hansom_protocol::Error;
use serde_json::{Map, Value};

/// Maps whose members count as capabilities with the map's prefix.
const OPTION_MAPS: &[(&str, &str)] =
    &[("appium:options", "appium:"), ("hansom:options", "hansom:")];

/// The capabilities with option maps unfolded, each checked against the table.
pub(crate) fn checked(candidate: &Map<String, Value>) -> Result<Map<String, Value>, Error> {
    let mut all = candidate.clone();
    for (name, prefix) in OPTION_MAPS {
        match all.remove(*name) {
            None => {}
            Some(Value::Object(members)) => {
                for (key, value) in members {
                    let key = if key.contains(':') {
                        key
                    } else {
                        format!("{prefix}{key}")
                    };
                    all.entry(key).or_insert(value);
                }
            }
            Some(other) => {
                return Err(Error::invalid_argument(format!(
                    "the capability `{name}` must be an object, got {other}."
                )));
            }
        }
    }
    for (name, value) in &all {
        if let Some(row) = CAPABILITIES.iter().find(|row| row.name == name) {
            row.check(value)?;
        }
    }
    Ok(all)
}

/// Names in our namespaces that the table does not know: accepted, but somebody may have mistyped.
pub(crate) fn unknown(capabilities: &Map<String, Value>) -> Vec<&str> {
    capabilities
        .keys()
        .map(String::as_str)
        .filter(|name| name.starts_with("appium:") || name.starts_with("hansom:"))
        .filter(|name| !name.starts_with("appium:settings["))
        .filter(|name| CAPABILITIES.iter().all(|row| row.name != *name))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            _ => Map::new(),
        }
    }

    #[test]
    fn a_wrong_type_names_key_and_type() {
        for (value, words) in [
            (
                json!({"appium:newCommandTimeout": "60"}),
                "`appium:newCommandTimeout` must be a number, got \"60\"",
            ),
            (
                json!({"appium:noReset": "true"}),
                "`appium:noReset` must be a boolean",
            ),
            (
                json!({"appium:app": 5}),
                "`appium:app` must be a string, got 5",
            ),
            (
                json!({"appium:settings": []}),
                "`appium:settings` must be an object",
            ),
            (
                json!({"appium:orientation": "SIDEWAYS"}),
                "one of PORTRAIT, LANDSCAPE",
            ),
            (json!({"hansom:kind": "fake"}), "one of simulator, real"),
            (
                json!({"appium:options": {"noReset": 1}}),
                "`appium:noReset` must be a boolean",
            ),
            (json!({"appium:options": 1}), "must be an object"),
        ] {
            let error = checked(&of(value)).unwrap_err();
            assert!(error.message.contains(words), "{}", error.message);
        }
    }

    #[test]
    fn option_maps_are_unfolded_and_a_name_of_its_own_wins() {
        let all = checked(&of(json!({
            "appium:options": {"deviceName": "inner", "udid": "1"},
            "appium:deviceName": "outer",
            "hansom:options": {"kind": "real"},
        })))
        .unwrap();
        assert_eq!(all["appium:deviceName"], "outer");
        assert_eq!(all["appium:udid"], "1");
        assert_eq!(all["hansom:kind"], "real");
    }

    #[test]
    fn unknown_ones_are_found_but_not_refused() {
        let all = checked(&of(json!({
            "appium:wdaLocalPort": 8100, "appium:noRest": true, "appium:settings[x]": 1, "vendor:thing": 1,
        })))
        .unwrap();
        assert_eq!(unknown(&all), ["appium:noRest"]);
    }
}
