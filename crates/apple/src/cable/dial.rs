//! The agent's ports through usbmuxd: a stream per connection, no port of this machine.

use std::{io, sync::Arc, time::Duration};

use async_trait::async_trait;
use idevice::{IdeviceError, provider::IdeviceProvider, usbmuxd::errors::UsbmuxdError};

use super::{Cable, CableError, CableRunner};
use crate::{
    AppleError,
    agent::{Dial, Port, Stream},
};

/// What usbmuxd may take to connect.
const CONNECT: Duration = Duration::from_secs(10);
/// The agent's connection may break a moment before the news of its runner's end arrive.
const NEWS: Duration = Duration::from_secs(1);

/// Dials ports of an attached device.
#[derive(Debug, Clone)]
pub struct CableDial {
    cable: Cable,
    place: String,
    commands: u16,
    pictures: u16,
    /// The agent's runner, when it is ours: it ends with the last who could dial it.
    runner: Option<Arc<CableRunner>>,
}

impl CableDial {
    /// The usual port of the agent.
    pub const AGENT_PORT: u16 = 8100;

    /// To the agent's two ports on the device.
    pub fn new(cable: Cable, commands: u16, pictures: u16) -> Self {
        Self {
            place: format!("{}:{commands}", cable.udid()),
            cable,
            commands,
            pictures,
            runner: None,
        }
    }

    pub(super) fn with_runner(mut self, runner: Arc<CableRunner>) -> Self {
        self.runner = Some(runner);
        self
    }

    /// Whether something listens where the agent should.
    pub async fn listens(&self) -> Result<bool, CableError> {
        match self.open(self.commands).await {
            Ok(_) => Ok(true),
            Err(CableError::PortClosed(_)) => Ok(false),
            Err(other) => Err(other),
        }
    }

    /// A connection to any port of the device.
    async fn open(&self, port: u16) -> Result<Box<dyn Stream>, CableError> {
        let provider = self.cable.provider();
        let work = async {
            match provider.connect(port).await {
                Ok(connection) => Ok(Ok(connection)),
                Err(IdeviceError::Usbmuxd(UsbmuxdError::ConnectionRefused)) => {
                    Ok(Err(CableError::PortClosed(port)))
                }
                Err(other) => Err(other),
            }
        };
        let connection = self
            .cable
            .run("the connection to the agent", CONNECT, work)
            .await??;
        let socket = connection
            .get_socket()
            .ok_or(CableError::PortClosed(port))?;
        Ok(Box::new(socket))
    }
}

#[async_trait]
impl Dial for CableDial {
    async fn dial(&self, port: Port) -> io::Result<Box<dyn Stream>> {
        let port = match port {
            Port::Commands => self.commands,
            Port::Pictures => self.pictures,
        };
        self.open(port).await.map_err(io::Error::other)
    }

    fn place(&self) -> &str {
        &self.place
    }

    /// What the agent itself would be asked for: agents refuse the names of strangers.
    fn host(&self) -> &'static str {
        "localhost"
    }

    async fn broken(&self) -> Option<AppleError> {
        if let Some(error) = self.cable.broken().await {
            return Some(error.into());
        }
        let runner = self.runner.as_ref()?;
        let exited = tokio::time::timeout(NEWS, runner.exited()).await;
        exited
            .ok()
            .map(|reason| CableError::RunnerExited { reason }.into())
    }
}
