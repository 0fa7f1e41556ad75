//! Apps that run: start, end, background, states.

use std::time::Duration;

use hansom_device::{AppId, LaunchOptions};
use hansom_protocol::{Answer, Error, Params};
use serde_json::json;

use super::time;
use crate::{error::Result, session::SessionState};

/// Starts an app, or brings it to the front.
pub(crate) async fn launch(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    let options = LaunchOptions {
        arguments: params.optional("arguments")?.unwrap_or_default(),
        environment: params.optional("environment")?.unwrap_or_default(),
    };
    state.launch(app, options).await?;
    Ok(Answer::null())
}

/// Brings an app to the front.
pub(crate) async fn activate(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    state.device.apps().activate(&app).await?;
    Ok(Answer::null())
}

/// Ends an app; whether it ran.
pub(crate) async fn terminate(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    Ok(Answer::value(state.device.apps().terminate(&app).await?))
}

/// Ends the app under test, clears its data and starts it.
pub(crate) async fn reset(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    state.device.apps().clear(&app).await?;
    state.launch(app, LaunchOptions::default()).await?;
    Ok(Answer::null())
}

/// The state of an app, 0 to 4.
pub(crate) async fn state(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    Ok(Answer::value(state.device.apps().state(&app).await? as u8))
}

/// The app on the screen, and what this session launched it with: clients relaunch an app from that.
pub(crate) async fn active(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let app = state.device.apps().foreground().await?;
    let launched = app
        .as_ref()
        .and_then(|app| state.launched_with.get(&app.bundle_id).cloned())
        .unwrap_or_default();
    let process = json!({"args": launched.arguments, "env": launched.environment});
    Ok(Answer::value(match app {
        Some(app) => json!({
            "bundleId": app.bundle_id, "name": app.name, "version": app.version,
            "processArguments": process,
        }),
        None => json!({
            "bundleId": null, "name": null, "version": null, "processArguments": process,
        }),
    }))
}

/// Opens an address.
pub(crate) async fn deep_link(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let url: String = params.required("url")?;
    let app: Option<String> = params.optional("bundleId")?;
    let app = app.map(AppId::new);
    state.device.apps().open_url(&url, app.as_ref()).await?;
    Ok(Answer::null())
}

/// Shows the home screen. A number of seconds brings the app back after it; null and negative numbers
/// leave it in the background. `{"timeout": milliseconds}` is the older way to say it.
pub(crate) async fn background(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let wait = background_time(params)?;
    let apps = state.device.apps();
    match wait {
        Some(wait) => apps.background(wait, state.app.as_ref()).await?,
        None => apps.home().await?,
    }
    Ok(Answer::null())
}

fn background_time(params: &Params) -> Result<Option<Duration>> {
    if !params
        .raw("seconds")
        .is_some_and(|text| text.starts_with('{'))
    {
        return time::seconds(params, "seconds");
    }
    let inner = Params::parse(params.raw("seconds").unwrap_or_default().to_owned())?;
    if inner.raw("timeout").is_none() {
        return Err(Error::invalid_argument(
            "`seconds` must be a number, null or {\"timeout\": milliseconds}.",
        )
        .into());
    }
    match inner.optional::<f64>("timeout")? {
        Some(millis) if millis >= 0.0 => Ok(Some(time::duration(millis / 1000.0, "seconds")?)),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_in_the_background_is_a_number_nothing_or_an_older_object() {
        let read = |text: &'static str| background_time(&Params::parse(text).unwrap());
        assert_eq!(read(r#"{"seconds": 0}"#).unwrap(), Some(Duration::ZERO));
        assert_eq!(
            read(r#"{"seconds": 2.5}"#).unwrap(),
            Some(Duration::from_millis(2500))
        );
        for kept in [
            r#"{"seconds": null}"#,
            r#"{"seconds": -1}"#,
            r#"{"seconds": {"timeout": null}}"#,
            r#"{"seconds": {"timeout": -5}}"#,
            "{}",
        ] {
            assert_eq!(read(kept).unwrap(), None, "{kept}");
        }
        assert_eq!(
            read(r#"{"seconds": {"timeout": 1500}}"#).unwrap(),
            Some(Duration::from_millis(1500))
        );
        for bad in [
            r#"{"seconds": "5"}"#,
            r#"{"seconds": {"timeout": "x"}}"#,
            r#"{"seconds": {}}"#,
            r#"{"seconds": [1]}"#,
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
