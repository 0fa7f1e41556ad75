//! The app server: what pages of the phone are served from.
//!
//! Firefox reaches it as a proxy for hosts that end in `.localhost`, so that the origin of an app
//! has no port and stays the same from boot to boot. It listens on loopback, and who does not bring
//! the key that only this phone's Firefox has is turned away.

mod bridge;
mod pages;
mod reply;
mod state;

use std::{
    net::SocketAddr,
    sync::{Arc, OnceLock, Weak},
    time::Duration,
};

use hyper::{Request, body::Incoming, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{
    apps::{App, Files, Store, bundled_page},
    core::Core,
};
pub(crate) use state::appearance_name;

use reply::Reply;

/// The header that the kernel adds to requests.
const KEY_HEADER: &str = "x-hansom-key";
/// A request's head arrives within this time.
const HEAD_DEADLINE: Duration = Duration::from_secs(10);

/// The app server; ends when dropped.
pub(crate) struct Server {
    port: u16,
    shared: Arc<Shared>,
    _stop: DropGuard,
}

struct Shared {
    key: String,
    store: Arc<Store>,
    /// Set once the phone is up.
    core: OnceLock<Weak<Core>>,
}

/// Whose pages a host has.
enum Site {
    /// The home or lock screen.
    Screen(Files),
    /// An app.
    App(Box<App>),
}

impl Server {
    /// Listens on a port of the system's choice.
    pub(crate) async fn start(key: String, store: Arc<Store>) -> std::io::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let port = listener.local_addr()?.port();
        let shared = Arc::new(Shared {
            key,
            store,
            core: OnceLock::new(),
        });
        let stop = CancellationToken::new();
        tokio::spawn(stop.clone().run_until_cancelled_owned(accept(
            listener,
            Arc::clone(&shared),
            stop.clone(),
        )));
        Ok(Self {
            port,
            shared,
            _stop: stop.drop_guard(),
        })
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// From now on the bridge works.
    pub(crate) fn attach(&self, core: &Arc<Core>) {
        if self.shared.core.set(Arc::downgrade(core)).is_err() {
            tracing::warn!("the app server has a phone already");
        }
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>, stop: CancellationToken) {
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "the phone's app server cannot accept");
                return;
            }
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection of the phone is gone already");
        }
        let shared = Arc::clone(&shared);
        let serve = async move {
            let service = service_fn(move |request| {
                let shared = Arc::clone(&shared);
                async move { Ok::<_, std::convert::Infallible>(answer(&shared, request).await) }
            });
            let served = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_DEADLINE)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            if let Err(error) = served {
                tracing::debug!(%error, "a connection of the phone ended early");
            }
        };
        tokio::spawn(stop.clone().run_until_cancelled_owned(serve));
    }
}

async fn answer(shared: &Shared, request: Request<Incoming>) -> Reply {
    let key = request
        .headers()
        .get(KEY_HEADER)
        .map(hyper::http::HeaderValue::as_bytes);
    if key != Some(shared.key.as_bytes()) {
        return reply::status(403);
    }
    let Some(site) = site(shared, &request) else {
        return reply::status(404);
    };
    match request.uri().path().strip_prefix("/.hansom/") {
        None => pages::file(&site, &request).await,
        Some(path) => {
            let path = path.to_owned();
            match shared.core.get().and_then(Weak::upgrade) {
                Some(core) => bridge::answer(&core, &site, &path, request).await,
                None => reply::status(503),
            }
        }
    }
}

/// The site that the request's host names.
fn site(shared: &Shared, request: &Request<Incoming>) -> Option<Site> {
    let host = request.uri().host().or_else(|| {
        let host = request.headers().get("host")?.to_str().ok()?;
        host.split(':').next()
    })?;
    let label = host.strip_suffix(".localhost")?;
    match label {
        "hansom-home" => bundled_page("home").map(Site::Screen),
        "hansom-lock" => bundled_page("lock").map(Site::Screen),
        label => shared
            .store
            .by_label(label)
            .map(|app| Site::App(Box::new(app))),
    }
}
