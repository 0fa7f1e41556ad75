//! Language, region and time zone; pages see them at once.

use async_trait::async_trait;
use hansom_device::{Locale, LocaleSettings, Result};
use serde_json::json;

use crate::{VirtualPhone, core::Core};

impl Core {
    pub(crate) async fn set_locale(&self, locale: Locale) -> Result<()> {
        let (tag, zone, before) = {
            let mut settings = self.settings();
            let before = std::mem::replace(&mut settings.locale, locale);
            (
                settings.language_tag(),
                settings.locale.time_zone.clone(),
                before,
            )
        };
        let look = json!({ "language": tag, "timeZone": zone.as_deref().unwrap_or("") });
        let applied = tokio::try_join!(
            self.emulate("emulation.setLocaleOverride", json!({ "locale": tag })),
            self.emulate("emulation.setTimezoneOverride", json!({ "timezone": zone })),
            self.link.run("setLook", look),
        );
        if let Err(error) = applied {
            self.settings().locale = before;
            return Err(hansom_device::DeviceError::InvalidArgument(
                error.to_string(),
            ));
        }
        self.changed();
        Ok(())
    }
}

#[async_trait]
impl LocaleSettings for VirtualPhone {
    async fn get(&self) -> Result<Locale> {
        Ok(self.core.settings().locale.clone())
    }

    async fn set(&self, locale: Locale) -> Result<()> {
        let current = self.core.settings().locale.clone();
        let merged = Locale {
            language: locale.language.or(current.language),
            region: locale.region.or(current.region),
            time_zone: locale.time_zone.or(current.time_zone),
        };
        self.core.set_locale(merged).await
    }
}
