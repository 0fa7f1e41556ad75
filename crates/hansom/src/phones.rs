//! Virtual phones for mobile sessions: what capabilities say, in the phone's words.

use std::{path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_device::Device;
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_phone::{PhoneOptions, PhonePool, VirtualPhone};
use hansom_protocol::Error;

use crate::cli::Settings;

/// Gives each session a phone of its own: one that was booted ahead if there is one, else a new one.
#[derive(Debug)]
pub(crate) struct Phones {
    firefox: Option<PathBuf>,
    boot_timeout: Duration,
    state: Arc<StateDir>,
    pool: Option<PhonePool>,
}

impl Phones {
    /// Begins to boot phones ahead when the operator wants that. Must be called within a runtime.
    pub(crate) fn new(settings: &Settings, state: &Arc<StateDir>) -> Self {
        let ahead = PhoneOptions {
            firefox: settings.binary.clone(),
            boot_timeout: settings.startup_timeout,
            ..PhoneOptions::default()
        };
        let pool =
            (settings.warm_phones > 0).then(|| PhonePool::new(ahead, settings.warm_phones, state));
        Self {
            firefox: settings.binary.clone(),
            boot_timeout: settings.startup_timeout,
            state: Arc::clone(state),
            pool,
        }
    }
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
        if let Some(pool) = &self.pool
            && let Some(phone) = pool.take(&options).await
        {
            return Ok(Arc::new(phone));
        }
        Ok(Arc::new(VirtualPhone::boot(options, &self.state).await?))
    }
}
