//! The agent: a device behind two ports.

use std::{io, net::SocketAddr, sync::Arc};

use serde_json::{Map, Value};
use tokio::{
    net::TcpListener,
    sync::{Mutex, RwLock},
};

use crate::{
    Device,
    failure::{Failure, Handled},
    handlers, http, mjpeg,
    routes::{self, Call, Found},
    session::Session,
    settings::Settings,
};

/// Where the agent listens.
#[derive(Debug, Clone)]
pub struct AgentConfig {
    /// For commands.
    pub listen: SocketAddr,
    /// For the MJPEG stream; none when absent.
    pub mjpeg: Option<SocketAddr>,
}

/// Why an agent does not start.
#[derive(Debug, thiserror::Error)]
#[error("cannot listen on {address}: {source}. Choose other ports with --port and --mjpeg-port.")]
pub struct AgentError {
    pub(crate) address: SocketAddr,
    pub(crate) source: io::Error,
}

/// A device offered as an agent.
pub struct Agent {
    commands: TcpListener,
    pictures: Option<TcpListener>,
    state: Arc<State>,
}

/// What the handlers share.
pub(crate) struct State {
    pub(crate) device: Arc<dyn Device>,
    pub(crate) session: RwLock<Option<Session>>,
    pub(crate) settings: RwLock<Settings>,
    /// Commands run one at a time, as on the device.
    turn: Mutex<()>,
}

/// One request, its row found and its body read.
pub(crate) struct Ask {
    pub(crate) found: Found,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Map<String, Value>,
}

impl Agent {
    /// Opens both ports.
    pub async fn bind(device: Arc<dyn Device>, config: &AgentConfig) -> Result<Self, AgentError> {
        let commands = listen(config.listen).await?;
        let pictures = match config.mjpeg {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let state = Arc::new(State {
            device,
            session: RwLock::default(),
            settings: RwLock::default(),
            turn: Mutex::default(),
        });
        Ok(Self {
            commands,
            pictures,
            state,
        })
    }

    /// The address for commands.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.commands.local_addr()
    }

    /// The address of the MJPEG stream.
    pub fn mjpeg_address(&self) -> Option<SocketAddr> {
        self.pictures
            .as_ref()
            .and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until the future is dropped or the device is gone; answers why.
    pub async fn serve(self) -> String {
        let device = Arc::clone(&self.state.device);
        let pictures = async {
            match self.pictures {
                Some(listener) => mjpeg::serve(listener, Arc::clone(&self.state)).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = http::serve(self.commands, Arc::clone(&self.state)) => "the port was closed".into(),
            () = pictures => "the MJPEG port was closed".into(),
            reason = device.died() => reason,
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, AgentError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| AgentError { address, source })
}

impl State {
    /// Answers one request: the status, the value, and the session it belongs to.
    pub(crate) async fn answer(
        &self,
        method: &str,
        path: &str,
        query: Vec<(String, String)>,
        body: Map<String, Value>,
    ) -> (Handled, Option<String>) {
        let Some(found) = routes::find(method, path) else {
            return (Err(Failure::unknown_command(path)), self.session_id().await);
        };
        if let Err(failure) = self.check_session(&found).await {
            return (Err(failure), None);
        }
        let ask = Ask { found, query, body };
        // These answer even while another command runs.
        let standalone = matches!(
            ask.found.call,
            Call::Status | Call::Screenshot | Call::Screens | Call::DeleteSession | Call::Locked
        );
        let _turn = if standalone {
            None
        } else {
            Some(self.turn.lock().await)
        };
        let handled = handlers::handle(self, &ask).await;
        (handled, self.session_id().await)
    }

    async fn session_id(&self) -> Option<String> {
        self.session
            .read()
            .await
            .as_ref()
            .map(|session| session.id.clone())
    }

    async fn check_session(&self, found: &Found) -> Result<(), Failure> {
        let Some(asked) = &found.session else {
            return Ok(());
        };
        match self.session.read().await.as_ref() {
            Some(session) if session.id.eq_ignore_ascii_case(asked) => Ok(()),
            _ => Err(Failure::invalid_session()),
        }
    }
}
