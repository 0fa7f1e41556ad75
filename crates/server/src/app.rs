//! One server as a whole, and the way of a request through it.

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures_util::FutureExt;
use hansom_protocol::{Driver, Error, SessionId};
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    BindError, Config, bidi, dispatch,
    gate::{self, Asked, Gate, Refusal},
    http::{Busy, HttpRequest, HttpResponse, ReplyBody, reply},
    inspector,
    operation::{self, Metrics},
    router::Router,
    sessions::Registry,
};

/// One server.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Arc<Registry>,
    gate: Gate,
    router: Router,
    /// Places for connections.
    pub(crate) places: Arc<Semaphore>,
    /// Connections and sockets.
    pub(crate) tasks: TaskTracker,
    /// Set when connections are to end with the answer they are at.
    pub(crate) closing: CancellationToken,
    /// Set when they have had their time.
    pub(crate) cut: CancellationToken,
}

impl App {
    pub(crate) fn new(
        mut config: Config,
        drivers: Vec<Arc<dyn Driver>>,
    ) -> Result<Arc<Self>, BindError> {
        config.base_path = base_path(&config.base_path)?;
        let gate = Gate::new(&config)?;
        let registry = Registry::new(drivers, config.limits.clone(), Arc::new(Metrics::new()));
        let router = Router::new(config.base_path.clone());
        Ok(Arc::new(Self {
            places: Arc::new(Semaphore::new(config.limits.max_connections)),
            config,
            registry,
            gate,
            router,
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            cut: CancellationToken::new(),
        }))
    }

    /// Answers a request, whatever happens.
    pub(crate) async fn answer(self: Arc<Self>, request: HttpRequest, busy: Busy) -> HttpResponse {
        let cors = gate::cors(request.headers());
        let path = self.router.strip(request.uri().path());
        let asked = if inspector::has(request.method(), path) {
            Asked::PublicFile
        } else {
            Asked::Other
        };
        let verdict = self
            .gate
            .check(request.method(), request.uri(), request.headers(), asked);
        let response = match verdict {
            Err(refusal) => return self.refuse(&refusal).map(|body| body.holding(busy)),
            Ok(()) if *request.method() == Method::OPTIONS && cors.is_some() => preflight(),
            Ok(()) => AssertUnwindSafe(self.pass(request, &busy))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| {
                    reply::failure(&Error::unknown(
                        "the server failed unexpectedly. This is a bug; its log shows where.",
                    ))
                }),
        };
        let mut response = response.map(|body| body.holding(busy));
        response.headers_mut().extend(
            cors.into_iter()
                .flatten()
                .map(|(name, value)| (Some(name), value)),
        );
        response
    }

    /// The way of a request behind the gate.
    async fn pass(self: &Arc<Self>, request: HttpRequest, busy: &Busy) -> HttpResponse {
        let path = self.router.strip(request.uri().path()).to_owned();
        if let Some(page) = operation::page(self, request.method(), &path) {
            return page;
        }
        if let Some(file) = inspector::answer(&request, &path) {
            return file;
        }
        if bidi::is_handshake(request.headers(), &path) {
            return Box::pin(bidi::accept(self, request, &path, busy)).await;
        }
        match self.router.find(request.method(), &path) {
            Ok(found) => dispatch::dispatch(self, found, request).await,
            Err(none) => {
                let error = none.error(request.method(), &path);
                tracing::info!(method = %request.method(), "{}", error.message);
                let mut response = reply::failure(&error);
                if let Ok(allow) = HeaderValue::from_str(&none.allow())
                    && !allow.is_empty()
                {
                    response.headers_mut().insert(header::ALLOW, allow);
                }
                response
            }
        }
    }

    fn refuse(&self, refusal: &Refusal) -> HttpResponse {
        tracing::warn!("refused: {refusal}");
        self.registry.metrics.refused(refusal.label());
        let error = Error::from(refusal.clone()).with_status(refusal.status());
        let mut response = reply::failure(&error);
        let headers = response.headers_mut();
        // The body was not read and will not be.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        if refusal.status() == 401 {
            // One header each: Java's client reads only the first scheme of a list.
            for offer in ["Bearer", "Basic realm=\"hansom\", charset=\"UTF-8\""] {
                headers.append(header::WWW_AUTHENTICATE, HeaderValue::from_static(offer));
            }
        }
        response
    }

    /// The address at which a client reaches a session's BiDi socket: the one it used itself, unless
    /// the operator gave another.
    pub(crate) fn web_socket_url(&self, headers: &HeaderMap, id: &SessionId) -> String {
        if let Some(url) = &self.config.external_url {
            let url = url.trim_end_matches('/');
            // The gate has seen that it is http or https, in whatever case.
            let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
            let secure = scheme.eq_ignore_ascii_case("https");
            let scheme = if secure { "wss" } else { "ws" };
            return format!("{scheme}://{rest}/session/{id}");
        }
        let scheme = if self.config.tls.is_some() {
            "wss"
        } else {
            "ws"
        };
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let host = host.unwrap_or("localhost");
        format!("{scheme}://{host}{}/session/{id}", self.config.base_path)
    }
}

/// `/a/b` without a slash at the end; empty for none.
fn base_path(given: &str) -> Result<String, BindError> {
    let path = given.trim_matches('/');
    let legal = |b: u8| b.is_ascii_alphanumeric() || b"/-_.~".contains(&b);
    if !path.bytes().all(legal) || path.contains("//") {
        return Err(BindError::BadBasePath {
            path: given.to_owned(),
        });
    }
    Ok(if path.is_empty() {
        String::new()
    } else {
        format!("/{path}")
    })
}

/// What a browser is told that asks whether a listed page may send a command.
fn preflight() -> HttpResponse {
    let mut response = Response::new(ReplyBody::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}
