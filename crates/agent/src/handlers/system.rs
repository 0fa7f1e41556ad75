//! Lock, pasteboard, battery, location, appearance, biometrics.

use base64_simd::{STANDARD, forgiving_decode_to_vec};
use bytes::Bytes;
use hansom_device::{
    Appearance, Biometric, ContentType, LocationPermission, PermissionState, Position,
};
use serde_json::{Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let device = &*state.device;
    match ask.found.call {
        Call::Lock => device.lock()?.lock().await?,
        Call::Unlock => device.lock()?.unlock().await?,
        Call::Locked => return Ok(device.lock()?.is_locked().await?.into()),
        Call::SetPasteboard => {
            let kind = content_type(ask)?;
            let content =
                forgiving_decode_to_vec(ask.need_text("content")?.as_bytes()).map_err(|_| {
                    Failure::invalid_argument("Cannot decode the pasteboard content from base64")
                })?;
            device.clipboard()?.set(kind, Bytes::from(content)).await?;
        }
        Call::GetPasteboard => {
            let content = device.clipboard()?.get(content_type(ask)?).await?;
            return Ok(STANDARD.encode_to_string(content).into());
        }
        Call::BatteryInfo => return Ok(json!(device.power()?.battery().await?)),
        Call::DeviceInfo => return device_info(state).await,
        Call::ResetAppAuth => reset_authorization(state, ask).await?,
        Call::SetAppearance => {
            let appearance = match ask.text("name") {
                Some("light") => Appearance::Light,
                Some("dark") => Appearance::Dark,
                _ => return Err(Failure::invalid_argument("'name' must be light or dark")),
            };
            device.look()?.set(appearance).await?;
        }
        Call::DeviceLocation => return device_location(state).await,
        Call::GetSimulatedLocation => {
            return Ok(match device.location()?.simulated().await? {
                Some(position) => json!(position),
                None => json!({"latitude": null, "longitude": null, "altitude": null}),
            });
        }
        Call::SetSimulatedLocation => {
            let position = Position {
                latitude: ask.need_number("latitude")?,
                longitude: ask.need_number("longitude")?,
                altitude: 0.0,
            };
            device.location()?.simulate(Some(position)).await?;
        }
        Call::ResetSimulatedLocation => device.location()?.simulate(None).await?,
        _ => {
            let matches = ask
                .body
                .get("match")
                .and_then(Value::as_bool)
                .unwrap_or(true);
            device
                .biometrics()?
                .present(Biometric::Finger, matches)
                .await?;
        }
    }
    Ok(Value::Null)
}

fn content_type(ask: &Ask) -> Result<ContentType, Failure> {
    match ask.text("contentType").unwrap_or("plaintext") {
        "plaintext" => Ok(ContentType::PlainText),
        "image" => Ok(ContentType::Image),
        "url" => Ok(ContentType::Url),
        other => Err(Failure::unknown(format!(
            "Unsupported content type: {other}"
        ))),
    }
}

async fn device_info(state: &State) -> Handled {
    let device = &*state.device;
    let facts = device.facts();
    let locale = match device.locale() {
        Ok(settings) => settings.get().await?,
        Err(_) => hansom_device::Locale::default(),
    };
    let style = match device.look() {
        Ok(look) => match look.get().await? {
            Appearance::Light => "light",
            Appearance::Dark => "dark",
        },
        Err(_) => "unsupported",
    };
    Ok(json!({
        "currentLocale": locale.region.or(locale.language).unwrap_or_else(|| "en_US".into()),
        "timeZone": locale.time_zone.unwrap_or_else(|| "GMT".into()),
        "name": facts.name,
        "model": facts.model,
        "uuid": facts.udid,
        "userInterfaceIdiom": match facts.profile {
            hansom_device::Profile::Phone => 0,
            hansom_device::Profile::Tablet => 1,
            hansom_device::Profile::Tv => 2,
        },
        "userInterfaceStyle": style,
        "isSimulator": facts.kind == hansom_device::Kind::Simulator,
        "thermalState": 0,
    }))
}

/// The agent's own view of the position, with Core Location's authorization numbers.
async fn device_location(state: &State) -> Handled {
    let location = state.device.location()?;
    let status = match location.agent_permission().await? {
        LocationPermission::Unset => 0,
        LocationPermission::Never => 2,
        LocationPermission::Always => 3,
        LocationPermission::InUse => 4,
    };
    let position = if status == 3 {
        location.position().await?
    } else {
        Position::default()
    };
    Ok(json!({
        "authorizationStatus": status,
        "latitude": position.latitude,
        "longitude": position.longitude,
        "altitude": position.altitude,
    }))
}

/// Protected resources by XCTest's numbers; only those a device keeps permissions for.
const RESOURCES: &[(i64, &str)] = &[
    (1, "contacts"),
    (4, "photos"),
    (5, "microphone"),
    (6, "camera"),
    (-0x4000_0002, "location"),
];

async fn reset_authorization(state: &State, ask: &Ask) -> Result<(), Failure> {
    let number = ask
        .body
        .get("resource")
        .and_then(Value::as_i64)
        .ok_or_else(|| Failure::invalid_argument("'resource' must be a number"))?;
    let (_, service) = RESOURCES
        .iter()
        .find(|(known, _)| *known == number)
        .ok_or_else(|| Failure::invalid_argument(format!("unknown resource {number}")))?;
    let session = state.session.read().await;
    let app = session
        .as_ref()
        .and_then(|session| session.app.clone())
        .ok_or_else(|| Failure::invalid_argument("the session has no app under test"))?;
    Ok(state
        .device
        .permissions()?
        .set(&app, service, PermissionState::Unset)
        .await?)
}
