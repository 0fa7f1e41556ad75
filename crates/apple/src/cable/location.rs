//! Where the device believes it is: the developer image's service below version 17, DVT from 17.4 on.

use hansom_device::{Position, Version};
use idevice::{
    IdeviceService, ReadWrite,
    dvt::{location_simulation::LocationSimulationClient, remote_server::RemoteServerClient},
    simulate_location::LocationSimulationService,
};

use super::{
    Cable, CableError,
    link::QUICK,
    tunnel::{Era, era},
};

const WHAT: &str = "setting the location";
const DVT: &str = "com.apple.instruments.dtservicehub";

/// A simulated position, which ends with its connection.
pub(super) struct Simulation {
    client: RemoteServerClient<Box<dyn ReadWrite>>,
    at: Position,
}

impl Cable {
    /// Puts the device somewhere, or lets it find itself again.
    pub(crate) async fn relocate(
        &self,
        version: &Version,
        position: Option<Position>,
    ) -> Result<(), CableError> {
        match era(WHAT, version)? {
            Era::Lockdown => self.relocate_by_lockdown(position).await,
            Era::Tunnel => self.relocate_by_dvt(position).await,
        }
    }

    /// The position that was put over the cable and is still held.
    pub(crate) async fn relocated(&self) -> Option<Position> {
        self.simulation_slot()
            .lock()
            .await
            .as_ref()
            .map(|held| held.at)
    }

    async fn relocate_by_lockdown(&self, position: Option<Position>) -> Result<(), CableError> {
        let provider = self.provider();
        let work = async {
            let mut service = LocationSimulationService::connect(&provider).await?;
            match position {
                Some(at) => {
                    let (latitude, longitude) = (at.latitude.to_string(), at.longitude.to_string());
                    service.set(&latitude, &longitude).await
                }
                None => service.clear().await,
            }
        };
        self.run(WHAT, QUICK, work).await
    }

    async fn relocate_by_dvt(&self, position: Option<Position>) -> Result<(), CableError> {
        let mut slot = self.simulation_slot().lock().await;
        let held = slot.take();
        let mut client = match (held, position) {
            (Some(held), _) => held.client,
            // Nothing is simulated by us, so there is nothing to end.
            (None, None) => return Ok(()),
            (None, Some(_)) => RemoteServerClient::new(self.tunnelled(WHAT, DVT).await?),
        };
        let work = async {
            let mut location = LocationSimulationClient::new(&mut client).await?;
            match position {
                Some(at) => location.set(at.latitude, at.longitude).await,
                None => location.clear().await,
            }
        };
        self.run(WHAT, QUICK, work).await?;
        *slot = position.map(|at| Simulation { client, at });
        Ok(())
    }
}
