//! String catalogues, `.xcstrings`: JSON with all languages in one file.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::Strings;

/// A catalogue.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Catalogue {
    source_language: String,
    #[serde(default)]
    strings: BTreeMap<String, Entry>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    #[serde(default)]
    localizations: BTreeMap<String, Localization>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Localization {
    string_unit: Option<Unit>,
    variations: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct Unit {
    value: String,
}

impl Catalogue {
    /// Reads a catalogue.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(bytes).map_err(|error| error.to_string())
    }

    /// The languages it has.
    pub(super) fn languages(&self) -> impl Iterator<Item = &str> {
        let others = self
            .strings
            .values()
            .flat_map(|entry| entry.localizations.keys());
        std::iter::once(self.source_language.as_str()).chain(others.map(String::as_str))
    }

    /// Its strings in one language. Variations come as text of JSON; in the source language a key
    /// without a translation is its own text.
    pub(super) fn strings(&self, language: &str) -> Strings {
        let mut all = Strings::new();
        for (key, entry) in &self.strings {
            let text = match entry.localizations.get(language) {
                Some(Localization {
                    string_unit: Some(unit),
                    ..
                }) => unit.value.clone(),
                Some(Localization {
                    variations: Some(variations),
                    ..
                }) => variations.to_string(),
                _ if language == self.source_language => key.clone(),
                _ => continue,
            };
            all.insert(key.clone(), text);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_json_and_missing_translations_are_left_out() {
        let catalogue = Catalogue::parse(
            br#"{"sourceLanguage": "en", "version": "1.0", "strings": {
                "files": {"localizations": {"de": {"variations": {"plural": {"one": {"stringUnit": {"value": "eine"}}}}}}},
                "hello": {"extractionState": "manual", "localizations": {"en": {"stringUnit": {"value": "Hello"}}}}
            }}"#,
        )
        .unwrap();
        let german = catalogue.strings("de");
        assert!(german["files"].contains("\"one\""), "{german:?}");
        assert!(!german.contains_key("hello"));
        let english = catalogue.strings("en");
        assert_eq!(
            (english["hello"].as_str(), english["files"].as_str()),
            ("Hello", "files")
        );
        assert_eq!(
            catalogue.languages().collect::<Vec<_>>(),
            ["en", "de", "en"]
        );
    }

    #[test]
    fn what_is_no_catalogue_is_refused() {
        assert!(
            Catalogue::parse(b"{}")
                .unwrap_err()
                .contains("sourceLanguage")
        );
    }
}
