//! From an address to a device: ask the agent what it runs on, then open its one session.

use std::{sync::Arc, time::Duration};

use hansom_device::{Facts, Kind, Os, Profile, Version};
use hyper::Method;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::RwLock;

use crate::{
    AppleDevice, AppleError, Hold, HostTools,
    agent::{AgentClient, Dial, Timeouts},
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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewSession {
    session_id: String,
}

/// Opens a session on the agent.
pub async fn connect(options: ConnectOptions) -> Result<AppleDevice, AppleError> {
    let client = AgentClient::new(Arc::clone(&options.dial), options.timeouts.clone());
    let status: Status = client
        .call_aside("/status", options.launch_timeout)
        .await?
        .value()?;
    // Nothing is asked of the agent's session: the driver launches apps and changes settings itself, in
    // the same words for every device.
    let capabilities = json!({"capabilities": {"firstMatch": [{}], "alwaysMatch": {}}});
    let session: NewSession = client
        .call("newSession", Method::POST, "/session", Some(&capabilities))
        .await?
        .value()?;
    let info = device_info(&client, &options, &session.session_id).await?;
    Ok(AppleDevice {
        facts: facts(&options, &status, info),
        client,
        host: options.host,
        session: session.session_id,
        bundle: RwLock::default(),
        _hold: options.hold,
    })
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
