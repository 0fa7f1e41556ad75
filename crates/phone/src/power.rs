//! Battery and clock. The phone is always plugged in; its clock is this machine's.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;
use hansom_device::{BatteryInfo, Power, Result};

use crate::VirtualPhone;

#[async_trait]
impl Power for VirtualPhone {
    async fn battery(&self) -> Result<BatteryInfo> {
        Ok(BatteryInfo {
            level: 1.0,
            state: 3,
        })
    }

    async fn time(&self) -> Result<Duration> {
        Ok(SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default())
    }
}
