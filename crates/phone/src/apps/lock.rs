//! The lock screen.

use async_trait::async_trait;
use hansom_device::{Lock, Result};

use crate::VirtualPhone;

#[async_trait]
impl Lock for VirtualPhone {
    async fn is_locked(&self) -> Result<bool> {
        Ok(self.core.desk.lock().await.locked)
    }

    async fn lock(&self) -> Result<()> {
        self.core.set_locked(true).await
    }

    async fn unlock(&self) -> Result<()> {
        self.core.set_locked(false).await
    }
}
