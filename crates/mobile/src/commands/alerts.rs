//! Alerts of the system and of pages, in the native context.

use hansom_device::{Alert, DeviceError};
use hansom_protocol::{Answer, Error, Params};

use crate::{error::Result, session::SessionState};

async fn current(state: &SessionState) -> Result<Alert> {
    Ok(state
        .device
        .alerts()?
        .current()
        .await?
        .ok_or(DeviceError::NoAlert)?)
}

/// The text of the open alert.
pub(crate) async fn text(state: &SessionState) -> Result<Answer> {
    let text = state.device.alerts()?.alert_text().await?;
    Ok(Answer::value(text.ok_or(DeviceError::NoAlert)?))
}

/// Types into the open alert.
pub(crate) async fn send_text(state: &SessionState, params: &Params) -> Result<Answer> {
    let text: String = params.required("text")?;
    if !current(state).await?.has_input {
        return Err(DeviceError::NotInteractable("the alert has no text field".to_owned()).into());
    }
    state.device.alerts()?.set_text(&text).await?;
    Ok(Answer::null())
}

/// Presses the accepting button.
pub(crate) async fn accept(state: &SessionState) -> Result<Answer> {
    state.device.alerts()?.accept(None).await?;
    Ok(Answer::null())
}

/// Presses the dismissing button.
pub(crate) async fn dismiss(state: &SessionState) -> Result<Answer> {
    state.device.alerts()?.dismiss(None).await?;
    Ok(Answer::null())
}

/// `mobile: alert`.
pub(crate) async fn method(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let action: String = params.required("action")?;
    let label: Option<String> = params.optional("buttonLabel")?;
    if !["accept", "dismiss", "getButtons"].contains(&action.as_str()) {
        return Err(Error::invalid_argument(format!(
            "`action` must be accept, dismiss or getButtons, got `{action}`."
        ))
        .into());
    }
    let alert = current(state).await?;
    if let Some(label) = &label
        && !alert.buttons.contains(label)
    {
        return Err(Error::invalid_argument(format!(
            "the alert has no button `{label}`; it has {}.",
            alert.buttons.join(", ")
        ))
        .into());
    }
    let alerts = state.device.alerts()?;
    match action.as_str() {
        "accept" => alerts.accept(label.as_deref()).await?,
        "dismiss" => alerts.dismiss(label.as_deref()).await?,
        _ => return Ok(Answer::value(alert.buttons)),
    }
    Ok(Answer::null())
}
