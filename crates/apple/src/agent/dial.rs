//! How the agent's ports are reached.

use std::io;

use async_trait::async_trait;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

use crate::AppleError;

/// A connection to a port of the device.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// The agent's two ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// HTTP.
    Commands,
    /// MJPEG.
    Pictures,
}

/// Opens connections to a device.
#[async_trait]
pub trait Dial: Send + Sync {
    /// A new connection.
    async fn dial(&self, port: Port) -> io::Result<Box<dyn Stream>>;
    /// Where that is, for messages.
    fn place(&self) -> &str;
    /// The `Host` header.
    fn host(&self) -> &str {
        self.place()
    }
    /// Asked after a connection failed: what the way itself knows of it, if anything.
    async fn broken(&self) -> Option<AppleError> {
        None
    }
}

/// An agent at an address.
#[derive(Debug, Clone)]
pub struct TcpDial {
    host: String,
    place: String,
    commands: u16,
    pictures: u16,
}

impl TcpDial {
    /// The usual port of the agent's pictures.
    pub const MJPEG_PORT: u16 = 9100;

    /// From `http://host:port`; pictures come from the same host.
    pub fn new(url: &str, pictures: u16) -> Result<Self, AppleError> {
        let bad = |reason: &str| AppleError::BadAddress {
            url: url.into(),
            reason: reason.into(),
        };
        let rest = url
            .strip_prefix("http://")
            .ok_or_else(|| bad("it must begin with http://"))?;
        let authority = rest.split('/').next().unwrap_or_default();
        if rest.trim_end_matches('/') != authority {
            return Err(bad("it must have no path"));
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (
                host,
                port.parse().map_err(|_| bad("its port is not a number"))?,
            ),
            _ => (authority, 8100),
        };
        if host.is_empty() || host.contains('@') {
            return Err(bad("it must name a host"));
        }
        Ok(Self {
            host: host.trim_matches(['[', ']']).to_owned(),
            place: authority.to_owned(),
            commands: port,
            pictures,
        })
    }
}

#[async_trait]
impl Dial for TcpDial {
    async fn dial(&self, port: Port) -> io::Result<Box<dyn Stream>> {
        let port = match port {
            Port::Commands => self.commands,
            Port::Pictures => self.pictures,
        };
        let stream = TcpStream::connect((self.host.as_str(), port)).await?;
        stream.set_nodelay(true)?;
        Ok(Box::new(stream))
    }

    fn place(&self) -> &str {
        &self.place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_nonsense_is_refused() {
        let dial = TcpDial::new("http://[::1]:8200/", 9100).unwrap();
        assert_eq!(
            (dial.host.as_str(), dial.commands, dial.place()),
            ("::1", 8200, "[::1]:8200")
        );
        assert_eq!(TcpDial::new("http://phone", 9100).unwrap().commands, 8100);
        for url in [
            "https://phone",
            "http://",
            "http://phone:x",
            "http://a/b",
            "phone:8100",
        ] {
            assert!(TcpDial::new(url, 9100).is_err(), "{url}");
        }
    }
}
