//! From an address to a device: ask the agent what it runs on, then open its one session.

use std::{sync::Arc, time::Duration};

use hansom_device::{Facts, Kind, Os, Profile, Version};
use hyper::Method;
use serde::Deserialize;
use tokio::sync::RwLock;

use crate::{
    AppleDevice, AppleError, Hold, HostTools, Restarts, Runner,
    agent::{AgentClient, Dial, Link, Supervision, Timeouts, first_answer, open_session},
};

/// What a session wants of the device.
pub struct ConnectOptions {
    /// How the agent is reached.
    pub dial: Arc<dyn Dial>,
    /// The host's tools.
    pub host: HostTools,
    /// Simulator or real; `None` asks the agent.
    pub kind: Option<Kind>,
    /// Version of the operating system; `None` asks the agent.
    pub os_version: Option<Version>,
    /// Version of the development tools; `None` takes what the agent was built with.
    pub toolchain_version: Option<Version>,
    /// Name for people.
    pub name: Option<String>,
    /// Id; `None` asks the agent.
    pub udid: Option<String>,
    /// Time limits of the agent's answers.
    pub timeouts: Timeouts,
    /// How long the agent may take until it answers for the first time.
    pub launch_timeout: Duration,
    /// Keeps other sessions away from the device as long as it is open.
    pub hold: Option<Hold>,
    /// Starts the agent; none when somebody else does.
    pub runner: Option<Arc<dyn Runner>>,
    /// How often the runner starts it again.
    pub restarts: Restarts,
}

impl ConnectOptions {
    /// What an agent takes until its first answer, unless the session says otherwise.
    pub const LAUNCH_TIMEOUT: Duration = Duration::from_mins(1);

    /// An agent that somebody else runs, of which all else is asked.
    pub fn new(dial: Arc<dyn Dial>, host: HostTools, timeouts: Timeouts) -> Self {
        Self {
            dial,
            host,
            kind: None,
            os_version: None,
            toolchain_version: None,
            name: None,
            udid: None,
            timeouts,
            launch_timeout: Self::LAUNCH_TIMEOUT,
            hold: None,
            runner: None,
            restarts: Restarts::default(),
        }
    }
}

#[derive(Deserialize)]
struct Status {
    #[serde(default)]
    os: StatusOs,
    #[serde(default)]
    device: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct StatusOs {
    name: Option<String>,
    version: Option<String>,
    sdk_version: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct DeviceInfo {
    name: Option<String>,
    model: Option<String>,
    uuid: Option<String>,
    is_simulator: Option<bool>,
}

/// Opens a session on the agent, which is started first where we have a runner for it.
pub async fn connect(options: ConnectOptions) -> Result<AppleDevice, AppleError> {
    let client = Arc::new(AgentClient::new(
        Arc::clone(&options.dial),
        options.timeouts.clone(),
    ));
    let runner = options.runner.clone();
    if let Some(runner) = &runner {
        runner.start().await?;
    }
    match open(&client, &options).await {
        Ok((session, facts)) => Ok(AppleDevice {
            facts,
            link: Link::new(
                client,
                &session,
                runner.map(|runner| Supervision {
                    runner,
                    restarts: options.restarts,
                    launch_timeout: options.launch_timeout,
                }),
            ),
            host: options.host,
            bundle: RwLock::default(),
            locale: RwLock::default(),
            _hold: options.hold,
        }),
        Err(error) => {
            if let Some(runner) = &runner {
                runner.stop().await;
            }
            Err(error)
        }
    }
}

/// The agent's session, and what the agent says of its device.
async fn open(
    client: &AgentClient,
    options: &ConnectOptions,
) -> Result<(String, Facts), AppleError> {
    let status: Status = first_answer(client, options.runner.as_deref(), options.launch_timeout)
        .await?
        .value()?;
    let session = open_session(client).await?;
    match device_info(client, options, &session).await {
        Ok(info) => Ok((session, facts(options, &status, info))),
        Err(error) => {
            // Nobody would end it: there is no device yet that it belongs to.
            let path = format!("/session/{session}");
            let ended = client.call("deleteSession", Method::DELETE, &path, None);
            if let Err(error) = ended.await {
                tracing::debug!(%error, "the agent's session could not be ended");
            }
            Err(error)
        }
    }
}

/// Asked only when the capabilities leave something open.
async fn device_info(
    client: &AgentClient,
    options: &ConnectOptions,
    session: &str,
) -> Result<DeviceInfo, AppleError> {
    if options.kind.is_some() && options.udid.is_some() {
        return Ok(DeviceInfo::default());
    }
    let path = format!("/session/{session}/wda/device/info");
    client
        .call("deviceInfo", Method::GET, &path, None)
        .await?
        .value()
}

fn facts(options: &ConnectOptions, status: &Status, info: DeviceInfo) -> Facts {
    let tv = status
        .os
        .name
        .as_deref()
        .is_some_and(|name| name.eq_ignore_ascii_case("tvos"))
        || status.device.as_deref() == Some("tv");
    let tablet = status.device.as_deref() == Some("ipad");
    let version = |text: &Option<String>, otherwise: u32| {
        let parsed = text.as_deref().and_then(|text| text.parse().ok());
        parsed.unwrap_or_else(|| Version::new(otherwise, 0))
    };
    let (os, profile) = match (tv, tablet) {
        (true, _) => (Os::TvOs, Profile::Tv),
        (_, true) => (Os::IpadOs, Profile::Tablet),
        _ => (Os::Ios, Profile::Phone),
    };
    let simulator =
        matches!(options.host, HostTools::Simulator(_)) || info.is_simulator == Some(true);
    Facts {
        kind: options.kind.unwrap_or(if simulator {
            Kind::Simulator
        } else {
            Kind::Real
        }),
        profile,
        os,
        os_version: options
            .os_version
            .clone()
            .unwrap_or_else(|| version(&status.os.version, 17)),
        toolchain_version: options
            .toolchain_version
            .clone()
            .unwrap_or_else(|| version(&status.os.sdk_version, 15)),
        name: options
            .name
            .clone()
            .or(info.name)
            .unwrap_or_else(|| profile.name().to_owned()),
        model: info.model.unwrap_or_else(|| profile.name().to_owned()),
        udid: options.udid.clone().or(info.uuid).unwrap_or_default(),
    }
}
