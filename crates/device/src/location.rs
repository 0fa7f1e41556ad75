//! Where the device is, or says it is.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::Result;

/// A position on the Earth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Position {
    /// Degrees north, −90…90.
    pub latitude: f64,
    /// Degrees east, −180…180.
    pub longitude: f64,
    /// Metres.
    #[serde(default)]
    pub altitude: f64,
}

/// May an app know the position?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocationPermission {
    /// Not asked yet.
    Unset,
    /// No.
    Never,
    /// While it is in use.
    InUse,
    /// Always.
    Always,
}

/// The location service.
#[async_trait]
pub trait Location: Send + Sync {
    /// The permission of the on-device automation agent.
    async fn agent_permission(&self) -> Result<LocationPermission>;
    /// The position as the agent sees it; zeros until the device has updated.
    async fn position(&self) -> Result<Position>;
    /// Both in one, which some devices can tell with less work. Without the permission 'Always' the
    /// position means nothing.
    async fn permitted_position(&self) -> Result<(LocationPermission, Position)> {
        let permission = self.agent_permission().await?;
        let position = match permission {
            LocationPermission::Always => self.position().await?,
            _ => Position::default(),
        };
        Ok((permission, position))
    }
    /// Sets the device's position (simulators of any version, real devices below 17).
    async fn set_position(&self, position: Position) -> Result<()>;
    /// The simulated position, when one was set.
    async fn simulated(&self) -> Result<Option<Position>>;
    /// Sets or resets the simulated position.
    async fn simulate(&self, position: Option<Position>) -> Result<()>;
}
