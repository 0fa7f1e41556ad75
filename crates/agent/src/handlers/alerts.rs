//! Alerts.

use hansom_device::{Alert, DeviceError};
use serde_json::Value;

use super::elements::typed;
use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let alerts = state.device.alerts()?;
    let alert: Alert = alerts.current().await?.ok_or(DeviceError::NoAlert)?;
    let button = ask.text("name");
    if let Some(label) = button
        && !alert.buttons.iter().any(|known| known == label)
    {
        return Err(Failure::invalid_state(format!(
            "the alert has no button '{label}'; it has {}",
            alert.buttons.join(", ")
        )));
    }
    match ask.found.call {
        Call::AlertText => return Ok(alert.text.into()),
        Call::AlertButtons => return Ok(alert.buttons.into()),
        Call::AcceptAlert => alerts.accept(button).await?,
        Call::DismissAlert => alerts.dismiss(button).await?,
        _ if !alert.has_input => {
            return Err(Failure::unsupported("the alert has no text field"));
        }
        _ => alerts.set_text(&typed(ask)?).await?,
    }
    Ok(Value::Null)
}
