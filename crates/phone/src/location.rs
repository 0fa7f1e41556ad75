//! Where the phone is. Pages see it through `navigator.geolocation`, watches included.

use async_trait::async_trait;
use hansom_device::{Location, LocationPermission, Position, Result};
use serde_json::json;

use crate::{VirtualPhone, core::Core};

/// Metres around the position that pages are told.
const ACCURACY: f64 = 5.0;

impl Core {
    /// Tells Firefox the position: the simulated one, else the set one, else zeros.
    pub(crate) async fn apply_position(&self) -> Result<()> {
        let position = {
            let settings = self.settings();
            settings.simulated.or(settings.position).unwrap_or_default()
        };
        let coordinates = json!({
            "latitude": position.latitude,
            "longitude": position.longitude,
            "altitude": position.altitude,
            "accuracy": ACCURACY,
        });
        let params = json!({ "coordinates": coordinates });
        self.emulate("emulation.setGeolocationOverride", params)
            .await
    }
}

#[async_trait]
impl Location for VirtualPhone {
    async fn agent_permission(&self) -> Result<LocationPermission> {
        Ok(self.core.settings().agent_location)
    }

    async fn position(&self) -> Result<Position> {
        let settings = self.core.settings();
        Ok(settings.simulated.or(settings.position).unwrap_or_default())
    }

    async fn set_position(&self, position: Position) -> Result<()> {
        self.core.settings().position = Some(position);
        self.core.apply_position().await
    }

    async fn simulated(&self) -> Result<Option<Position>> {
        Ok(self.core.settings().simulated)
    }

    async fn simulate(&self, position: Option<Position>) -> Result<()> {
        self.core.settings().simulated = position;
        self.core.apply_position().await
    }
}
