//! One attached device: every service of it is reached from here, with a deadline.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::future::BoxFuture;
use hansom_host::{StateDir, TempFolder};
use idevice::{IdeviceError, provider::UsbmuxdProvider, usbmuxd::UsbmuxdAddr};

use super::{Attached, CableError, Muxer, listen::Listening, location::Simulation, tunnel::Tunnel};

/// What one question to a service may take.
pub(super) const QUICK: Duration = Duration::from_secs(30);
/// What the transfer of a large file or an installation may take.
pub(super) const LONG: Duration = Duration::from_mins(10);

/// The way to an attached device. Clones are the same way.
#[derive(Clone)]
pub struct Cable(Arc<Inner>);

struct Inner {
    muxer: Muxer,
    attached: Attached,
    state: Arc<StateDir>,
    /// From version 17.4 on developer services are behind it; opened by the first who needs one.
    tunnel: tokio::sync::Mutex<Option<Tunnel>>,
    /// The simulated position lasts as long as its connection.
    simulation: tokio::sync::Mutex<Option<Simulation>>,
    /// Listening for the cable to be pulled, begun by the first who waits for it.
    listening: tokio::sync::Mutex<Option<Listening>>,
    /// Unpacked bundles of apps that were installed from here; their strings are read later.
    bundles: Mutex<Vec<TempFolder>>,
}

impl Cable {
    /// To a device that usbmuxd listed.
    pub fn new(muxer: Muxer, attached: Attached, state: Arc<StateDir>) -> Self {
        Self(Arc::new(Inner {
            muxer,
            attached,
            state,
            tunnel: tokio::sync::Mutex::default(),
            simulation: tokio::sync::Mutex::default(),
            listening: tokio::sync::Mutex::default(),
            bundles: Mutex::default(),
        }))
    }

    /// The device.
    pub fn udid(&self) -> &str {
        &self.0.attached.udid
    }

    pub(super) fn muxer(&self) -> &Muxer {
        &self.0.muxer
    }

    pub(super) fn number(&self) -> u32 {
        self.0.attached.number
    }

    pub(super) fn state(&self) -> &Arc<StateDir> {
        &self.0.state
    }

    pub(super) fn tunnel_slot(&self) -> &tokio::sync::Mutex<Option<Tunnel>> {
        &self.0.tunnel
    }

    pub(super) fn simulation_slot(&self) -> &tokio::sync::Mutex<Option<Simulation>> {
        &self.0.simulation
    }

    pub(super) fn listening_slot(&self) -> &tokio::sync::Mutex<Option<Listening>> {
        &self.0.listening
    }

    pub(super) fn keep(&self, folder: TempFolder) {
        let mut bundles = self
            .0
            .bundles
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        bundles.push(folder);
    }

    /// What the crate's services connect through.
    pub(super) fn provider(&self) -> UsbmuxdProvider {
        let address: UsbmuxdAddr = self.0.muxer.address.clone();
        UsbmuxdProvider {
            addr: address,
            tag: self.number(),
            udid: self.udid().to_owned(),
            device_id: self.number(),
            label: "hansom".into(),
        }
    }

    /// Whether the device is still plugged in, under the same number.
    pub(super) async fn is_attached(&self) -> Result<bool, CableError> {
        let number = self.number();
        let all = self.0.muxer.attached().await?;
        Ok(all.iter().any(|one| one.number == number))
    }

    /// The plain reason for a broken connection, if it is the cable.
    pub(crate) async fn broken(&self) -> Option<CableError> {
        match self.is_attached().await {
            Ok(true) => None,
            Ok(false) => Some(CableError::Unplugged {
                udid: self.udid().to_owned(),
            }),
            Err(error) => Some(error),
        }
    }

    /// Does something with the device's services. `what` names it in errors. Boxed: the protocols keep
    /// tens of kilobytes of state, which would otherwise sit in every session's task.
    pub(super) fn run<'a, T: Send + 'a>(
        &'a self,
        what: &'static str,
        limit: Duration,
        work: impl Future<Output = Result<T, IdeviceError>> + Send + 'a,
    ) -> BoxFuture<'a, Result<T, CableError>> {
        let work = Box::pin(work);
        Box::pin(async move {
            let error = match tokio::time::timeout(limit, work).await {
                Ok(Ok(done)) => return Ok(done),
                Ok(Err(error)) => CableError::explain(what, self.udid(), &error),
                Err(_) => CableError::Slow { what, after: limit },
            };
            // A broken connection and a silent one look alike from here; the daemon knows.
            match error {
                CableError::Failed { .. } | CableError::Slow { .. } => {
                    Err(self.broken().await.unwrap_or(error))
                }
                known => Err(known),
            }
        })
    }
}

impl fmt::Debug for Cable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cable").field(&self.0.attached).finish()
    }
}
