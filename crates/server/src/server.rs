//! Listening, accepting, stopping.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use hansom_protocol::Driver;
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;

use crate::{BindError, Config, app::App, http};

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listeners: Vec<TcpListener>,
    tls: Option<TlsAcceptor>,
    stop: StopHandle,
}

/// Stops a server. Any clone will do.
#[derive(Debug, Clone, Default)]
pub struct StopHandle {
    drain: CancellationToken,
    stop: CancellationToken,
}

impl StopHandle {
    /// No new sessions; those there are may go on until they end or the drain timeout passes. Then
    /// the server stops.
    pub fn drain(&self) {
        self.drain.cancel();
    }

    /// Ends all sessions and stops at once.
    pub fn stop(&self) {
        self.drain.cancel();
        self.stop.cancel();
    }
}

impl Server {
    /// Listens on the configured addresses. Nothing is answered until [`Server::serve`] runs.
    pub async fn bind(config: Config, drivers: Vec<Arc<dyn Driver>>) -> Result<Self, BindError> {
        if config.listen.is_empty() {
            return Err(BindError::NoAddress);
        }
        let beyond = config
            .listen
            .iter()
            .find(|address| !address.ip().is_loopback());
        if let Some(address) = beyond
            && config.tokens.is_empty()
            && !config.no_auth
        {
            return Err(BindError::TokenRequired { address: *address });
        }
        let tls = config.tls.as_ref().map(http::acceptor).transpose()?;
        let mut listeners = Vec::new();
        for address in &config.listen {
            listeners.push(listen(*address).await?);
        }
        Ok(Self {
            app: App::new(config, drivers)?,
            listeners,
            tls,
            stop: StopHandle::default(),
        })
    }

    /// The addresses it listens on, with the ports the system chose.
    pub fn local_addrs(&self) -> Vec<SocketAddr> {
        let addresses = self.listeners.iter().map(TcpListener::local_addr);
        addresses.filter_map(Result::ok).collect()
    }

    /// What stops it.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Serves until it is stopped. Everything its sessions started is gone when this returns.
    pub async fn serve(self) {
        let Self {
            app,
            listeners,
            tls,
            stop,
        } = self;
        let mut accepting = JoinSet::new();
        for listener in listeners {
            accepting.spawn(accept(Arc::clone(&app), listener, tls.clone()));
        }

        stop.drain.cancelled().await;
        app.registry.drain();
        tracing::info!(
            sessions = app.registry.occupancy().0,
            "stopping: no new sessions"
        );
        tokio::select! {
            () = app.registry.empty() => {}
            () = stop.stop.cancelled() => {}
            () = sleep(app.config.limits.drain_timeout) => tracing::warn!("drain timeout passed"),
        }
        app.registry.stop().await;
        // Answers that are on their way may get out; idle connections and endless pictures may not
        // hold us up.
        accepting.shutdown().await;
        app.closing.cancel();
        app.tasks.close();
        if timeout(LAST_ANSWERS, app.tasks.wait()).await.is_err() {
            tracing::debug!(left = app.tasks.len(), "connections cut");
            app.cut.cancel();
            // Each ends at once when it is cut; this is for one that cannot.
            if timeout(LAST_ANSWERS, app.tasks.wait()).await.is_err() {
                tracing::error!(left = app.tasks.len(), "some connections did not end");
            }
        }
    }
}

/// How long answers may take to get out at the end.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// How long to wait after the system had no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);

async fn listen(address: SocketAddr) -> Result<TcpListener, BindError> {
    TcpListener::bind(address)
        .await
        .map_err(|source| match source.kind() {
            io::ErrorKind::AddrInUse => BindError::AddressInUse { address },
            _ => BindError::Listen { address, source },
        })
}

/// Accepts connections as long as there are places for them; further ones wait in the system's queue.
async fn accept(app: Arc<App>, listener: TcpListener, tls: Option<TlsAcceptor>) {
    loop {
        let Ok(place) = Arc::clone(&app.places).acquire_owned().await else {
            return;
        };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of file handles, most likely: there is no event for their return.
                tracing::warn!(%error, "connection not accepted");
                sleep(NO_ROOM).await;
                continue;
            }
        };
        let tls = tls.clone();
        let served = Arc::clone(&app);
        app.tasks.spawn(async move {
            served.registry.metrics.connections.inc();
            greet(Arc::clone(&served), stream, tls).await;
            served.registry.metrics.connections.dec();
            drop(place);
        });
    }
}

async fn greet(app: Arc<App>, stream: TcpStream, tls: Option<TlsAcceptor>) {
    // Answers are small and awaited; waiting to fill a packet would cost 40 ms.
    let _ = stream.set_nodelay(true);
    let Some(tls) = tls else {
        return http::serve(app, stream).await;
    };
    match timeout(app.config.limits.header_timeout, tls.accept(stream)).await {
        Ok(Ok(stream)) => http::serve(app, stream).await,
        Ok(Err(error)) => tracing::debug!(%error, "TLS handshake failed"),
        Err(_) => tracing::debug!("TLS handshake took too long"),
    }
}
