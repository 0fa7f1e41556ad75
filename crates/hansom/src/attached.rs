//! Attached Apple devices: which one a session means, and the way to its agent.

use std::{sync::Arc, time::Duration};

use hansom_apple::{
    AppleError, Runner,
    cable::{
        Attached, Cable, CableDial, CableError, CableFacts, CableRunner, Muxer, RunnerOptions, pick,
    },
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
    /// How long until its test run has begun.
    pub(crate) limit: Duration,
}

/// An attached device and the way to its agent.
pub(crate) struct Reached {
    pub(crate) facts: CableFacts,
    pub(crate) dial: CableDial,
    /// Starts the agent; an agent that runs already is left alone.
    pub(crate) runner: Option<Arc<dyn Runner>>,
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

/// The way to the agent, with a runner for it where none listens.
pub(crate) async fn reach(cable: &Cable, wish: AgentWish<'_>) -> Result<Reached, AppleError> {
    let facts = cable.facts().await?;
    let dial = CableDial::new(cable.clone(), wish.commands, wish.pictures);
    let runner: Option<Arc<dyn Runner>> = if dial.listens().await? {
        None
    } else {
        let options = RunnerOptions {
            bundle: wish.runner.map(str::to_owned),
            version: facts.version.clone(),
            commands: wish.commands,
            pictures: wish.pictures,
            limit: wish.limit,
        };
        Some(Arc::new(CableRunner::new(cable.clone(), options)))
    };
    Ok(Reached {
        facts,
        dial,
        runner,
    })
}
