//! Attached Apple devices.

use std::sync::Arc;

use hansom_apple::cable::{Attached, Cable, CableError, Muxer};
use hansom_host::StateDir;

/// The attached devices, or why they are not known.
pub(crate) struct Cables {
    muxer: Result<Muxer, CableError>,
    state: Arc<StateDir>,
}

impl Cables {
    /// Connects to nothing.
    pub(crate) fn new(state: Arc<StateDir>) -> Self {
        Self {
            muxer: Muxer::from_env(),
            state,
        }
    }

    /// Every attached device.
    pub(crate) async fn all(&self) -> Result<Vec<Attached>, CableError> {
        self.muxer.clone()?.attached().await
    }

    /// The way to an attached device.
    pub(crate) fn to(&self, attached: Attached) -> Result<Cable, CableError> {
        let muxer = self.muxer.clone()?;
        Ok(Cable::new(muxer, attached, Arc::clone(&self.state)))
    }
}
