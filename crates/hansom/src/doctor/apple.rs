//! What real Apple devices need; the virtual phone needs none of it. Looks, and changes nothing.

use std::sync::Arc;

use hansom_apple::cable::{Cable, CableError, Pairing, Readiness, readiness};

use super::{check::Check, machine::install};
use crate::{attached::Cables, cli::Settings, serve};

/// The daemon, every attached device, and Xcode on a Mac.
pub(super) async fn all(settings: &Settings) -> Vec<Check> {
    let mut checks = devices(settings).await;
    if cfg!(target_os = "macos") {
        checks.push(match which::which("xcrun") {
            Ok(path) => Check::ok("xcrun", path.display().to_string()),
            Err(_) => Check::missing(
                "xcrun",
                "no program `xcrun`; simulators cannot be used",
                "xcode-select --install",
            ),
        });
    }
    checks
}

async fn devices(settings: &Settings) -> Vec<Check> {
    const NAME: &str = "usbmuxd";
    let state = match serve::state_dir(settings.state_dir.as_deref()) {
        Ok(state) => state,
        Err(error) => return vec![Check::missing(NAME, error.to_string(), "")],
    };
    let cables = Cables::new(Arc::clone(&state));
    let attached = match cables.all().await {
        Ok(attached) => attached,
        Err(error @ CableError::BadMuxer(_)) => {
            return vec![Check::missing(NAME, error.to_string(), error.cure())];
        }
        Err(error) => {
            let found = format!("{error}; attached iPhones cannot be reached");
            return vec![Check::missing(NAME, found, install("usbmuxd", "usbmuxd"))];
        }
    };
    let count = match attached.len() {
        0 => "answers; no device is attached".to_owned(),
        count => format!("answers; attached: {count}"),
    };
    let mut checks = vec![Check::ok(NAME, count)];
    for one in attached {
        match cables.to(one) {
            Ok(cable) => checks.extend(device(&cable, &readiness(&cable).await)),
            Err(error) => checks.push(Check::missing(NAME, error.to_string(), error.cure())),
        }
    }
    checks
}

/// Pairing, developer mode and agent of one device.
fn device(cable: &Cable, found: &Readiness) -> Vec<Check> {
    let Some(facts) = &found.facts else {
        let reason = found.obstacle.as_ref().map(CableError::to_string);
        let cure = found.obstacle.as_ref().map_or("", CableError::cure);
        return vec![Check::warn("device", reason.unwrap_or_default(), cure)];
    };
    let who = format!("{} ({}, {})", facts.name, facts.version, cable.udid());
    let mut checks = vec![match &facts.pairing {
        Pairing::Paired => Check::ok("pairing", format!("{who} trusts this machine")),
        Pairing::Not(reason) => Check::warn("pairing", format!("{who}: {reason}"), reason.cure()),
    }];
    match facts.developer_mode {
        Some(true) => checks.push(Check::ok("developer", format!("{who}: mode is on"))),
        Some(false) => {
            let off = CableError::DeveloperModeOff {
                udid: cable.udid().to_owned(),
            };
            checks.push(Check::warn(
                "developer",
                format!("{who}: mode is off"),
                off.cure(),
            ));
        }
        None => {}
    }
    checks.push(match (&found.runner, &found.obstacle) {
        _ if found.agent_runs => Check::ok("agent", format!("{who}: one runs")),
        (_, Some(obstacle)) => Check::warn("agent", format!("{who}: {obstacle}"), obstacle.cure()),
        (Some(runner), None) => Check::ok("agent", format!("{who}: {runner} is installed")),
        (None, None) => Check::ok("agent", who),
    });
    checks
}
