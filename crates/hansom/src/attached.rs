//! Attached Apple devices: which one a session means, and the way to its agent.

use std::{sync::Arc, time::Duration};

use hansom_apple::{
    AppleError,
    cable::{Attached, Cable, CableDial, CableError, CableFacts, Muxer, RunnerOptions, pick},
};
use hansom_device::Kind;
use hansom_host::StateDir;
use hansom_mobile::DeviceRequest;

/// The attached devices, or why they are not known.
pub(crate) struct Cables {
    muxer: Result<Muxer, CableError>,
    state: Arc<StateDir>,
}

/// What a session says of the agent on an attached device.
pub(crate) struct AgentWish<'a> {
    /// Port for commands, on the device.
    pub(crate) commands: u16,
    /// Port for pictures, on the device.
    pub(crate) pictures: u16,
    /// Bundle id of the runner.
    pub(crate) runner: Option<&'a str>,
    /// How long until the agent listens.
    pub(crate) limit: Duration,
}

/// An attached device with an agent that listens.
pub(crate) struct Reached {
    pub(crate) cable: Cable,
    pub(crate) facts: CableFacts,
    pub(crate) dial: CableDial,
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

    /// The device that a session means, if it is attached: by its udid, or the only one. A machine
    /// without usbmuxd has none.
    pub(crate) async fn meant(&self, request: &DeviceRequest) -> Result<Option<Cable>, CableError> {
        // A session that wants a simulator does not get the phone that charges on the desk.
        if request.kind == Some(Kind::Simulator) {
            return Ok(None);
        }
        let udid = request.udid.as_deref().unwrap_or("auto");
        let attached = match self.all().await {
            Ok(attached) => attached,
            Err(error @ CableError::BadMuxer(_)) => return Err(error),
            Err(error) => {
                tracing::debug!(%error, "attached devices are not known");
                return Ok(None);
            }
        };
        let found = pick(&attached, udid)?;
        found.map(|attached| self.to(attached)).transpose()
    }

    /// In words, for the error of a session that found no device.
    pub(crate) async fn known(&self) -> String {
        match self.all().await {
            Ok(all) if all.is_empty() => "no device is attached".to_owned(),
            Ok(all) => {
                let udids: Vec<String> = all.into_iter().map(|one| one.udid).collect();
                format!("attached are {}", udids.join(", "))
            }
            Err(error) => error.to_string(),
        }
    }
}

/// Makes sure of an agent on the device, which is started if it does not run.
pub(crate) async fn reach(cable: Cable, wish: AgentWish<'_>) -> Result<Reached, AppleError> {
    let facts = cable.facts().await?;
    let options = RunnerOptions {
        bundle: wish.runner.map(str::to_owned),
        version: facts.version.clone(),
        commands: wish.commands,
        pictures: wish.pictures,
        limit: wish.limit,
    };
    let dial = CableDial::to_agent(cable.clone(), options).await?;
    Ok(Reached { cable, facts, dial })
}
