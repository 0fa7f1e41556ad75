//! The signals that ask the server to stop.

use crate::HostError;

/// SIGTERM, SIGINT and SIGHUP (Ctrl-C elsewhere), one after the other.
#[derive(Debug)]
pub struct StopSignals {
    #[cfg(unix)]
    streams: [(tokio::signal::unix::Signal, &'static str); 3],
}

impl StopSignals {
    /// Starts to listen. From now on the signals no longer end the process by themselves.
    pub fn listen() -> Result<Self, HostError> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let open = |kind| signal(kind).map_err(|source| HostError::Signals { source });
            Ok(Self {
                streams: [
                    (open(SignalKind::terminate())?, "SIGTERM"),
                    (open(SignalKind::interrupt())?, "SIGINT"),
                    (open(SignalKind::hangup())?, "SIGHUP"),
                ],
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next one and names it. Cancel safe.
    pub async fn next(&mut self) -> &'static str {
        #[cfg(unix)]
        {
            let [(term, a), (int, b), (hup, c)] = &mut self.streams;
            tokio::select! {
                _ = term.recv() => a,
                _ = int.recv() => b,
                _ = hup.recv() => c,
            }
        }
        #[cfg(not(unix))]
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(_) => std::future::pending().await,
        }
    }
}
