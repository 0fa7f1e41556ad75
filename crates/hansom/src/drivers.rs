//! Who drives what: the drivers of a server, and the devices of its mobile driver.

use std::sync::Arc;

use hansom_browser::BrowserDriver;
use hansom_firefox::Existing;
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, MobileConfig, MobileDriver, recording::RecordingConfig};
use hansom_protocol::{Driver, Grants};

use crate::{apples::Apples, cli::Settings, phones::Phones};

/// Where Firefox listens when its user has not said.
const MARIONETTE_PORT: u16 = 2828;

/// Every driver. One that cannot work on this machine is here too, so that its error can say what is
/// missing. Must be called within a runtime: browsers and phones may be started ahead.
pub(crate) fn all(
    settings: &Settings,
    grants: &Grants,
    state: &Arc<StateDir>,
) -> Vec<Arc<dyn Driver>> {
    let grants = Arc::new(grants.clone());
    let browser = hansom_browser::Config {
        binary: settings.binary.clone(),
        startup_timeout: settings.startup_timeout,
        warm: settings.warm,
        profile_root: settings.profile_root.clone(),
        marionette_port: settings.marionette_port,
        existing: settings.connect_existing.then(|| Existing {
            host: settings.marionette_host.clone(),
            port: match settings.marionette_port {
                0 => MARIONETTE_PORT,
                port => port,
            },
        }),
        ..hansom_browser::Config::new(Arc::clone(state), Arc::clone(&grants))
    };
    let devices = devices(settings, state, &grants);
    let mobile = MobileConfig {
        recording: RecordingConfig {
            ffmpeg: settings.ffmpeg.clone(),
            ..RecordingConfig::new(Arc::clone(state), (*grants).clone())
        },
        grants,
    };
    vec![
        Arc::new(BrowserDriver::new(browser)),
        Arc::new(MobileDriver::new(devices, mobile)),
    ]
}

/// Where the mobile driver's devices come from, one factory per family.
fn devices(
    settings: &Settings,
    state: &Arc<StateDir>,
    grants: &Arc<Grants>,
) -> Vec<Arc<dyn DeviceFactory>> {
    vec![
        Arc::new(Phones::new(settings, state)),
        Arc::new(Apples::new(Arc::clone(state), Arc::clone(grants))),
    ]
}
