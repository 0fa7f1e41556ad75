//! Apple devices for mobile sessions: what capabilities say, in the Apple room's words.

use std::{path::PathBuf, sync::Arc};

use async_trait::async_trait;
use hansom_apple::{
    AppleError, ConnectOptions, Hold, Holds, HostTools, Runner, Simctl, Simulator, SimulatorRunner,
    agent::{Dial, TcpDial},
    cable::{Cable, CableDial},
    connect, simulators,
};
use hansom_device::{Device, Kind, Os};
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_protocol::{Error, Feature, Grants};

use crate::{
    apple_capabilities::Asked,
    attached::{AgentWish, Cables, Reached, reach},
};

/// The agent's port, on a simulator that of its Mac, unless the session says otherwise.
const AGENT_PORT: u16 = 8100;

/// Opens Apple devices by their agent, with the simulator's tools where there are any.
pub(crate) struct Apples {
    xcrun: PathBuf,
    state: Arc<StateDir>,
    grants: Arc<Grants>,
    holds: Arc<Holds>,
    cables: Cables,
}

impl Apples {
    pub(crate) fn new(state: Arc<StateDir>, grants: Arc<Grants>) -> Self {
        Self {
            xcrun: "xcrun".into(),
            cables: Cables::new(Arc::clone(&state)),
            state,
            grants,
            holds: Arc::default(),
        }
    }

    async fn simulator(&self, request: &DeviceRequest, boots: bool) -> Result<Simulator, Error> {
        let all = simulators(&self.xcrun, &self.state).await;
        match all.and_then(|all| choose(all, request, boots)) {
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

    /// Starts the agent of a simulator, when the session wants that.
    fn runner(&self, asked: &Asked<'_>, simctl: &Simctl) -> Result<Option<Started>, Error> {
        if !asked.starts_the_agent() {
            return Ok(None);
        }
        let package = asked.text("prebuiltWDAPath").map(PathBuf::from);
        if package.is_some() {
            self.grants.require(Feature::MobileLocalFiles)?;
        }
        let port = |name| match asked.port(name) {
            Some(port) => Ok(port),
            None => free_port(),
        };
        let (commands, pictures) = (port("wdaLocalPort")?, port("mjpegServerPort")?);
        let bundle = asked.agent_bundle();
        let runner = SimulatorRunner::new(simctl.clone(), bundle, commands, pictures);
        Ok(Some(Started {
            runner: Arc::new(runner.installing(package)),
            commands,
            pictures,
        }))
    }
}

/// An agent that we start, and the ports it is told.
struct Started {
    runner: Arc<dyn Runner>,
    commands: u16,
    pictures: u16,
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
        let simctl = simulator
            .as_ref()
            .map(|one| Simctl::new(&self.xcrun, &one.udid, Arc::clone(&self.state)));
        let started = match &simctl {
            Some(simctl) => self.runner(&asked, simctl)?,
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

/// A port that is free now. Simulators share the network of their Mac, so each agent needs its own.
fn free_port() -> Result<u16, Error> {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).and_then(|one| one.local_addr());
    free.map(|address| address.port())
        .map_err(|error| Error::unknown(format!("there is no free port for the agent: {error}.")))
}

/// The udid that names one device; `auto` names none.
fn named_udid(request: &DeviceRequest) -> Option<&str> {
    let udid = request.udid.as_deref();
    udid.filter(|udid| !udid.eq_ignore_ascii_case("auto"))
}

/// The simulator a session means: by udid, else by name, version and platform, a booted one first. One
/// that is shut down will do where it is booted with its agent.
fn choose(
    all: Vec<Simulator>,
    request: &DeviceRequest,
    boots: bool,
) -> Result<Simulator, AppleError> {
    let udid = named_udid(request);
    let known: Vec<String> = all
        .iter()
        .map(|one| {
            let state = if one.booted { "booted" } else { "shut down" };
            format!(
                "{} ({}, {} {}, {state})",
                one.udid, one.name, one.platform, one.version
            )
        })
        .collect();
    let version = request.os_version.as_ref().map(ToString::to_string);
    let meant = |one: &Simulator| {
        if let Some(udid) = udid {
            return one.udid == udid;
        }
        let (name, version) = (request.name.as_ref(), version.as_ref());
        let tv = one.platform.eq_ignore_ascii_case("tvOS");
        (one.booted || boots)
            && tv == (request.os == Os::TvOs)
            && name.is_none_or(|name| one.name.eq_ignore_ascii_case(name))
            && version.is_none_or(|version| one.version == *version)
    };
    let mut found: Vec<Simulator> = all.into_iter().filter(meant).collect();
    found.sort_by_key(|one| !one.booted);
    found
        .into_iter()
        .next()
        .ok_or_else(|| AppleError::NoDevice {
            udid: udid.unwrap_or("auto").to_owned(),
            known: if known.is_empty() {
                "this machine has no simulators".into()
            } else {
                format!("there are {}", known.join(", "))
            },
        })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn simulator(name: &str, udid: &str, version: &str, booted: bool) -> Simulator {
        Simulator {
            name: name.into(),
            udid: udid.into(),
            platform: "iOS".into(),
            version: version.into(),
            booted,
        }
    }

    fn request(capabilities: Value) -> DeviceRequest {
        let Value::Object(capabilities) = capabilities else {
            unreachable!("a map")
        };
        let text = |name: &str| Some(capabilities.get(name)?.as_str()?.to_owned());
        DeviceRequest {
            session: "s".into(),
            family: DeviceKind::Apple,
            os: Os::Ios,
            profile: hansom_device::Profile::Phone,
            kind: None,
            os_version: text("appium:platformVersion").map(|text| text.parse().unwrap()),
            toolchain_version: None,
            name: text("appium:deviceName"),
            udid: text("appium:udid"),
            suspend_after: None,
            state_dir: None,
            capabilities,
        }
    }

    #[test]
    fn a_simulator_is_chosen_by_udid_or_by_name_and_version_and_a_booted_one_first() {
        let all = || {
            vec![
                simulator("iPhone 15", "A", "17.5", false),
                simulator("iPhone 15", "B", "17.5", true),
                simulator("iPad", "C", "18.0", true),
            ]
        };
        let chosen = |capabilities: Value, boots| {
            choose(all(), &request(capabilities), boots).map(|one| one.udid)
        };
        assert_eq!(chosen(json!({"appium:udid": "A"}), false).unwrap(), "A");
        assert_eq!(chosen(json!({"appium:udid": "auto"}), true).unwrap(), "B");
        assert_eq!(
            chosen(json!({"appium:deviceName": "ipad"}), false).unwrap(),
            "C"
        );
        assert_eq!(
            chosen(json!({"appium:platformVersion": "18.0"}), false).unwrap(),
            "C"
        );
        let error = chosen(json!({"appium:deviceName": "iPhone 4"}), true).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("B (iPhone 15, iOS 17.5, booted)"),
            "{error}"
        );
    }
}
