//! A device on the stand-in: what it is, what it holds, and where its ports lead.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

use super::{identity::Identity, wire::dict};

/// Whether it trusts this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// It does.
    Paired,
    /// There is no record of a pairing.
    Never,
    /// There is one, and lockdown answers a session with this word.
    Refuses(&'static str),
}

/// What changes while a device is attached.
#[derive(Debug, Default)]
pub struct DeviceState {
    /// Installed apps: bundle id to the name of the program.
    pub apps: BTreeMap<String, String>,
    /// Files by their path; those of containers begin with `@bundle.id/`.
    pub files: BTreeMap<String, Vec<u8>>,
    /// What the location service was sent.
    pub locations: Vec<String>,
    /// How many percent were told before the last installation ended.
    pub progress: Vec<u64>,
}

/// A device to attach.
pub struct FakeDevice {
    pub(super) udid: String,
    pub(super) version: String,
    pub(super) product: String,
    pub(super) trust: Trust,
    pub(super) developer_mode: bool,
    /// What the installation of an app ends in, if not well.
    pub(super) install_error: Option<&'static str>,
    pub(super) ports: HashMap<u16, SocketAddr>,
    pub(super) identity: Identity,
    pub(super) unplugged: CancellationToken,
    state: Arc<Mutex<DeviceState>>,
}

impl FakeDevice {
    /// A paired iPhone of version 16.4 in developer mode.
    pub fn new(udid: &str) -> Self {
        Self {
            udid: udid.to_owned(),
            version: "16.4".to_owned(),
            product: "iPhone14,2".to_owned(),
            trust: Trust::Paired,
            developer_mode: true,
            install_error: None,
            ports: HashMap::new(),
            identity: Identity::new(),
            unplugged: CancellationToken::new(),
            state: Arc::default(),
        }
    }

    /// Of another version.
    #[must_use]
    pub fn version(mut self, version: &str) -> Self {
        version.clone_into(&mut self.version);
        self
    }

    /// Another product.
    #[must_use]
    pub fn product(mut self, product: &str) -> Self {
        product.clone_into(&mut self.product);
        self
    }

    /// With another mind about this machine.
    #[must_use]
    pub fn trust(mut self, trust: Trust) -> Self {
        self.trust = trust;
        self
    }

    /// Without developer mode.
    #[must_use]
    pub fn no_developer_mode(mut self) -> Self {
        self.developer_mode = false;
        self
    }

    /// Installations fail in these words.
    #[must_use]
    pub fn refuses_apps(mut self, words: &'static str) -> Self {
        self.install_error = Some(words);
        self
    }

    /// A port of the device that leads to an address of this machine.
    #[must_use]
    pub fn port(mut self, port: u16, address: SocketAddr) -> Self {
        self.ports.insert(port, address);
        self
    }

    /// An app that is installed already.
    #[must_use]
    pub fn app(self, bundle: &str, program: &str) -> Self {
        self.state()
            .apps
            .insert(bundle.to_owned(), program.to_owned());
        self
    }

    /// What it holds, also after it was attached.
    pub fn shared(&self) -> Arc<Mutex<DeviceState>> {
        Arc::clone(&self.state)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, DeviceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn describe(&self, number: u32) -> plist::Dictionary {
        let properties = dict([
            ("ConnectionType", "USB".into()),
            ("SerialNumber", self.udid.clone().into()),
            ("DeviceID", number.into()),
        ]);
        dict([
            ("MessageType", "Attached".into()),
            ("DeviceID", number.into()),
            ("Properties", plist::Value::Dictionary(properties)),
        ])
    }
}
