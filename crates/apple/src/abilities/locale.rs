//! Language and region: a device takes them for an app when it starts it.

use async_trait::async_trait;
use hansom_device::{LaunchOptions, Locale, LocaleSettings, Result};

use crate::AppleDevice;

#[async_trait]
impl LocaleSettings for AppleDevice {
    async fn get(&self) -> Result<Locale> {
        Ok(self.locale.read().await.clone())
    }

    /// Apps that are started from now on have it.
    async fn set(&self, locale: Locale) -> Result<()> {
        let mut current = self.locale.write().await;
        current.language = locale.language.or(current.language.take());
        current.region = locale.region.or(current.region.take());
        current.time_zone = locale.time_zone.or(current.time_zone.take());
        Ok(())
    }
}

/// The launch with the arguments and variables by which the system gives one app another locale.
pub(super) fn localized(mut options: LaunchOptions, locale: &Locale) -> LaunchOptions {
    let mut words: Vec<String> = Vec::new();
    if let Some(language) = &locale.language {
        for key in ["-AppleLanguages", "-NSLanguages"] {
            words.extend([key.to_owned(), format!("({language})")]);
        }
    }
    if let Some(region) = &locale.region {
        words.extend(["-AppleLocale".to_owned(), region.clone()]);
    }
    options.arguments.extend(words);
    if let Some(zone) = &locale.time_zone {
        let given = options.environment.entry("TZ".to_owned());
        given.or_insert_with(|| zone.clone());
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_is_launch_arguments_and_a_variable() {
        let locale = Locale {
            language: Some("de".into()),
            region: Some("de_AT".into()),
            time_zone: Some("Europe/Vienna".into()),
        };
        let launch = localized(LaunchOptions::default(), &locale);
        assert_eq!(
            launch.arguments.join(" "),
            "-AppleLanguages (de) -NSLanguages (de) -AppleLocale de_AT"
        );
        assert_eq!(launch.environment["TZ"], "Europe/Vienna");
        let plain = localized(LaunchOptions::default(), &Locale::default());
        assert!(plain.arguments.is_empty() && plain.environment.is_empty());
    }
}
