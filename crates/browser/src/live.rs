//! A session as everybody but its task sees it.

use std::path::PathBuf;

use hansom_protocol::{BidiEndpoint, Command, Inlet, Live};

use crate::addon::AddonInlet;

/// What works while a command runs.
pub(crate) struct BrowserLive {
    /// Where the session's BiDi socket is, when the client asked for one.
    pub(crate) bidi: Option<BidiEndpoint>,
    /// Where addons that clients send are kept.
    pub(crate) addons: PathBuf,
}

impl Live for BrowserLive {
    fn inlet(&self, command: Command) -> Option<Box<dyn Inlet>> {
        match command {
            Command::InstallAddon => Some(Box::new(AddonInlet::new(self.addons.clone()))),
            _ => None,
        }
    }

    fn bidi(&self) -> Option<BidiEndpoint> {
        self.bidi.clone()
    }
}
