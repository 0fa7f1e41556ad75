//! The location: the agent's own view, its simulated one, and the simulator's.

use async_trait::async_trait;
use hansom_device::{Location, LocationPermission, Position, Result};
use hyper::Method;
use serde::Deserialize;
use serde_json::json;

use crate::{AppleDevice, AppleError, HostTools};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AgentLocation {
    authorization_status: u8,
    latitude: f64,
    longitude: f64,
    #[serde(default)]
    altitude: f64,
}

impl AgentLocation {
    fn permission(&self) -> LocationPermission {
        match self.authorization_status {
            3 => LocationPermission::Always,
            4 => LocationPermission::InUse,
            1 | 2 => LocationPermission::Never,
            _ => LocationPermission::Unset,
        }
    }

    fn position(&self) -> Position {
        Position {
            latitude: self.latitude,
            longitude: self.longitude,
            altitude: self.altitude,
        }
    }
}

#[derive(Deserialize)]
struct Simulated {
    latitude: Option<f64>,
    longitude: Option<f64>,
    altitude: Option<f64>,
}

impl AppleDevice {
    async fn agent_location(&self) -> Result<AgentLocation> {
        Ok(self.get("getGeoLocation", "/wda/device/location").await?)
    }

    async fn agent_simulates(&self, position: Option<Position>) -> Result<(), AppleError> {
        let path = "/wda/simulatedLocation";
        match position {
            Some(at) => {
                let body = json!({"latitude": at.latitude, "longitude": at.longitude});
                self.post("setSimulatedLocation", path, &body).await?;
            }
            None => {
                self.ask("resetSimulatedLocation", Method::DELETE, path, None)
                    .await?;
            }
        }
        Ok(())
    }
}

#[async_trait]
impl Location for AppleDevice {
    async fn agent_permission(&self) -> Result<LocationPermission> {
        Ok(self.agent_location().await?.permission())
    }

    async fn position(&self) -> Result<Position> {
        Ok(self.agent_location().await?.position())
    }

    /// The agent tells both at once.
    async fn permitted_position(&self) -> Result<(LocationPermission, Position)> {
        let found = self.agent_location().await?;
        Ok((found.permission(), found.position()))
    }

    /// A simulator is told by its host; an agent without a host takes it as a simulated position.
    async fn set_position(&self, position: Position) -> Result<()> {
        match &self.host {
            HostTools::Simulator(simctl) => {
                let pair = format!("{:.7},{:.7}", position.latitude, position.longitude);
                simctl.run("location", &["set", &pair]).await?;
                Ok(())
            }
            HostTools::Cable(cable) if !self.facts.os_version.at_least(17) => {
                let version = &self.facts.os_version;
                Ok(cable.relocate(version, Some(position)).await?)
            }
            HostTools::Cable(_) | HostTools::None => self.simulate(Some(position)).await,
        }
    }

    async fn simulated(&self) -> Result<Option<Position>> {
        if let HostTools::Cable(cable) = &self.host
            && let Some(position) = cable.relocated().await
        {
            return Ok(Some(position));
        }
        let found: Simulated = self
            .get("getSimulatedLocation", "/wda/simulatedLocation")
            .await?;
        Ok(found
            .latitude
            .zip(found.longitude)
            .map(|(latitude, longitude)| Position {
                latitude,
                longitude,
                altitude: found.altitude.unwrap_or_default(),
            }))
    }

    /// The agent simulates; one that was built too long ago cannot, and the cable can.
    async fn simulate(&self, position: Option<Position>) -> Result<()> {
        match (self.agent_simulates(position).await, &self.host) {
            (Err(AppleError::Refused { code, .. }), HostTools::Cable(cable))
                if matches!(code.as_str(), "unsupported operation" | "unknown command") =>
            {
                let version = &self.facts.os_version;
                Ok(cable.relocate(version, position).await?)
            }
            (outcome, _) => Ok(outcome?),
        }
    }
}
