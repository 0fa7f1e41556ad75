//! Simulators: which one a session means, its tools, and the agent that is started on it.

use std::{path::PathBuf, sync::Arc};

use hansom_apple::{AppleError, Runner, Simctl, Simulator, SimulatorRunner, simulators};
use hansom_device::Os;
use hansom_host::StateDir;
use hansom_mobile::DeviceRequest;
use hansom_protocol::{Error, Feature, Grants};

use crate::apple_capabilities::Asked;

/// The simulators of this machine.
pub(crate) struct Simulators {
    xcrun: PathBuf,
    state: Arc<StateDir>,
}

/// An agent that we start, and the ports it is told.
pub(crate) struct Started {
    pub(crate) runner: Arc<dyn Runner>,
    pub(crate) commands: u16,
    pub(crate) pictures: u16,
}

impl Simulators {
    /// Looks for nothing yet.
    pub(crate) fn new(state: Arc<StateDir>) -> Self {
        Self {
            xcrun: "xcrun".into(),
            state,
        }
    }

    /// The one that a session means; `boots` says whether one that is shut down will do.
    pub(crate) async fn meant(
        &self,
        request: &DeviceRequest,
        boots: bool,
    ) -> Result<Simulator, AppleError> {
        choose(simulators(&self.xcrun, &self.state).await?, request, boots)
    }

    /// What is done to one beside its agent.
    pub(crate) fn tools(&self, simulator: &Simulator) -> Simctl {
        Simctl::new(&self.xcrun, &simulator.udid, Arc::clone(&self.state))
    }
}

/// Starts the agent of a simulator, when the session wants that.
pub(crate) fn start(
    simctl: &Simctl,
    asked: &Asked<'_>,
    grants: &Grants,
) -> Result<Option<Started>, Error> {
    if !asked.starts_the_agent() {
        return Ok(None);
    }
    let package = asked.text("prebuiltWDAPath").map(PathBuf::from);
    if package.is_some() {
        grants.require(Feature::MobileLocalFiles)?;
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

/// A port that is free now. Simulators share the network of their Mac, so each agent needs its own.
fn free_port() -> Result<u16, Error> {
    let free = std::net::TcpListener::bind(("127.0.0.1", 0)).and_then(|one| one.local_addr());
    free.map(|address| address.port())
        .map_err(|error| Error::unknown(format!("there is no free port for the agent: {error}.")))
}

/// The udid that names one device; `auto` names none.
pub(crate) fn named_udid(request: &DeviceRequest) -> Option<&str> {
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
    use hansom_mobile::DeviceKind;

    use super::*;
    use crate::unsaid::unsaid;

    fn simulator(name: &str, udid: &str, version: &str, booted: bool) -> Simulator {
        Simulator {
            name: name.into(),
            udid: udid.into(),
            platform: "iOS".into(),
            version: version.into(),
            booted,
        }
    }

    fn chosen(request: &DeviceRequest, boots: bool) -> Result<String, AppleError> {
        let all = vec![
            simulator("iPhone 15", "A", "17.5", false),
            simulator("iPhone 15", "B", "17.5", true),
            simulator("iPad", "C", "18.0", true),
            simulator("iPad mini", "D", "18.0", false),
        ];
        choose(all, request, boots).map(|one| one.udid)
    }

    fn by_udid(udid: &str) -> DeviceRequest {
        DeviceRequest {
            udid: Some(udid.into()),
            ..unsaid(DeviceKind::Apple)
        }
    }

    fn by_name(name: &str) -> DeviceRequest {
        DeviceRequest {
            name: Some(name.into()),
            ..unsaid(DeviceKind::Apple)
        }
    }

    #[test]
    fn a_simulator_is_chosen_by_udid_or_by_name_and_version_and_a_booted_one_first() {
        let by_version = DeviceRequest {
            os_version: Some("18.0".parse().unwrap()),
            ..unsaid(DeviceKind::Apple)
        };
        for (request, boots, udid) in [
            (by_udid("A"), false, "A"),
            (by_udid("auto"), true, "B"),
            (by_name("ipad"), false, "C"),
            (by_version, false, "C"),
            (by_name("iPad mini"), true, "D"),
        ] {
            assert_eq!(chosen(&request, boots).unwrap(), udid, "{request:?}");
        }
    }

    #[test]
    fn a_simulator_that_is_not_there_or_shut_down_is_refused_with_those_that_are_known() {
        for (request, boots) in [(by_name("iPhone 4"), true), (by_name("iPad mini"), false)] {
            let error = chosen(&request, boots).unwrap_err().to_string();
            for known in [
                "B (iPhone 15, iOS 17.5, booted)",
                "D (iPad mini, iOS 18.0, shut down)",
            ] {
                assert!(error.contains(known), "{error}");
            }
        }
    }
}
