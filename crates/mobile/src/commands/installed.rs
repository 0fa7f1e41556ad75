//! Apps that are installed.

use hansom_device::AppState;
use hansom_host::narrate;
use hansom_protocol::{Answer, Error, Params, base64};
use serde_json::{Map, Value, json};

use crate::{capabilities::AppSource, error::Result, session::SessionState};

/// Installs an app from a path, a data: URL or the bytes of an archive.
pub(crate) async fn install(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let key = if params.has("appPath") {
        "appPath"
    } else {
        "app"
    };
    let source = match (
        params.optional::<String>(key)?,
        params.optional::<String>("payload")?,
    ) {
        (Some(app), None) => AppSource::read(&app, key)?,
        (None, Some(payload)) => AppSource::Archive(base64::decode("payload", &payload)?.into()),
        _ => {
            return Err(Error::invalid_argument(
                "give either `app` (a path or data: URL) or `payload` (a zip archive in base64).",
            )
            .into());
        }
    };
    let apps = state.device.apps();
    let installed = apps.install(source.bundle(&state.grants)?);
    narrate("the install of an app", installed).await?;
    Ok(Answer::null())
}

/// Removes an app with its data; whether it was there.
pub(crate) async fn remove(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    Ok(Answer::value(state.device.apps().remove(&app).await?))
}

/// Whether an app is installed.
pub(crate) async fn is_installed(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    let found = state.device.apps().state(&app).await?;
    Ok(Answer::value(found != AppState::NotInstalled))
}

/// Ends an app and deletes its data.
pub(crate) async fn clear(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    state.device.apps().clear(&app).await?;
    Ok(Answer::value(true))
}

/// What is installed, by bundle id, with the keys of the platform's own listing.
pub(crate) async fn list(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let wanted = match params.optional::<String>("applicationType")?.as_deref() {
        None => None,
        Some("User") => Some(false),
        Some("System") => Some(true),
        Some(other) => {
            return Err(Error::invalid_argument(format!(
                "`applicationType` must be User or System, got `{other}`."
            ))
            .into());
        }
    };
    let attributes: Option<Vec<String>> = params.optional("returnAttributes")?;
    let mut all = Map::new();
    for app in state.device.apps().list().await? {
        if wanted.is_some_and(|system| system != app.system) {
            continue;
        }
        let mut entry = json!({
            "CFBundleIdentifier": app.bundle_id,
            "CFBundleName": app.name,
            "CFBundleDisplayName": app.name,
            "CFBundleShortVersionString": app.version,
            "ApplicationType": if app.system { "System" } else { "User" },
        });
        if let (Some(names), Value::Object(members)) = (&attributes, &mut entry) {
            members.retain(|name, _| names.contains(name));
        }
        all.insert(app.bundle_id.0, entry);
    }
    Ok(Answer::value(all))
}
