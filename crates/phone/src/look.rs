//! Light or dark.

use async_trait::async_trait;
use hansom_device::{Appearance, Look, Result};
use serde_json::json;

use crate::{VirtualPhone, core::Core, server::appearance_name};

impl Core {
    pub(crate) async fn set_appearance(&self, appearance: Appearance) -> Result<()> {
        self.settings().appearance = appearance;
        let arg = json!({ "appearance": appearance_name(appearance) });
        self.link.run("setLook", arg).await?;
        self.changed();
        Ok(())
    }
}

#[async_trait]
impl Look for VirtualPhone {
    async fn get(&self) -> Result<Appearance> {
        Ok(self.core.settings().appearance)
    }

    async fn set(&self, appearance: Appearance) -> Result<()> {
        self.core.set_appearance(appearance).await
    }
}
