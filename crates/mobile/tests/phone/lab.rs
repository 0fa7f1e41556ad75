//! A server with virtual phones on a real Firefox, and the two ways to them.
//!
//! The same tests go two ways: to the phone itself, and to the phone behind an agent, as the Apple room
//! reaches devices (driver, Apple room, HTTP, agent, phone). [`ways`] makes both of each test.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use async_trait::async_trait;
use hansom_agent::{Agent, AgentConfig};
use hansom_apple::{
    ConnectOptions, HostTools,
    agent::{TcpDial, Timeouts},
    connect,
};
use hansom_device::{Device, Kind};
use hansom_host::StateDir;
use hansom_mobile::{
    DeviceFactory, DeviceKind, DeviceRequest, MobileConfig, MobileDriver,
    recording::RecordingConfig,
};
use hansom_phone::{PhoneOptions, VirtualPhone};
use hansom_protocol::{Error, Grants};
use hansom_testkit::{Client, TestServer};

/// How a session reaches its phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The phone is the device.
    Direct,
    /// The device is the Apple room's, and the phone is behind its agent.
    ThroughAgent,
}

tokio::task_local! {
    /// The way of the test that runs.
    pub(crate) static WAY: Way;
}

impl Way {
    /// The way of the test that runs; direct unless [`ways`] says otherwise.
    pub(crate) fn now() -> Self {
        WAY.try_with(|way| *way).unwrap_or(Way::Direct)
    }
}

/// Makes two tests of each function, one for each [`Way`].
macro_rules! ways {
    ($($name:ident),+ $(,)?) => {
        mod direct {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                super::$name().await;
            })+
        }
        mod through_agent {
            $(#[tokio::test(flavor = "multi_thread")]
            async fn $name() {
                let way = crate::lab::Way::ThroughAgent;
                crate::lab::WAY.scope(way, super::$name()).await;
            })+
        }
    };
}
pub(crate) use ways;

/// Boots phones; the one of a session is found by the name the session gave it.
struct Phones {
    state: Arc<StateDir>,
    way: Way,
    booted: Mutex<HashMap<String, Arc<VirtualPhone>>>,
}

impl Phones {
    async fn behind_an_agent(
        phone: Arc<VirtualPhone>,
        request: &DeviceRequest,
    ) -> Result<Arc<dyn Device>, Error> {
        let any = "127.0.0.1:0".parse().unwrap();
        let config = AgentConfig {
            listen: any,
            mjpeg: Some(any),
        };
        let agent = Agent::bind(phone, &config).await.unwrap();
        let url = format!("http://{}", agent.address().unwrap());
        let dial = TcpDial::new(&url, agent.mjpeg_address().unwrap().port()).unwrap();
        tokio::spawn(agent.serve());
        let device = connect(ConnectOptions {
            kind: request.kind,
            os_version: request.os_version.clone(),
            name: request.name.clone(),
            launch_timeout: Duration::from_mins(1),
            ..ConnectOptions::new(Arc::new(dial), HostTools::None, Timeouts::default())
        });
        let device = device
            .await
            .map_err(|error| Error::unknown(error.to_string()))?;
        Ok(Arc::new(device))
    }
}

#[async_trait]
impl DeviceFactory for Phones {
    fn family(&self) -> DeviceKind {
        DeviceKind::Virtual
    }

    async fn open(&self, request: &DeviceRequest) -> Result<Arc<dyn Device>, Error> {
        let defaults = PhoneOptions::default();
        let options = PhoneOptions {
            profile: request.profile,
            kind: request.kind.unwrap_or(Kind::Simulator),
            os_version: request.os_version.clone().unwrap_or(defaults.os_version),
            name: request.name.clone(),
            keep_in: request.state_dir.clone(),
            suspend_after: request.suspend_after.unwrap_or(defaults.suspend_after),
            ..PhoneOptions::default()
        };
        let phone = Arc::new(VirtualPhone::boot(options, &self.state).await?);
        let name = request.name.clone().unwrap();
        let booted = Arc::clone(&phone);
        self.booted.lock().unwrap().insert(name, booted);
        match self.way {
            Way::Direct => Ok(phone),
            Way::ThroughAgent => Self::behind_an_agent(phone, request).await,
        }
    }
}

/// A server that boots virtual phones.
pub(crate) struct Lab {
    server: TestServer,
    phones: Arc<Phones>,
}

impl Lab {
    /// A server whose phones are reached in the way of the test.
    pub(crate) async fn start() -> Self {
        let state = StateDir::open(None).unwrap();
        let config = MobileConfig {
            grants: Arc::new(Grants::loopback()),
            recording: RecordingConfig::new(Arc::clone(&state), Grants::loopback()),
        };
        let phones = Arc::new(Phones {
            state,
            way: Way::now(),
            booted: Mutex::default(),
        });
        let driver = MobileDriver::new(vec![Arc::clone(&phones) as _], config);
        let server = TestServer::start(vec![Arc::new(driver)]).await;
        Self { server, phones }
    }

    pub(crate) fn client(&self) -> Client {
        self.server.client()
    }

    pub(crate) fn way(&self) -> Way {
        self.phones.way
    }

    /// The phone that was booted for the session that gave it this name.
    pub(crate) fn booted(&self, name: &str) -> Arc<VirtualPhone> {
        self.phones.booted.lock().unwrap().remove(name).unwrap()
    }
}
