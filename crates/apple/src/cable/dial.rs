//! The agent's ports through usbmuxd: a stream per connection, no port of this machine.

use std::{io, time::Duration};

use async_trait::async_trait;
use idevice::{IdeviceError, provider::IdeviceProvider, usbmuxd::errors::UsbmuxdError};

use super::{Cable, CableError};
use crate::{
    AppleError,
    agent::{Dial, Port, Stream},
};

/// What usbmuxd may take to connect.
const CONNECT: Duration = Duration::from_secs(10);

/// Dials ports of an attached device.
#[derive(Debug, Clone)]
pub struct CableDial {
    cable: Cable,
    place: String,
    commands: u16,
    pictures: u16,
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
        }
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
        self.cable.broken().await.map(AppleError::from)
    }
}
