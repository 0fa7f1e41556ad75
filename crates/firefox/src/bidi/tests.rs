//! The client against a WebSocket server that answers as it is told.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{WebSocketStream, accept_async, tungstenite::Message};

use super::{Bidi, BidiError};

async fn listen() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

async fn accept(listener: TcpListener) -> WebSocketStream<TcpStream> {
    let (stream, _) = listener.accept().await.unwrap();
    accept_async(stream).await.unwrap()
}

async fn command(socket: &mut WebSocketStream<TcpStream>) -> Value {
    let text = socket.next().await.unwrap().unwrap().into_text().unwrap();
    serde_json::from_str(&text).unwrap()
}

async fn send(socket: &mut WebSocketStream<TcpStream>, message: Value) {
    let text = Message::text(message.to_string());
    socket.send(text).await.unwrap();
}

#[tokio::test]
async fn answers_find_their_callers_in_any_order() {
    let (listener, address) = listen().await;
    let firefox = async {
        let mut socket = accept(listener).await;
        let first = command(&mut socket).await;
        let second = command(&mut socket).await;
        for request in [second, first] {
            let result = json!({ "echo": request["params"] });
            let answer = json!({ "type": "success", "id": request["id"], "result": result });
            send(&mut socket, answer).await;
        }
        socket
    };
    let client = async {
        let bidi = Bidi::connect(address, "/session").await.unwrap();
        tokio::join!(
            bidi.call::<Value>("a.one", json!(1)),
            bidi.call::<Value>("a.two", json!(2)),
        )
    };
    let (_socket, (one, two)) = tokio::join!(firefox, client);
    assert_eq!(one.unwrap(), json!({ "echo": 1 }));
    assert_eq!(two.unwrap(), json!({ "echo": 2 }));
}

#[tokio::test]
async fn a_refusal_keeps_the_code_and_names_the_command() {
    let (listener, address) = listen().await;
    let firefox = async {
        let mut socket = accept(listener).await;
        let request = command(&mut socket).await;
        let answer = json!({
            "type": "error", "id": request["id"], "error": "no such frame",
            "message": "gone", "stacktrace": "at x",
        });
        send(&mut socket, answer).await;
        socket
    };
    let client = async {
        let bidi = Bidi::connect(address, "/session").await.unwrap();
        bidi.call::<Value>("browsingContext.close", json!({})).await
    };
    let (_socket, answer) = tokio::join!(firefox, client);
    let error = answer.unwrap_err();
    assert!(matches!(&error, BidiError::Remote { error, .. } if error == "no such frame"));
    assert!(error.to_string().contains("browsingContext.close"));
}

#[tokio::test]
async fn a_subscription_gets_its_events_and_no_others() {
    let (listener, address) = listen().await;
    let firefox = async {
        let mut socket = accept(listener).await;
        let request = command(&mut socket).await;
        assert_eq!(
            request["params"]["events"],
            json!(["log.entryAdded", "script"])
        );
        send(
            &mut socket,
            json!({ "type": "success", "id": request["id"], "result": {} }),
        )
        .await;
        for method in ["browsingContext.load", "script.message", "log.entryAdded"] {
            send(
                &mut socket,
                json!({ "type": "event", "method": method, "params": {} }),
            )
            .await;
        }
        socket
    };
    let client = async {
        let bidi = Bidi::connect(address, "/session").await.unwrap();
        let mut events = bidi.subscribe(&["log.entryAdded", "script"]).await.unwrap();
        [events.next().await.unwrap(), events.next().await.unwrap()].map(|event| event.method)
    };
    let (_socket, methods) = tokio::join!(firefox, client);
    assert_eq!(methods, ["script.message", "log.entryAdded"]);
}

#[tokio::test]
async fn a_lost_connection_fails_the_waiting_and_the_later_calls() {
    let (listener, address) = listen().await;
    let firefox = async {
        let mut socket = accept(listener).await;
        command(&mut socket).await;
    };
    let client = async {
        let bidi = Bidi::connect(address, "/session").await.unwrap();
        let waiting = bidi.call::<Value>("session.status", json!({})).await;
        let reason = bidi.closed().await;
        let later = bidi.call::<Value>("session.status", json!({})).await;
        (waiting, reason, later)
    };
    let ((), (waiting, reason, later)) = tokio::join!(firefox, client);
    assert!(matches!(waiting, Err(BidiError::Closed(_))), "{waiting:?}");
    assert!(!reason.is_empty());
    assert_eq!(later, Err(BidiError::Closed(reason)));
}

#[tokio::test]
async fn a_port_without_a_listener_is_named() {
    let (listener, address) = listen().await;
    drop(listener);
    let error = Bidi::connect(address, "/session").await.unwrap_err();
    assert!(error.to_string().contains(&address.to_string()), "{error}");
}
