//! The tunnel of version 17.4 and later: CoreDeviceProxy carries IP packets, and a TCP stack in this
//! process speaks through them. No network interface, no root, no daemon.

use hansom_device::Version;
use idevice::{
    IdeviceError, IdeviceService, ReadWrite, core_device_proxy::CoreDeviceProxy,
    provider::IdeviceProvider, rsd::RsdHandshake, tcp::handle::AdapterHandle,
};

use super::{Cable, CableError, link::QUICK};

/// An open tunnel and what is offered at its other end.
pub(super) struct Tunnel {
    way: AdapterHandle,
    offered: RsdHandshake,
}

/// How developer services are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// Below 17: by lockdown.
    Lockdown,
    /// From 17.4 on: through the tunnel.
    Tunnel,
}

/// The era of a version; between the two nothing can be reached over the cable without root.
pub(super) fn era(what: &'static str, version: &Version) -> Result<Era, CableError> {
    if *version < Version::new(17, 0) {
        Ok(Era::Lockdown)
    } else if *version < Version::new(17, 4) {
        Err(CableError::NoTunnel {
            what,
            version: version.clone(),
        })
    } else {
        Ok(Era::Tunnel)
    }
}

impl Cable {
    /// A connection to a service behind the tunnel, which is opened by the first and kept for the next.
    pub(super) async fn tunnelled(
        &self,
        what: &'static str,
        service: &str,
    ) -> Result<Box<dyn ReadWrite>, CableError> {
        let mut slot = self.tunnel_slot().lock().await;
        let mut tunnel = self.take_or_open(&mut slot, what).await?;
        let Some(port) = tunnel.offered.services.get(service).map(|found| found.port) else {
            *slot = Some(tunnel);
            return Err(CableError::NoDeveloperImage { what });
        };
        let work = async { Ok(tunnel.way.connect(port).await?) };
        let stream = self.run(what, QUICK, work).await?;
        *slot = Some(tunnel);
        Ok(Box::new(stream))
    }

    /// Whether the device offers a service behind the tunnel.
    pub(super) async fn offers(
        &self,
        what: &'static str,
        service: &str,
    ) -> Result<bool, CableError> {
        let mut slot = self.tunnel_slot().lock().await;
        let tunnel = self.take_or_open(&mut slot, what).await?;
        let offered = tunnel.offered.services.contains_key(service);
        *slot = Some(tunnel);
        Ok(offered)
    }

    /// Taken, and put back only by those for whom it worked: a broken tunnel is opened anew by the next.
    async fn take_or_open(
        &self,
        slot: &mut Option<Tunnel>,
        what: &'static str,
    ) -> Result<Tunnel, CableError> {
        match slot.take() {
            Some(tunnel) => Ok(tunnel),
            None => self.run(what, QUICK, open(&self.provider())).await,
        }
    }
}

async fn open(provider: &dyn IdeviceProvider) -> Result<Tunnel, IdeviceError> {
    let proxy = CoreDeviceProxy::connect(provider).await?;
    let port = proxy.tunnel_info().server_rsd_port;
    let mut way = proxy.create_software_tunnel()?.to_async_handle();
    let offered = Box::pin(RsdHandshake::new(way.connect(port).await?)).await?;
    Ok(Tunnel { way, offered })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_between_the_two_ways_are_refused_with_a_cure() {
        let of = |major, minor| era("a test", &Version::new(major, minor));
        assert_eq!(of(16, 7), Ok(Era::Lockdown));
        assert_eq!(of(17, 4), Ok(Era::Tunnel));
        assert_eq!(of(26, 1), Ok(Era::Tunnel));
        for minor in 0..4 {
            let error = of(17, minor).unwrap_err();
            assert!(error.cure().contains("17.4"), "{error}");
        }
    }
}
