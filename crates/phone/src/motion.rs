//! Shaking: the app in front gets a dozen strong motion events.

use async_trait::async_trait;
use hansom_device::{Motion, Result};
use serde_json::json;

use crate::VirtualPhone;

#[async_trait]
impl Motion for VirtualPhone {
    async fn shake(&self) -> Result<()> {
        self.core.check_crash()?;
        self.core.link.run("shake", json!({})).await
    }
}
