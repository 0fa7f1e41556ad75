//! What apps may do.

use std::collections::BTreeMap;

use hansom_device::{AppId, Device, PermissionState};
use hansom_protocol::{Answer, Error, Params};
use serde_json::Value;

use crate::{
    error::{MobileError, Result},
    session::SessionState,
};

/// The words for a state; a permission for the position has its own.
const WORDS: &[(&str, PermissionState)] = &[
    ("yes", PermissionState::Yes),
    ("always", PermissionState::Yes),
    ("no", PermissionState::No),
    ("never", PermissionState::No),
    ("inuse", PermissionState::InUse),
    ("unset", PermissionState::Unset),
];

/// The numbers the platform gives protected resources.
const NUMBERS: &[(i64, &str)] = &[
    (1, "contacts"),
    (2, "calendar"),
    (3, "reminders"),
    (4, "photos"),
    (5, "microphone"),
    (6, "camera"),
    (7, "mediaLibrary"),
    (8, "homeKit"),
    (-0x4000_0000, "bluetooth"),
    (-0x3fff_ffff, "keyboardNetwork"),
    (-0x3fff_fffe, "location"),
    (-0x3fff_fffd, "health"),
];

/// `mobile: setPermission`.
pub(crate) async fn set(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    let access: BTreeMap<String, String> = params.required("access")?;
    for (service, word) in &access {
        parsed(&*state.device, service, word)?;
    }
    for (service, word) in &access {
        set_one(&*state.device, &app, service, word).await?;
    }
    Ok(Answer::null())
}

/// Sets one permission by its words.
pub(crate) async fn set_one(
    device: &dyn Device,
    app: &AppId,
    service: &str,
    word: &str,
) -> Result<()> {
    let (service, state) = parsed(device, service, word)?;
    device.permissions()?.set(app, service, state).await?;
    Ok(())
}

fn parsed(
    device: &dyn Device,
    service: &str,
    word: &str,
) -> Result<(&'static str, PermissionState)> {
    let service = known(device, service)?;
    let lower = word.to_lowercase();
    let state = WORDS
        .iter()
        .find(|(known, _)| *known == lower)
        .map(|(_, state)| *state);
    let allowed = if service == "location" {
        "always, inuse, never, unset"
    } else {
        "yes, no, unset"
    };
    match state {
        Some(PermissionState::InUse) if service != "location" => {}
        Some(state) => return Ok((service, state)),
        None => {}
    }
    Err(Error::invalid_argument(format!(
        "the access to {service} must be one of {allowed}, got `{word}`."
    ))
    .into())
}

/// The service of that name, if the device keeps it.
fn known(device: &dyn Device, service: &str) -> Result<&'static str> {
    let services = device.permissions()?.services();
    services
        .iter()
        .find(|known| known.eq_ignore_ascii_case(service))
        .copied()
        .ok_or_else(|| {
            let message = format!(
                "there is no service `{service}`; there are {}.",
                services.join(", ")
            );
            MobileError::from(Error::invalid_argument(message))
        })
}

/// `mobile: getPermission`.
pub(crate) async fn get(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    let service: String = params.required("service")?;
    let service = known(&*state.device, &service)?;
    let found = state.device.permissions()?.get(&app, service).await?;
    let location = service == "location";
    Ok(Answer::value(match found {
        PermissionState::Unset => "unset",
        PermissionState::InUse => "inuse",
        PermissionState::Yes if location => "always",
        PermissionState::Yes => "yes",
        PermissionState::No if location => "never",
        PermissionState::No => "no",
    }))
}

/// `mobile: resetPermission`, for the app under test.
pub(crate) async fn reset(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let app = state.app_of(params)?;
    let service = match params.required::<Value>("service")? {
        Value::String(name) => name,
        Value::Number(number) => NUMBERS
            .iter()
            .find(|(known, _)| Some(*known) == number.as_i64())
            .map(|(_, name)| (*name).to_owned())
            .ok_or_else(|| {
                Error::invalid_argument(format!(
                    "`service` {number} is not the number of a protected resource."
                ))
            })?,
        other => {
            return Err(Error::invalid_argument(format!(
                "`service` must be a name or a number, got {other}."
            ))
            .into());
        }
    };
    let service = known(&*state.device, &service)?;
    state
        .device
        .permissions()?
        .set(&app, service, PermissionState::Unset)
        .await?;
    Ok(Answer::null())
}
