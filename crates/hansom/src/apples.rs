//! Apple devices for mobile sessions: what capabilities say, in the Apple room's words.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_apple::{
    AppleError, ConnectOptions, Hold, Holds, HostTools, Simulator,
    agent::{Dial, TcpDial},
    cable::{Cable, CableDial},
    connect,
};
use hansom_device::{Device, Kind};
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_protocol::{Error, Feature, Grants};

use crate::{
    apple_capabilities::Asked,
    attached::{AgentWish, Cables, Reached, reach},
    simulators::{Simulators, named_udid, start},
};

/// The agent's port, on a simulator that of its Mac, unless the session says otherwise.
const AGENT_PORT: u16 = 8100;

/// Opens Apple devices by their agent, with the simulator's tools where there are any.
pub(crate) struct Apples {
    grants: Arc<Grants>,
    holds: Arc<Holds>,
    cables: Cables,
    simulators: Simulators,
}

impl Apples {
    pub(crate) fn new(state: Arc<StateDir>, grants: Arc<Grants>) -> Self {
        Self {
            grants,
            holds: Arc::default(),
            cables: Cables::new(Arc::clone(&state)),
            simulators: Simulators::new(state),
        }
    }

    async fn simulator(&self, request: &DeviceRequest, boots: bool) -> Result<Simulator, Error> {
        match self.simulators.meant(request, boots).await {
            Ok(found) => Ok(found),
            Err(error) => {
                let udid = named_udid(request).unwrap_or("auto");
                Err(self.nowhere(udid, error).await)
            }
        }
    }

    /// Neither attached nor a simulator.
    async fn nowhere(&self, udid: &str, simulators: AppleError) -> Error {
        let simulators = match simulators {
            AppleError::NoDevice { known, .. } => known,
            _ if cfg!(not(target_os = "macos")) => "simulators need a Mac with Xcode".to_owned(),
            other => other.to_string(),
        };
        let error = Error::from(AppleError::NoDevice {
            udid: udid.to_owned(),
            known: format!("{}; {simulators}", self.cables.known().await),
        });
        if !udid.eq_ignore_ascii_case("auto") {
            return error;
        }
        // Clients for Appium ask for an Apple device unless told otherwise, and may mean the one here.
        let cure = "For the virtual phone ask for \"appium:automationName\": \"Virtual\".";
        Error::new(error.code, format!("{} {cure}", error.message))
    }

    /// Keeps a device for a session, under each of its names.
    fn hold(&self, names: &[&str], request: &DeviceRequest) -> Result<Hold, Error> {
        Ok(self.holds.take(names, &request.session)?)
    }

    /// A session on an attached device.
    async fn open_attached(
        &self,
        request: &DeviceRequest,
        asked: &Asked<'_>,
        cable: Cable,
    ) -> Result<Arc<dyn Device>, Error> {
        let hold = self.hold(&[cable.udid()], request)?;
        let limit = asked.launch_timeout();
        let wish = AgentWish {
            commands: asked.port("wdaRemotePort").unwrap_or(CableDial::AGENT_PORT),
            pictures: asked.pictures(),
            runner: asked.text("updatedWDABundleId"),
            limit,
        };
        let reached = reach(&cable, wish).await?;
        let Reached {
            facts,
            dial,
            runner,
        } = reached;
        let udid = cable.udid().to_owned();
        let host = HostTools::Cable(cable);
        let device = connect(ConnectOptions {
            kind: Some(Kind::Real),
            os_version: request.os_version.clone().or(Some(facts.version)),
            toolchain_version: request.toolchain_version.clone(),
            name: request.name.clone().or(Some(facts.name)),
            udid: Some(udid),
            launch_timeout: limit,
            hold: Some(hold),
            runner,
            restarts: asked.restarts(),
            ..ConnectOptions::new(Arc::new(dial), host, asked.timeouts())
        })
        .await?;
        Ok(Arc::new(device))
    }
}

#[async_trait]
impl DeviceFactory for Apples {
    fn family(&self) -> DeviceKind {
        DeviceKind::Apple
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let asked = Asked::new(&request.capabilities)?;
        let url = asked.text("webDriverAgentUrl");
        if url.is_some() {
            // An address of the client's choice is reached from this machine.
            self.grants.require(Feature::CustomAgent)?;
        }
        let attached = match (url, &request.udid) {
            (None, _) => {
                let meant = self.cables.meant(request).await;
                if let Some(cable) = meant.map_err(AppleError::from)? {
                    return self.open_attached(request, &asked, cable).await;
                }
                None
            }
            // Whoever names an attached device beside an address gets its services with it.
            (Some(_), Some(_)) => self.cables.meant(request).await.unwrap_or_default(),
            (Some(_), None) => None,
        };
        let boots = asked.starts_the_agent();
        let udid = named_udid(request);
        // What is named is held before anything is looked up, so that a second session is refused at once.
        let mut simulator = None;
        let mut names: Vec<&str> = udid.into_iter().chain(url).collect();
        if names.is_empty() {
            names.push(&simulator.insert(self.simulator(request, boots).await?).udid);
        }
        let hold = self.hold(&names, request)?;
        // With an address the agent is enough; without one the device must be found.
        if url.is_none() && simulator.is_none() {
            simulator = Some(self.simulator(request, boots).await?);
        }
        let simctl = simulator.as_ref().map(|one| self.simulators.tools(one));
        let started = match &simctl {
            Some(simctl) => start(simctl, &asked, &self.grants)?,
            None => None,
        };
        let dial = match (url, &started) {
            (Some(url), _) => TcpDial::new(url, asked.pictures()),
            (None, Some(started)) => TcpDial::new(&at_home(started.commands), started.pictures),
            (None, None) => {
                let port = asked.port("wdaLocalPort").unwrap_or(AGENT_PORT);
                TcpDial::new(&at_home(port), asked.pictures())
            }
        };
        let dial: Arc<dyn Dial> = Arc::new(dial?);
        let host = match (simctl, attached) {
            (Some(simctl), _) => HostTools::Simulator(simctl),
            (None, Some(cable)) => HostTools::Cable(cable),
            (None, None) => HostTools::None,
        };
        let found = simulator.as_ref();
        let device = connect(ConnectOptions {
            kind: request.kind,
            os_version: request.os_version.clone(),
            toolchain_version: request.toolchain_version.clone(),
            name: request.name.clone().or(found.map(|one| one.name.clone())),
            udid: udid
                .map(str::to_owned)
                .or(found.map(|one| one.udid.clone())),
            launch_timeout: asked.launch_timeout(),
            hold: Some(hold),
            runner: started.map(|started| started.runner),
            restarts: asked.restarts(),
            ..ConnectOptions::new(dial, host, asked.timeouts())
        })
        .await?;
        Ok(Arc::new(device))
    }
}

fn at_home(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}
