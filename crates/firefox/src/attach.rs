//! A Firefox that already runs: reached by the port of its Marionette, used, and left as it was.
//!
//! Nothing is known of its process, so its end shows only as the end of the connection.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use hansom_host::StateDir;
use hansom_protocol::Phases;

use crate::{Firefox, Marionette, Phase, StartError, Witness, firefox::Hold};

/// Where a Firefox runs that somebody else has started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    /// Name or address of its machine.
    pub host: String,
    /// Port of its Marionette.
    pub port: u16,
}

impl Existing {
    /// Whether it runs on this machine, so that what it tells about loopback means the same here.
    pub fn is_here(&self) -> bool {
        let address: Option<IpAddr> = self.host.parse().ok();
        self.host == "localhost" || address.is_some_and(|address| address.is_loopback())
    }
}

impl fmt::Display for Existing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colons = self.host.contains(':');
        let (open, close) = if colons { ("[", "]") } else { ("", "") };
        write!(f, "{open}{}{close}:{}", self.host, self.port)
    }
}

impl Firefox {
    /// Connects to a Firefox that already runs. `limit` is for this and for the first session.
    pub async fn attach(
        existing: &Existing,
        limit: Duration,
        phases: Phases,
        state: &Arc<StateDir>,
    ) -> Result<Self, StartError> {
        let began = Instant::now();
        let not_there = |why: String| StartError::NotThere {
            at: existing.clone(),
            why,
        };
        let files = state.folder("files")?;
        let marionette = tokio::time::timeout(limit, connect(existing))
            .await
            .unwrap_or_else(|_| Err(format!("no greeting within {limit:?}")))
            .map_err(not_there)?;
        phases.reached(Phase::Connected.name());
        Ok(Self {
            hold: Hold::Guest { files },
            marionette,
            witness: Witness::of_nobody(),
            bidi: None,
            command_line: String::new(),
            phases,
            began,
            deadline: began + limit,
            template_wanted: None,
        })
    }
}

/// Tries every address of the host; the error is that of the last.
async fn connect(existing: &Existing) -> Result<Marionette, String> {
    let addresses: Vec<SocketAddr> = tokio::net::lookup_host((&*existing.host, existing.port))
        .await
        .map_err(|error| error.to_string())?
        .collect();
    let mut why = "the name has no address".to_owned();
    for address in addresses {
        match Marionette::connect(address, Witness::of_nobody()).await {
            Ok(marionette) => return Ok(marionette),
            Err(error) => why = error.to_string(),
        }
    }
    Err(why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_ipv6_is_told_in_brackets() {
        let at = |host: &str| {
            let host = host.into();
            Existing { host, port: 2828 }.to_string()
        };
        assert_eq!(at("localhost"), "localhost:2828");
        assert_eq!(at("::1"), "[::1]:2828");
    }
}
