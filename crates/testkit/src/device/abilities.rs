//! What not every device has: lock, position, biometrics, motion.

use async_trait::async_trait;
use hansom_device::{
    Biometric, Biometrics, Location, LocationPermission, Lock, Motion, Position, Result,
};

use super::ScriptedDevice;

#[async_trait]
impl Lock for ScriptedDevice {
    async fn is_locked(&self) -> Result<bool> {
        Ok(self.called("is locked")?.locked)
    }
    async fn lock(&self) -> Result<()> {
        self.called("lock")?.locked = true;
        Ok(())
    }
    async fn unlock(&self) -> Result<()> {
        self.called("unlock")?.locked = false;
        Ok(())
    }
}

#[async_trait]
impl Location for ScriptedDevice {
    async fn agent_permission(&self) -> Result<LocationPermission> {
        let script = self.called("agent permission")?;
        Ok(script.permission.unwrap_or(LocationPermission::Always))
    }
    async fn position(&self) -> Result<Position> {
        Ok(self.called("position")?.position.unwrap_or_default())
    }
    async fn set_position(&self, position: Position) -> Result<()> {
        self.called("set position")?.position = Some(position);
        Ok(())
    }
    async fn simulated(&self) -> Result<Option<Position>> {
        Ok(self.called("simulated")?.simulated)
    }
    async fn simulate(&self, position: Option<Position>) -> Result<()> {
        self.called("simulate")?.simulated = position;
        Ok(())
    }
}

#[async_trait]
impl Biometrics for ScriptedDevice {
    async fn is_enrolled(&self) -> Result<bool> {
        Ok(self.called("is enrolled")?.enrolled)
    }
    async fn enroll(&self, enrolled: bool) -> Result<()> {
        self.called("enroll")?.enrolled = enrolled;
        Ok(())
    }
    async fn present(&self, what: Biometric, matches: bool) -> Result<()> {
        self.called(format!("present {what:?} {matches}")).map(drop)
    }
}

#[async_trait]
impl Motion for ScriptedDevice {
    async fn shake(&self) -> Result<()> {
        self.called("shake").map(drop)
    }
}
