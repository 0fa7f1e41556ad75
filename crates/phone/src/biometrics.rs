//! Fingerprint or face: a virtual authenticator, and requests of pages that wait for a match.

use async_trait::async_trait;
use hansom_device::{Biometric, Biometrics, DeviceError, Result};
use serde_json::json;

use crate::{VirtualPhone, core::Core};

impl Core {
    pub(crate) async fn set_enrolled(&self, enrolled: bool) -> Result<()> {
        let arg = json!({ "enrolled": enrolled });
        self.link.run("enroll", arg).await?;
        self.settings().enrolled = enrolled;
        self.changed();
        Ok(())
    }
}

#[async_trait]
impl Biometrics for VirtualPhone {
    async fn is_enrolled(&self) -> Result<bool> {
        Ok(self.core.settings().enrolled)
    }

    async fn enroll(&self, enrolled: bool) -> Result<()> {
        self.core.set_enrolled(enrolled).await
    }

    async fn present(&self, _: Biometric, matches: bool) -> Result<()> {
        if !self.core.settings().enrolled {
            return Err(DeviceError::InvalidState(
                "no finger or face is enrolled; enrol one first".into(),
            ));
        }
        let arg = json!({ "matches": matches });
        let waiting: u32 = self.core.link.call("presentBiometric", arg).await?;
        tracing::debug!(waiting, matches, "a finger or face was presented");
        Ok(())
    }
}
