//! A server with BiDi, and sockets to it.

use std::{sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use hansom_protocol::{Driver, DriverKind};
use hansom_server::Config;
use hansom_testkit::{TestServer, Tiny, Watch, bidi_echo};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

pub(crate) const SOON: Duration = Duration::from_secs(10);

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// What starts a session on a socket at `/session`.
pub(crate) fn session_new(id: u32) -> Value {
    let capabilities = json!({"alwaysMatch": {"browserName": "tiny"}});
    json!({"id": id, "method": "session.new", "params": {"capabilities": capabilities}})
}

pub(crate) async fn server(config: Config) -> (TestServer, Watch) {
    let tiny = Tiny::new(DriverKind::Browser).bidi(bidi_echo().await);
    let watch = tiny.watch();
    let drivers: Vec<Arc<dyn Driver>> = vec![tiny.into_driver()];
    (TestServer::with(config, drivers).await, watch)
}

pub(crate) async fn connect(
    server: &TestServer,
    path: &str,
    headers: &[(&'static str, &'static str)],
) -> Result<Socket, tungstenite::Error> {
    let url = format!("ws://{}{path}", server.address());
    let mut request = url.into_client_request()?;
    for (name, value) in headers {
        request
            .headers_mut()
            .insert(*name, value.parse().expect("a value"));
    }
    let stream = TcpStream::connect(server.address()).await?;
    Ok(client_async(request, stream).await?.0)
}

pub(crate) async fn next(socket: &mut Socket) -> Option<Message> {
    let message = timeout(SOON, socket.next()).await.expect("in time");
    message.and_then(Result::ok)
}

pub(crate) async fn ask(socket: &mut Socket, message: Value) -> Value {
    socket
        .send(Message::text(message.to_string()))
        .await
        .expect("sent");
    let answer = next(socket)
        .await
        .expect("an answer")
        .into_text()
        .expect("text");
    serde_json::from_str(&answer).expect("JSON")
}

pub(crate) fn status_of(error: tungstenite::Error) -> u16 {
    match error {
        tungstenite::Error::Http(response) => response.status().as_u16(),
        other => panic!("{other}"),
    }
}

pub(crate) fn tiny() -> Value {
    json!({"browserName": "tiny", "webSocketUrl": true})
}
