//! Apps: launch, activate, terminate, background.

use std::time::Duration;

use hansom_device::{AppId, Device, DeviceError, LaunchOptions, Locale};
use serde_json::{Map, Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

/// How long an app stays in the background when the client does not say.
const DEACTIVATE_SECONDS: f64 = 3.0;

/// The home screen is an app as well.
const HOME_SCREEN: &str = "com.apple.springboard";

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let apps = state.device.apps();
    match ask.found.call {
        Call::OpenUrl => {
            let app = ask.text("bundleId").map(AppId::new);
            apps.open_url(ask.need_text("url")?, app.as_ref()).await?;
        }
        Call::LaunchApp => launch(&*state.device, &app(ask)?, &ask.body).await?,
        Call::ActivateApp => apps.activate(&app(ask)?).await?,
        Call::TerminateApp => return Ok(apps.terminate(&app(ask)?).await?.into()),
        Call::AppState => return Ok((apps.state(&app(ask)?).await? as u8).into()),
        Call::ListApps => {
            let front = apps.foreground().await?;
            let id = front.map_or_else(|| HOME_SCREEN.to_owned(), |app| app.bundle_id.0);
            return Ok(json!([{"pid": 1, "bundleId": id}]));
        }
        Call::DeactivateApp => deactivate(state, ask).await?,
        Call::ActiveAppInfo => return active(state).await,
        _ => apps.home().await?,
    }
    Ok(Value::Null)
}

fn app(ask: &Ask) -> Result<AppId, Failure> {
    ask.need_text("bundleId").map(AppId::new)
}

/// Launches with the `arguments` and `environment` of a body. Language, region and time zone are among
/// them, as the system takes them for one app.
pub(super) async fn launch(
    device: &dyn Device,
    app: &AppId,
    body: &Map<String, Value>,
) -> Result<(), Failure> {
    let options = options(body);
    let locale = locale(&options);
    if locale != Locale::default()
        && let Ok(settings) = device.locale()
    {
        settings.set(locale).await?;
    }
    Ok(device.apps().launch(app, options).await?)
}

/// `-AppleLanguages (de) -AppleLocale de_AT` and the variable `TZ`.
fn locale(options: &LaunchOptions) -> Locale {
    let after = |name: &str| {
        let mut words = options.arguments.iter().skip_while(|word| *word != name);
        words.nth(1).map(String::as_str)
    };
    let first = |list: &str| {
        let inner = list.trim_matches(['(', ')']);
        let first = inner.split(',').next().unwrap_or_default();
        first.trim().trim_matches('"').to_owned()
    };
    Locale {
        language: after("-AppleLanguages").map(first),
        region: after("-AppleLocale").map(str::to_owned),
        time_zone: options.environment.get("TZ").cloned(),
    }
}

fn options(body: &Map<String, Value>) -> LaunchOptions {
    let arguments = body.get("arguments").and_then(Value::as_array);
    let environment = body.get("environment").and_then(Value::as_object);
    LaunchOptions {
        arguments: arguments
            .into_iter()
            .flatten()
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect(),
        environment: environment
            .into_iter()
            .flatten()
            .filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned())))
            .collect(),
    }
}

/// Home screen, wait, and the app that was in front again.
async fn deactivate(state: &State, ask: &Ask) -> Result<(), Failure> {
    let apps = state.device.apps();
    let front = apps.foreground().await?.ok_or_else(|| {
        DeviceError::InvalidState("no app is in the foreground to put in the background".into())
    })?;
    let seconds = ask
        .number("duration")
        .unwrap_or(DEACTIVATE_SECONDS)
        .max(0.0);
    let wait = Duration::try_from_secs_f64(seconds)
        .map_err(|error| Failure::invalid_argument(format!("'duration': {error}")))?;
    apps.home().await?;
    tokio::time::sleep(wait).await;
    Ok(apps.activate(&front.bundle_id).await?)
}

async fn active(state: &State) -> Handled {
    let front = state.device.apps().foreground().await?;
    let (id, name) = front.map_or_else(
        || (HOME_SCREEN.to_owned(), " ".to_owned()),
        |app| (app.bundle_id.0, app.name),
    );
    let arguments = json!({"args": [], "env": {}});
    Ok(json!({"pid": 1, "bundleId": id, "name": name, "processArguments": arguments}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_is_found_among_the_launch_arguments() {
        let body = json!({
            "arguments": ["-x", "-AppleLanguages", "(de, \"en\")", "-AppleLocale", "de_AT"],
            "environment": {"TZ": "Europe/Vienna"},
        });
        let found = locale(&options(body.as_object().unwrap()));
        assert_eq!(found.language.as_deref(), Some("de"));
        assert_eq!(found.region.as_deref(), Some("de_AT"));
        assert_eq!(found.time_zone.as_deref(), Some("Europe/Vienna"));
        assert_eq!(locale(&LaunchOptions::default()), Locale::default());
    }
}
