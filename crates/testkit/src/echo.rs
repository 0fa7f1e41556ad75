//! A WebSocket server that stands in for a browser's BiDi socket.

use std::net::Ipv4Addr;

use futures_util::{SinkExt, StreamExt};
use hansom_protocol::BidiEndpoint;
use tokio::net::TcpListener;
use tokio_tungstenite::{accept_async, tungstenite::Message};

/// Starts one on a free port of loopback. It sends every text back; on `close` it closes, on `vanish`
/// it drops the connection.
pub async fn bidi_echo() -> BidiEndpoint {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut socket = accept_async(stream).await.expect("a handshake");
                while let Some(Ok(message)) = socket.next().await {
                    let done = match message {
                        Message::Text(text) if text == "close" => socket.close(None).await.is_ok(),
                        Message::Text(text) if text == "vanish" => return,
                        Message::Text(_) => socket.send(message).await.is_err(),
                        _ => false,
                    };
                    if done {
                        return;
                    }
                }
            });
        }
    });
    BidiEndpoint {
        address,
        path: "/session/theirs".into(),
    }
}
