//! Files, over the cable.

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{Files, Result};

use crate::AppleDevice;

const WHAT: &str = "files";

#[async_trait]
impl Files for AppleDevice {
    async fn push(&self, path: &str, content: Bytes) -> Result<()> {
        self.host.cable(WHAT)?.push(path, content).await
    }

    async fn pull(&self, path: &str) -> Result<Bytes> {
        self.host.cable(WHAT)?.pull(path).await
    }

    async fn pull_folder(&self, path: &str) -> Result<Bytes> {
        self.host.cable(WHAT)?.pull_folder(path).await
    }

    async fn delete(&self, path: &str) -> Result<()> {
        self.host.cable(WHAT)?.delete(path).await
    }
}
