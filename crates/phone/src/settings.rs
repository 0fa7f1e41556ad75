//! What is set on the phone.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use hansom_device::{
    AlertAction, AppId, Appearance, LaunchOptions, Locale, LocationPermission, Orientation,
    Position,
};

/// What is set on the phone and asked for again.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) appearance: Appearance,
    pub(crate) locale: Locale,
    pub(crate) orientation: Orientation,
    /// Set as the device's own position.
    pub(crate) position: Option<Position>,
    /// Set as a simulated one; wins.
    pub(crate) simulated: Option<Position>,
    pub(crate) enrolled: bool,
    pub(crate) agent_location: LocationPermission,
    /// Apps that may know the position only while they are in use.
    pub(crate) in_use: BTreeSet<AppId>,
    /// The picture on the clipboard, with its type.
    pub(crate) picture: Option<(String, Bytes)>,
    /// What is done with alerts as they open.
    pub(crate) alerts: AlertAction,
    /// What apps were launched with.
    pub(crate) launched_with: BTreeMap<AppId, LaunchOptions>,
}

impl Settings {
    pub(crate) fn new(appearance: Appearance, locale: Locale) -> Self {
        Self {
            appearance,
            locale,
            orientation: Orientation::Portrait,
            position: None,
            simulated: None,
            enrolled: false,
            agent_location: LocationPermission::Always,
            in_use: BTreeSet::new(),
            picture: None,
            alerts: AlertAction::Leave,
            launched_with: BTreeMap::new(),
        }
    }

    /// The language tag that pages see, for example `de-AT`.
    pub(crate) fn language_tag(&self) -> String {
        let language = self.locale.language.as_deref().unwrap_or("en-US");
        let language = language.replace('_', "-");
        match &self.locale.region {
            // `de_AT` is a region with its language; `AT` stands alone.
            Some(region) => {
                let country = region.rsplit(['_', '-']).next().unwrap_or(region);
                let base = language.split('-').next().unwrap_or(&language);
                format!("{base}-{country}")
            }
            None => language,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(language: Option<&str>, region: Option<&str>) -> String {
        let locale = Locale {
            language: language.map(Into::into),
            region: region.map(Into::into),
            time_zone: None,
        };
        Settings::new(Appearance::Light, locale).language_tag()
    }

    #[test]
    fn language_and_region_make_one_tag() {
        assert_eq!(tag(None, None), "en-US");
        assert_eq!(tag(Some("de"), None), "de");
        assert_eq!(tag(Some("de"), Some("de_AT")), "de-AT");
        assert_eq!(tag(Some("fr-FR"), Some("CH")), "fr-CH");
    }
}
