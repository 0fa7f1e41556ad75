//! The settings of a session: a table of those that mean something, and whatever else a client keeps.

use hansom_device::AlertAction;
use hansom_protocol::{Error, check_settings, routes::ParamType};
use serde_json::{Map, Value, json};

/// A setting that means something here.
struct Setting {
    name: &'static str,
    kind: ParamType,
    default: fn() -> Value,
}

/// Names and defaults are the peers'.
#[rustfmt::skip] // one row, one thought
const SETTINGS: &[Setting] = &[
    Setting { name: "pageSourceExcludedAttributes", kind: ParamType::String, default: || json!("") },
    Setting { name: "snapshotMaxDepth", kind: ParamType::Integer, default: || json!(50) },
    Setting { name: "defaultAlertAction", kind: ParamType::String, default: || json!("") },
    Setting { name: "mjpegServerScreenshotQuality", kind: ParamType::Integer, default: || json!(25) },
    Setting { name: "mjpegServerFramerate", kind: ParamType::Integer, default: || json!(10) },
    Setting { name: "mjpegScalingFactor", kind: ParamType::Number, default: || json!(100) },
    Setting { name: "shouldUseCompactResponses", kind: ParamType::Boolean, default: || json!(true) },
    Setting { name: "elementResponseAttributes", kind: ParamType::String, default: || json!("type,label") },
];

/// The settings of one session.
#[derive(Debug)]
pub(crate) struct Settings(Map<String, Value>);

impl Default for Settings {
    fn default() -> Self {
        let rows = SETTINGS.iter();
        Self(
            rows.map(|row| (row.name.to_owned(), (row.default)()))
                .collect(),
        )
    }
}

impl Settings {
    /// All of them.
    pub(crate) fn all(&self) -> &Map<String, Value> {
        &self.0
    }

    /// Checks and stores; nothing is stored when one is wrong. Unknown names are kept for the client.
    pub(crate) fn update(&mut self, changes: Map<String, Value>) -> Result<(), Error> {
        check_settings(&self.0, &changes)?;
        for (name, value) in &changes {
            let text = value.to_string();
            match SETTINGS.iter().find(|row| row.name == name) {
                Some(row) if !row.kind.fits(&text) => {
                    return Err(Error::invalid_argument(format!(
                        "the setting `{name}` must be {}, got {text}.",
                        row.kind.wanted()
                    )));
                }
                Some(_) => {}
                None => {
                    tracing::debug!(name, "the setting means nothing here; the device is told");
                }
            }
        }
        if let Some(action) = changes.get("defaultAlertAction") {
            alert_action(action.as_str().unwrap_or_default())?;
        }
        self.0.extend(changes);
        Ok(())
    }

    /// Attributes to leave out of the source.
    pub(crate) fn excluded_attributes(&self) -> Vec<String> {
        comma_list(
            self.0
                .get("pageSourceExcludedAttributes")
                .and_then(Value::as_str)
                .unwrap_or_default(),
        )
    }

    /// How deep the source goes.
    pub(crate) fn max_depth(&self) -> Option<usize> {
        let depth = self.0.get("snapshotMaxDepth").and_then(Value::as_u64)?;
        usize::try_from(depth).ok()
    }

    /// The answer of find carries these attributes too, when compact responses are off.
    pub(crate) fn response_attributes(&self) -> Option<Vec<String>> {
        if self.0.get("shouldUseCompactResponses") != Some(&Value::Bool(false)) {
            return None;
        }
        let list = self
            .0
            .get("elementResponseAttributes")
            .and_then(Value::as_str);
        Some(comma_list(list.unwrap_or_default()))
    }
}

/// Those that the driver acts on itself, so that no device need be told.
pub(crate) fn kept_here(name: &str) -> bool {
    const HERE: &[&str] = &[
        "pageSourceExcludedAttributes",
        "defaultAlertAction",
        "shouldUseCompactResponses",
        "elementResponseAttributes",
    ];
    HERE.contains(&name)
}

/// The words of `defaultAlertAction`.
pub(crate) fn alert_action(word: &str) -> Result<AlertAction, Error> {
    match word {
        "" => Ok(AlertAction::Leave),
        "accept" => Ok(AlertAction::Accept),
        "dismiss" => Ok(AlertAction::Dismiss),
        other => Err(Error::invalid_argument(format!(
            "the setting `defaultAlertAction` must be accept, dismiss or empty, got `{other}`."
        ))),
    }
}

/// The words of a list with commas.
pub(crate) fn comma_list(text: &str) -> Vec<String> {
    let words = text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_wrong_type_is_refused_and_nothing_is_stored() {
        let mut settings = Settings::default();
        let error = settings
            .update(map(json!({"own": 1, "snapshotMaxDepth": "9"})))
            .unwrap_err();
        assert!(
            error
                .message
                .contains("`snapshotMaxDepth` must be an integer"),
            "{error}"
        );
        assert_eq!(settings.all().get("own"), None);
        settings
            .update(map(
                json!({"own": 1, "pageSourceExcludedAttributes": "x, visible"}),
            ))
            .unwrap();
        assert_eq!(settings.all()["own"], 1);
        assert_eq!(settings.excluded_attributes(), ["x", "visible"]);
    }

    #[test]
    fn what_is_kept_for_the_client_is_bounded() {
        let mut settings = Settings::default();
        let error = settings
            .update(map(json!({"own": "x".repeat(2_000_000)})))
            .unwrap_err();
        assert!(error.message.contains("at most 1048576 bytes"), "{error}");
        assert_eq!(settings.all().get("own"), None);
    }

    #[test]
    fn the_action_for_alerts_is_one_of_three() {
        let mut settings = Settings::default();
        assert!(
            settings
                .update(map(json!({"defaultAlertAction": "panic"})))
                .is_err()
        );
        assert_eq!(alert_action("dismiss").unwrap(), AlertAction::Dismiss);
    }
}
