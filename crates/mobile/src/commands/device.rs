//! The device itself: what it is, how it looks, its language.

use hansom_device::{Appearance, Kind, Locale, Profile, Unsupported};
use hansom_protocol::{Answer, Error, Params};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{error::Result, session::SessionState};

/// `mobile: deviceInfo`.
pub(crate) async fn info(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let facts = state.device.facts();
    let locale = match state.device.locale() {
        Ok(locale) => locale.get().await?,
        Err(_) => Locale::default(),
    };
    let style = match state.device.look() {
        Ok(look) => Some(word(look.get().await?)),
        Err(_) => None,
    };
    Ok(Answer::value(json!({
        "name": facts.name,
        "model": facts.model,
        "uuid": facts.udid,
        "os": {"name": facts.os.name(), "version": facts.os_version.to_string()},
        "toolchainVersion": facts.toolchain_version.to_string(),
        "isSimulator": facts.kind == Kind::Simulator,
        "profile": facts.profile.name(),
        // Numbers of the platform: phone 0, pad 1, TV 2.
        "userInterfaceIdiom": match facts.profile { Profile::Phone => 0, Profile::Tablet => 1, Profile::Tv => 2 },
        "userInterfaceStyle": style,
        "currentLocale": locale.region,
        "currentLanguage": locale.language,
        "timeZone": locale.time_zone,
    })))
}

/// `mobile: deviceScreenInfo`.
pub(crate) async fn screen_info(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let info = state.device.screen().info().await?;
    Ok(Answer::value(json!({
        "screenSize": {"width": info.width, "height": info.height},
        "statusBarSize": {"width": info.width, "height": info.status_bar_height},
        "scale": info.scale,
    })))
}

/// `mobile: batteryInfo`.
pub(crate) async fn battery(state: &mut SessionState, _: &Params) -> Result<Answer> {
    Ok(Answer::value(state.device.power()?.battery().await?))
}

const fn word(appearance: Appearance) -> &'static str {
    match appearance {
        Appearance::Light => "light",
        Appearance::Dark => "dark",
    }
}

/// `mobile: getAppearance`.
pub(crate) async fn appearance(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let style = word(state.device.look()?.get().await?);
    Ok(Answer::value(json!({ "style": style })))
}

/// `mobile: setAppearance`.
pub(crate) async fn set_appearance(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let style: String = params.required("style")?;
    let appearance = match style.as_str() {
        "light" => Appearance::Light,
        "dark" => Appearance::Dark,
        other => {
            return Err(Error::invalid_argument(format!(
                "`style` must be light or dark, got `{other}`."
            ))
            .into());
        }
    };
    state.device.look()?.set(appearance).await?;
    Ok(Answer::null())
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// `mobile: configureLocalization`.
pub(crate) async fn localize(state: &mut SessionState, params: &Params) -> Result<Answer> {
    if params.has("keyboard") {
        return Err(
            Unsupported::new("choosing a keyboard", "the keyboard follows the language").into(),
        );
    }
    let language: Option<Named> = params.optional("language")?;
    let region: Option<Named> = params.optional("locale")?;
    if language.is_none() && region.is_none() {
        return Err(Error::invalid_argument(
            "give `language`, `locale` or both, each as {\"name\": …}.",
        )
        .into());
    }
    let locale = Locale {
        language: language.map(|language| language.name),
        region: region.map(|region| region.name),
        time_zone: None,
    };
    state.device.locale()?.set(locale).await?;
    Ok(Answer::value(true))
}

/// Changes settings of the session.
pub(crate) async fn update_settings(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let changes: Map<String, Value> = params.required("settings")?;
    state.apply_settings(changes).await?;
    Ok(Answer::null())
}
