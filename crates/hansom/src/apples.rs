//! Apple devices for mobile sessions: what capabilities say, in the Apple room's words.

use std::{collections::HashMap, path::PathBuf, sync::Arc, time::Duration};

use async_trait::async_trait;
use hansom_apple::{
    AppleError, ConnectOptions, Holds, HostTools, InUse, Simctl, Simulator,
    agent::{Dial, TcpDial, Timeouts},
    cable::{Cable, CableDial},
    connect, simulators,
};
use hansom_device::{Device, Kind};
use hansom_host::StateDir;
use hansom_mobile::{DeviceFactory, DeviceKind, DeviceRequest};
use hansom_protocol::{Error, ErrorCode, Feature, Grants};
use serde_json::{Map, Value};

use crate::attached::{AgentWish, Cables, Reached, reach};

/// The agent's port on a simulator, which shares the network of its Mac.
const SIMULATOR_AGENT: &str = "http://127.0.0.1:8100";
/// What an agent may take until its first answer, unless the session says otherwise.
const LAUNCH_TIMEOUT: Duration = Duration::from_mins(1);

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

    async fn simulator(&self, udid: &str) -> Result<Simulator, AppleError> {
        let all = simulators(&self.xcrun, &self.state).await?;
        let auto = udid.eq_ignore_ascii_case("auto");
        let known: Vec<String> = all
            .iter()
            .map(|one| format!("{} ({})", one.udid, one.name))
            .collect();
        all.into_iter()
            .find(|one| if auto { one.booted } else { one.udid == udid })
            .ok_or_else(|| AppleError::NoDevice {
                udid: udid.to_owned(),
                known: if known.is_empty() {
                    "this machine has no simulators".into()
                } else {
                    format!("there are {}", known.join(", "))
                },
            })
    }
}

impl Apples {
    /// A session on an attached device.
    async fn open_attached(
        &self,
        request: &DeviceRequest,
        cable: Cable,
    ) -> Result<Arc<dyn Device>, Error> {
        let asked = Asked(&request.capabilities);
        let hold = self.holds.take(cable.udid()).map_err(held)?;
        let limit = asked.millis("wdaLaunchTimeout").unwrap_or(LAUNCH_TIMEOUT);
        let wish = AgentWish {
            commands: asked.port("wdaRemotePort").unwrap_or(CableDial::AGENT_PORT),
            pictures: asked.port("mjpegServerPort").unwrap_or(TcpDial::MJPEG_PORT),
            runner: asked.text("updatedWDABundleId"),
            limit,
        };
        let Reached { cable, facts, dial } = reach(cable, wish).await.map_err(not_created)?;
        let device = connect(ConnectOptions {
            dial: Arc::new(dial),
            kind: Some(Kind::Real),
            os_version: request.os_version.clone().or(Some(facts.version)),
            toolchain_version: request.toolchain_version.clone(),
            name: request.name.clone().or(Some(facts.name)),
            udid: Some(cable.udid().to_owned()),
            host: HostTools::Cable(cable),
            timeouts: asked.timeouts(),
            launch_timeout: limit,
            hold: Some(hold),
        })
        .await
        .map_err(not_created)?;
        Ok(Arc::new(device))
    }

    /// Neither attached nor a simulator.
    async fn nowhere(&self, udid: &str, simulators: AppleError) -> Error {
        let simulators = match simulators {
            AppleError::NoDevice { known, .. } => known,
            _ if cfg!(not(target_os = "macos")) => "simulators need a Mac with Xcode".to_owned(),
            other => other.to_string(),
        };
        let error = not_created(AppleError::NoDevice {
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
}

#[async_trait]
impl DeviceFactory for Apples {
    fn family(&self) -> DeviceKind {
        DeviceKind::Apple
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let asked = Asked(&request.capabilities);
        let url = asked.text("webDriverAgentUrl");
        if url.is_some() {
            // An address of the client's choice is reached from this machine.
            self.grants.require(Feature::CustomAgent)?;
        }
        let attached = match (url, &request.udid) {
            (None, _) => {
                let meant = self.cables.meant(request).await;
                if let Some(cable) = meant.map_err(|error| not_created(error.into()))? {
                    return self.open_attached(request, cable).await;
                }
                None
            }
            // Whoever names an attached device beside an address gets its services with it.
            (Some(_), Some(_)) => self.cables.meant(request).await.unwrap_or_default(),
            (Some(_), None) => None,
        };
        let udid = request.udid.clone();
        let name = udid.as_deref().or(url).unwrap_or("auto");
        let hold = self.holds.take(name).map_err(held)?;
        // With an address the agent is enough; without one the device must be found.
        let simulator = match (url, &udid) {
            (Some(_), _) => None,
            (None, udid) => {
                let udid = udid.as_deref().unwrap_or("auto");
                match self.simulator(udid).await {
                    Ok(simulator) => Some(simulator),
                    Err(error) => return Err(self.nowhere(udid, error).await),
                }
            }
        };
        let host = match (&simulator, attached) {
            (Some(one), _) => {
                let simctl = Simctl::new(&self.xcrun, &one.udid, Arc::clone(&self.state));
                HostTools::Simulator(simctl)
            }
            (None, Some(cable)) => HostTools::Cable(cable),
            (None, None) => HostTools::None,
        };
        let pictures = asked.port("mjpegServerPort").unwrap_or(TcpDial::MJPEG_PORT);
        let dial = TcpDial::new(url.unwrap_or(SIMULATOR_AGENT), pictures).map_err(not_created)?;
        let device = connect(ConnectOptions {
            dial: Arc::new(dial) as Arc<dyn Dial>,
            host,
            kind: request.kind,
            os_version: request.os_version.clone(),
            toolchain_version: request.toolchain_version.clone(),
            name: request
                .name
                .clone()
                .or(simulator.as_ref().map(|one| one.name.clone())),
            udid: udid.or(simulator.map(|one| one.udid)),
            timeouts: asked.timeouts(),
            launch_timeout: asked.millis("wdaLaunchTimeout").unwrap_or(LAUNCH_TIMEOUT),
            hold: Some(hold),
        })
        .await
        .map_err(not_created)?;
        Ok(Arc::new(device))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is a step of map_err")]
fn held(in_use: InUse) -> Error {
    let cure = "End that session first, or take another device.";
    Error::new(ErrorCode::SessionNotCreated, format!("{in_use}. {cure}"))
}

#[expect(clippy::needless_pass_by_value, reason = "it is a step of map_err")]
fn not_created(error: AppleError) -> Error {
    let message = format!("{error}. {}", error.cure());
    Error::new(ErrorCode::SessionNotCreated, message.trim_end())
}

/// The capabilities that only this family knows.
struct Asked<'a>(&'a Map<String, Value>);

impl Asked<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(&format!("appium:{name}"))
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    fn port(&self, name: &str) -> Option<u16> {
        self.get(name)
            .and_then(Value::as_u64)
            .and_then(|port| port.try_into().ok())
    }

    fn millis(&self, name: &str) -> Option<Duration> {
        self.get(name)
            .and_then(Value::as_u64)
            .map(Duration::from_millis)
    }

    /// `wdaConnectionTimeout` for all, `commandTimeouts` (a number, or a map with `default`) by command.
    fn timeouts(&self) -> Timeouts {
        let mut timeouts = Timeouts::default();
        if let Some(limit) = self.millis("wdaConnectionTimeout") {
            timeouts.default = limit;
        }
        match self.get("commandTimeouts") {
            Some(Value::Number(number)) => {
                if let Some(limit) = number.as_u64() {
                    timeouts.default = Duration::from_millis(limit);
                }
            }
            Some(Value::Object(map)) => {
                let limits: HashMap<String, Duration> = map
                    .iter()
                    .filter_map(|(name, value)| {
                        Some((name.clone(), Duration::from_millis(value.as_u64()?)))
                    })
                    .collect();
                if let Some(limit) = limits.get("default") {
                    timeouts.default = *limit;
                }
                timeouts.by_command = limits;
            }
            _ => {}
        }
        timeouts
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn command_timeouts_are_a_number_or_a_map() {
        let all = json!({"appium:commandTimeouts": {"default": 10, "source": 20}});
        let timeouts = Asked(all.as_object().unwrap()).timeouts();
        assert_eq!(timeouts.default, Duration::from_millis(10));
        assert_eq!(timeouts.by_command["source"], Duration::from_millis(20));
        let one = json!({"appium:commandTimeouts": 5});
        let timeouts = Asked(one.as_object().unwrap()).timeouts();
        assert_eq!(timeouts.default, Duration::from_millis(5));
    }
}
