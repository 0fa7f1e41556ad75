//! Where the device is.
//!
//! The rules of the specification: reading needs the agent's permission 'Always'; on version 17 and
//! later a simulated position that was set is what is read; setting on a real device of version 17
//! and later simulates.

use hansom_device::{Device, Kind, LocationPermission, Position};
use hansom_protocol::{Answer, Error, Params};
use serde_json::json;

use crate::{
    error::{MobileError, Result},
    session::SessionState,
};

/// From this version on positions are simulated.
const SIMULATED_SINCE: u32 = 17;

/// `getGeoLocation`.
pub(crate) async fn get(state: &mut SessionState, _: &Params) -> Result<Answer> {
    let location = state.device.location()?;
    if state.device.facts().os_version.at_least(SIMULATED_SINCE)
        && let Some(position) = location.simulated().await?
    {
        return Ok(Answer::value(position));
    }
    let (permission, position) = location.permitted_position().await?;
    match permission {
        LocationPermission::Always => Ok(Answer::value(position)),
        LocationPermission::InUse => Err(MobileError::LocationNotAlways("While using the app")),
        LocationPermission::Never => Err(MobileError::LocationNotAlways("Never")),
        LocationPermission::Unset => Err(MobileError::LocationNotAlways("Not determined")),
    }
}

/// `setGeoLocation`.
pub(crate) async fn set(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let inner = Params::parse(params.raw("location").unwrap_or("null").to_owned())?;
    let position = position(&inner)?;
    let location = state.device.location()?;
    if simulates(&*state.device) {
        location.simulate(Some(position)).await?;
    } else {
        location.set_position(position).await?;
    }
    Ok(Answer::value(position))
}

fn simulates(device: &dyn Device) -> bool {
    let facts = device.facts();
    facts.kind == Kind::Real && facts.os_version.at_least(SIMULATED_SINCE)
}

/// `mobile: setSimulatedLocation`.
pub(crate) async fn simulate(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let position = position(params)?;
    state.device.location()?.simulate(Some(position)).await?;
    Ok(Answer::null())
}

/// `mobile: getSimulatedLocation`; nulls when none was set.
pub(crate) async fn simulated(state: &mut SessionState, _: &Params) -> Result<Answer> {
    Ok(match state.device.location()?.simulated().await? {
        Some(position) => Answer::value(position),
        None => Answer::value(json!({"latitude": null, "longitude": null, "altitude": null})),
    })
}

/// `mobile: resetSimulatedLocation`.
pub(crate) async fn reset(state: &mut SessionState, _: &Params) -> Result<Answer> {
    state.device.location()?.simulate(None).await?;
    Ok(Answer::null())
}

fn position(params: &Params) -> Result<Position> {
    Ok(Position {
        latitude: degrees(params, "latitude", 90.0)?,
        longitude: degrees(params, "longitude", 180.0)?,
        altitude: params.optional("altitude")?.unwrap_or_default(),
    })
}

fn degrees(params: &Params, name: &str, limit: f64) -> Result<f64, Error> {
    let text = params.raw(name).unwrap_or("nothing");
    match params.optional::<f64>(name) {
        Ok(Some(number)) if (-limit..=limit).contains(&number) => Ok(number),
        _ => Err(Error::invalid_argument(format!(
            "`{name}` must be a number from -{limit} to {limit}, got {text}."
        ))),
    }
}
