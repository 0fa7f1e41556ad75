//! The agent's one session.

use hansom_device::AppId;
use serde_json::{Map, Value};

use crate::failure::Failure;

/// A session: an id, and the app under test if one was named.
#[derive(Debug, Clone)]
pub(crate) struct Session {
    pub(crate) id: String,
    pub(crate) app: Option<AppId>,
    pub(crate) terminate_app: bool,
    pub(crate) capabilities: Map<String, Value>,
}

/// What a New Session body asks for, `appium:` prefixes taken off.
pub(crate) fn capabilities(body: &Map<String, Value>) -> Result<Map<String, Value>, Failure> {
    let Some(asked) = body.get("capabilities").and_then(Value::as_object) else {
        // The word before the standard, which clients of older agents still send.
        let older = body.get("desiredCapabilities");
        return match older.filter(|older| older.is_object()) {
            Some(older) => Ok(object(Some(older))),
            None => Err(Failure::not_created(
                "'capabilities' is mandatory to create a new session",
            )),
        };
    };
    let mut merged = object(asked.get("alwaysMatch"));
    let empty = vec![Value::Object(Map::new())];
    let first = asked
        .get("firstMatch")
        .and_then(Value::as_array)
        .unwrap_or(&empty);
    let fits = first
        .iter()
        .map(|entry| object(Some(entry)))
        .find(|entry| entry.keys().all(|key| !merged.contains_key(key)))
        .ok_or_else(|| Failure::not_created("no firstMatch entry can be merged"))?;
    merged.extend(fits);
    Ok(merged)
}

fn object(value: Option<&Value>) -> Map<String, Value> {
    let map = value
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    map.into_iter()
        .map(|(key, value)| (key.trim_start_matches("appium:").to_owned(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: &Value) -> Result<Map<String, Value>, Failure> {
        capabilities(value.as_object().unwrap())
    }

    #[test]
    fn the_first_entry_that_repeats_no_key_is_merged_and_prefixes_go() {
        let found = of(&json!({"capabilities": {
            "alwaysMatch": {"appium:bundleId": "a"},
            "firstMatch": [{"bundleId": "b"}, {"shouldTerminateApp": false}],
        }}))
        .unwrap();
        assert_eq!(found["bundleId"], "a");
        assert_eq!(found["shouldTerminateApp"], false);
    }

    #[test]
    fn the_older_word_is_read_where_the_newer_is_missing() {
        let older = json!({"bundleId": "older"});
        let alone = of(&json!({"desiredCapabilities": older})).unwrap();
        assert_eq!(alone["bundleId"], "older");
        let newer = json!({"alwaysMatch": {"bundleId": "newer"}});
        let both = of(&json!({"desiredCapabilities": older, "capabilities": newer})).unwrap();
        assert_eq!(both["bundleId"], "newer");
    }

    #[test]
    fn without_capabilities_no_session() {
        assert_eq!(of(&json!({})).unwrap_err().error, "session not created");
    }
}
