//! Virtual phones for mobile sessions: what capabilities say, in the phone's words.

use std::{path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_device::Device;
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_phone::{PhoneOptions, VirtualPhone};
use hansom_protocol::Error;

/// Boots a new phone for each session.
#[derive(Debug)]
pub(crate) struct Phones {
    pub(crate) firefox: Option<PathBuf>,
    pub(crate) boot_timeout: Duration,
    pub(crate) state: Arc<StateDir>,
}

#[async_trait]
impl DeviceFactory for Phones {
    fn family(&self) -> DeviceKind {
        DeviceKind::Virtual
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let defaults = PhoneOptions::default();
        let options = PhoneOptions {
            firefox: self.firefox.clone(),
            profile: request.profile,
            kind: request.kind.unwrap_or(defaults.kind),
            os_version: request.os_version.clone().unwrap_or(defaults.os_version),
            toolchain_version: request
                .toolchain_version
                .clone()
                .unwrap_or(defaults.toolchain_version),
            name: request.name.clone(),
            udid: request.udid.clone(),
            suspend_after: request.suspend_after.unwrap_or(defaults.suspend_after),
            keep_in: request.state_dir.clone(),
            boot_timeout: self.boot_timeout,
            ..defaults
        };
        Ok(Arc::new(VirtualPhone::boot(options, &self.state).await?))
    }
}
