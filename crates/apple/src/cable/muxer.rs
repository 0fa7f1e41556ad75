//! usbmuxd: which devices are attached, and connections to their ports.

use std::{env, net::SocketAddr, time::Duration};

use idevice::{
    IdeviceError,
    usbmuxd::{Connection, UsbmuxdAddr, UsbmuxdDevice},
};

use super::{CableError, error::words};

/// What the daemon on this machine may take for an answer.
const ANSWER: Duration = Duration::from_secs(5);

/// The daemon, by its address. Nothing is connected before something is asked.
#[derive(Debug, Clone)]
pub struct Muxer {
    pub(super) address: UsbmuxdAddr,
}

/// A device that usbmuxd knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// Its id.
    pub udid: String,
    /// Whether it is reached over Wi-Fi.
    pub wireless: bool,
    /// The daemon's number for it, another one after each plugging.
    pub(super) number: u32,
}

impl Muxer {
    /// As `USBMUXD_SOCKET_ADDRESS` says, or the system's own.
    pub fn from_env() -> Result<Self, CableError> {
        match env::var("USBMUXD_SOCKET_ADDRESS") {
            Ok(address) if !address.is_empty() => Self::at(&address),
            _ => Ok(Self {
                address: UsbmuxdAddr::default(),
            }),
        }
    }

    /// At a path, `UNIX:path`, or `ip:port`, as other clients of the daemon read it.
    pub fn at(address: &str) -> Result<Self, CableError> {
        let bad = || CableError::BadMuxer(address.to_owned());
        let tcp = address.replacen("localhost", "127.0.0.1", 1);
        if let Ok(address) = tcp.parse::<SocketAddr>() {
            return Ok(Self {
                address: UsbmuxdAddr::TcpSocket(address),
            });
        }
        #[cfg(unix)]
        {
            let path = address.strip_prefix("UNIX:").unwrap_or(address);
            if path.starts_with('/') {
                return Ok(Self {
                    address: UsbmuxdAddr::UnixSocket(path.to_owned()),
                });
            }
        }
        Err(bad())
    }

    /// Where it is, in words.
    pub fn place(&self) -> String {
        match &self.address {
            #[cfg(unix)]
            UsbmuxdAddr::UnixSocket(path) => path.clone(),
            UsbmuxdAddr::TcpSocket(address) => address.to_string(),
        }
    }

    /// Every attached device once; the cable goes before Wi-Fi.
    pub async fn attached(&self) -> Result<Vec<Attached>, CableError> {
        let work = async { self.address.connect(0).await?.get_devices().await };
        let found = tokio::time::timeout(ANSWER, work)
            .await
            .map_err(|_| CableError::Slow {
                what: "the list of attached devices",
                after: ANSWER,
            })?
            .map_err(|error| self.unreachable(&error))?;
        Ok(once_each(found))
    }

    pub(super) fn unreachable(&self, error: &IdeviceError) -> CableError {
        CableError::NoMuxer {
            place: self.place(),
            reason: words(error),
        }
    }
}

impl Attached {
    /// Whether a udid means this device: people write them with and without the dash, in both cases.
    pub fn is(&self, udid: &str) -> bool {
        let plain = |text: &str| text.replace('-', "").to_ascii_lowercase();
        plain(&self.udid) == plain(udid)
    }
}

fn once_each(found: Vec<UsbmuxdDevice>) -> Vec<Attached> {
    let mut all: Vec<Attached> = Vec::new();
    for device in found {
        let new = Attached {
            wireless: device.connection_type != Connection::Usb,
            udid: device.udid,
            number: device.device_id,
        };
        match all.iter_mut().find(|known| known.udid == new.udid) {
            Some(known) if known.wireless && !new.wireless => *known = new,
            Some(_) => {}
            None => all.push(new),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_other_clients_read_them() {
        assert_eq!(Muxer::at("/run/mux").unwrap().place(), "/run/mux");
        assert_eq!(Muxer::at("UNIX:/run/mux").unwrap().place(), "/run/mux");
        assert_eq!(
            Muxer::at("localhost:27015").unwrap().place(),
            "127.0.0.1:27015"
        );
        assert!(Muxer::at("somewhere").is_err());
    }

    #[test]
    fn a_device_on_cable_and_wifi_is_one_device_on_the_cable() {
        let device = |number, connection_type| UsbmuxdDevice {
            connection_type,
            udid: "A".into(),
            device_id: number,
        };
        let wifi = Connection::Network([127, 0, 0, 1].into());
        let all = once_each(vec![device(1, wifi), device(2, Connection::Usb)]);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].number, all[0].wireless), (2, false));
        assert!(all[0].is("a"));
    }
}
