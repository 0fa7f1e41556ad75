//! Both ends of a relay: the client's upgraded connection and our connection to the browser.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use futures_util::StreamExt;
use hansom_host::QuickStream;
use hansom_protocol::{BidiEndpoint, Error, ErrorCode};
use http::{HeaderValue, Response, StatusCode, header};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::{net::TcpStream, sync::OwnedSemaphorePermit, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        self, Message,
        handshake::derive_accept_key,
        protocol::{Role, WebSocketConfig},
    },
};

use crate::{
    app::App,
    http::{Busy, HttpRequest, HttpResponse, ReplyBody},
};

/// The client's end.
pub(super) struct Client {
    pub(super) socket: WebSocketStream<TokioIo<Upgraded>>,
    /// What came while we waited for something else, to be read first.
    pub(super) ahead: VecDeque<Message>,
    // The connection's own place was free again after the upgrade.
    _place: OwnedSemaphorePermit,
    // The idle time of connections does not count here; the session's does.
    _busy: Busy,
}

impl Client {
    /// The next message. Cancel safe.
    pub(super) async fn next(&mut self) -> Option<Result<Message, tungstenite::Error>> {
        match self.ahead.pop_front() {
            Some(message) => Some(Ok(message)),
            None => self.socket.next().await,
        }
    }

    /// Waits until the client is gone. Cancel safe. What it sends meanwhile is kept for later, up to
    /// [`AHEAD`]; who has sent more is not heard before that is read.
    pub(super) async fn gone(&mut self) {
        while self.ahead.iter().map(Message::len).sum::<usize>() < AHEAD {
            match self.socket.next().await {
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(message)) => self.ahead.push_back(message),
            }
        }
        std::future::pending::<()>().await;
    }
}

/// The browser's end.
pub(super) type Browser = WebSocketStream<QuickStream>;

/// Bytes that are read ahead, so that nobody fills the memory.
const AHEAD: usize = 64 * 1024;

/// How long the browser may take to accept us. It is on this machine.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// The answer to a handshake, and the socket that exists once the answer is out.
pub(super) fn upgrade(
    app: &Arc<App>,
    request: &mut HttpRequest,
    busy: &Busy,
) -> Result<
    (
        HttpResponse,
        impl Future<Output = Option<Client>> + Send + use<>,
    ),
    Error,
> {
    let bad = |why: &str| Error::invalid_argument(format!("not a WebSocket handshake: {why}."));
    let headers = request.headers();
    if *request.method() != http::Method::GET {
        return Err(bad("the method must be GET"));
    }
    if headers.get(header::SEC_WEBSOCKET_VERSION) != Some(&HeaderValue::from_static("13")) {
        return Err(bad("Sec-WebSocket-Version must be 13").with_status(426));
    }
    let key = headers
        .get(header::SEC_WEBSOCKET_KEY)
        .ok_or_else(|| bad("Sec-WebSocket-Key is missing"))?;
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()))
        .map_err(|_| bad("Sec-WebSocket-Key is not one"))?;
    let place = Arc::clone(&app.places).try_acquire_owned().map_err(|_| {
        Error::unknown("the server has too many connections. Close some.").with_status(503)
    })?;

    let mut response = Response::new(ReplyBody::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    for (name, value) in [
        (header::CONNECTION, HeaderValue::from_static("upgrade")),
        (header::UPGRADE, HeaderValue::from_static("websocket")),
        (header::SEC_WEBSOCKET_ACCEPT, accept),
    ] {
        response.headers_mut().insert(name, value);
    }
    let upgraded = hyper::upgrade::on(request);
    let (busy, config) = (busy.upgraded(), config(app));
    let socket = async move {
        match upgraded.await {
            Ok(io) => {
                let io = TokioIo::new(io);
                Some(Client {
                    socket: WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await,
                    ahead: VecDeque::new(),
                    _place: place,
                    _busy: busy,
                })
            }
            Err(error) => {
                tracing::debug!(%error, "WebSocket handshake not finished");
                None
            }
        }
    };
    Ok((response, socket))
}

/// Connects to a browser's BiDi socket.
pub(super) async fn connect(app: &App, endpoint: &BidiEndpoint) -> Result<Browser, Error> {
    let failed = |how: &str| {
        let what = format!("the browser's BiDi socket {how}. Its log may say why.");
        Error::new(ErrorCode::UnknownError, what)
    };
    let connect = async {
        let stream = QuickStream::new(TcpStream::connect(endpoint.address).await?)?;
        let url = format!("ws://{}{}", endpoint.address, endpoint.path);
        let (socket, _) = client_async_with_config(url, stream, Some(config(app))).await?;
        Ok::<_, tungstenite::Error>(socket)
    };
    match timeout(CONNECT_LIMIT, connect).await {
        Ok(Ok(socket)) => Ok(socket),
        Ok(Err(error)) => Err(failed("does not answer").with_detail(error.to_string())),
        Err(_) => {
            let limit = CONNECT_LIMIT.as_secs();
            Err(failed(&format!("did not answer within {limit} s")))
        }
    }
}

/// Messages may be as large as bodies.
fn config(app: &App) -> WebSocketConfig {
    let limit = usize::try_from(app.config.limits.max_body).ok();
    WebSocketConfig::default()
        .max_message_size(limit)
        .max_frame_size(limit)
}
