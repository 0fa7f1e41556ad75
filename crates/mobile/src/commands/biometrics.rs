//! What simulators can pretend: a finger or face, and a shake.

use hansom_device::{Biometric, Kind};
use hansom_protocol::{Answer, Error, Params};

use crate::{
    error::{MobileError, Result},
    session::SessionState,
};

fn simulator_only(state: &SessionState, what: &'static str) -> Result<()> {
    match state.device.facts().kind {
        Kind::Simulator => Ok(()),
        Kind::Real => Err(MobileError::SimulatorOnly(what)),
    }
}

/// Shakes the device.
pub(crate) async fn shake(state: &mut SessionState, _: &Params) -> Result<Answer> {
    simulator_only(state, "shaking")?;
    state.device.motion()?.shake().await?;
    Ok(Answer::null())
}

/// Sets whether a biometric is enrolled; `isEnabled`, or `enabled` on the older route, default true.
pub(crate) async fn enroll(state: &mut SessionState, params: &Params) -> Result<Answer> {
    simulator_only(state, "biometric enrolment")?;
    let key = if params.has("enabled") {
        "enabled"
    } else {
        "isEnabled"
    };
    let enabled = params.optional(key)?.unwrap_or(true);
    state.device.biometrics()?.enroll(enabled).await?;
    Ok(Answer::null())
}

/// Whether a biometric is enrolled.
pub(crate) async fn is_enrolled(state: &mut SessionState, _: &Params) -> Result<Answer> {
    simulator_only(state, "biometric enrolment")?;
    Ok(Answer::value(
        state.device.biometrics()?.is_enrolled().await?,
    ))
}

/// Presents a finger or face that matches, unless `match` is false.
pub(crate) async fn present(state: &mut SessionState, params: &Params) -> Result<Answer> {
    simulator_only(state, "a biometric match")?;
    let what = match params.optional::<String>("type")?.as_deref() {
        None | Some("touchId") => Biometric::Finger,
        Some("faceId") => Biometric::Face,
        Some(other) => {
            return Err(Error::invalid_argument(format!(
                "`type` must be touchId or faceId, got `{other}`."
            ))
            .into());
        }
    };
    let matches = params.optional("match")?.unwrap_or(true);
    let biometrics = state.device.biometrics()?;
    if !biometrics.is_enrolled().await? {
        return Err(MobileError::NotEnrolled);
    }
    biometrics.present(what, matches).await?;
    Ok(Answer::null())
}
