//! What apps may do. Each service is a permission of Firefox for the app's origin; the automation
//! agent has a location permission of its own.

use async_trait::async_trait;
use hansom_device::{AppId, DeviceError, LocationPermission, PermissionState, Permissions, Result};
use serde_json::json;

use crate::VirtualPhone;

/// The on-device automation agent.
const AGENT: &str = "hansom.agent";
/// The service with more than yes and no.
const LOCATION: &str = "location";
/// The services, and Firefox's names for them.
const SERVICES: &[(&str, &str)] = &[
    (LOCATION, "geo"),
    ("notifications", "desktop-notification"),
    ("camera", "camera"),
    ("microphone", "microphone"),
];
const NAMES: &[&str] = &[LOCATION, "notifications", "camera", "microphone"];

fn firefox_name(service: &str) -> Result<&'static str> {
    let known = SERVICES.iter().find(|(name, _)| *name == service);
    known.map(|(_, name)| *name).ok_or_else(|| {
        DeviceError::InvalidArgument(format!(
            "there is no permission `{service}`; there are {}",
            NAMES.join(", ")
        ))
    })
}

#[async_trait]
impl Permissions for VirtualPhone {
    fn services(&self) -> &[&'static str] {
        NAMES
    }

    async fn get(&self, app: &AppId, service: &str) -> Result<PermissionState> {
        let name = firefox_name(service)?;
        if app.0 == AGENT {
            return Ok(self.agent(service));
        }
        let origin = self.core.store.require(app)?.origin();
        let arg = json!({ "origin": origin, "type": name });
        let state: String = self.core.link.call("getPermission", arg).await?;
        Ok(match state.as_str() {
            "granted" if service == LOCATION && self.core.settings().in_use.contains(app) => {
                PermissionState::InUse
            }
            "granted" => PermissionState::Yes,
            "denied" => PermissionState::No,
            _ => PermissionState::Unset,
        })
    }

    async fn set(&self, app: &AppId, service: &str, state: PermissionState) -> Result<()> {
        let name = firefox_name(service)?;
        if state == PermissionState::InUse && service != LOCATION {
            return Err(DeviceError::InvalidArgument(format!(
                "only the permission `{LOCATION}` can be limited to the time of use"
            )));
        }
        if app.0 == AGENT {
            return self.set_agent(service, state);
        }
        let origin = self.core.store.require(app)?.origin();
        let action = match state {
            PermissionState::Unset => "prompt",
            PermissionState::No => "denied",
            PermissionState::Yes | PermissionState::InUse => "granted",
        };
        let arg = json!({ "origin": origin, "type": name, "state": action });
        self.core.link.run("setPermission", arg).await?;
        let mut settings = self.core.settings();
        if service == LOCATION && state == PermissionState::InUse {
            settings.in_use.insert(app.clone());
        } else if service == LOCATION {
            settings.in_use.remove(app);
        }
        Ok(())
    }
}

impl VirtualPhone {
    fn agent(&self, service: &str) -> PermissionState {
        if service != LOCATION {
            return PermissionState::Unset;
        }
        match self.core.settings().agent_location {
            LocationPermission::Unset => PermissionState::Unset,
            LocationPermission::Never => PermissionState::No,
            LocationPermission::InUse => PermissionState::InUse,
            LocationPermission::Always => PermissionState::Yes,
        }
    }

    fn set_agent(&self, service: &str, state: PermissionState) -> Result<()> {
        if service != LOCATION {
            return Err(DeviceError::InvalidArgument(format!(
                "the agent `{AGENT}` has only the permission `{LOCATION}`"
            )));
        }
        self.core.settings().agent_location = match state {
            PermissionState::Unset => LocationPermission::Unset,
            PermissionState::No => LocationPermission::Never,
            PermissionState::InUse => LocationPermission::InUse,
            PermissionState::Yes => LocationPermission::Always,
        };
        Ok(())
    }
}
