//! BiDi through the server's own port, and our own use of it beside the client's.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::{client_async, tungstenite::Message};

use crate::common::Browsers;

#[tokio::test(flavor = "multi_thread")]
async fn bidi_goes_round_through_our_port_beside_classic_commands() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({"webSocketUrl": true})).await;
    let url = session.capabilities["webSocketUrl"].as_str().unwrap();
    let address = browsers.server.address();
    assert_eq!(url, format!("ws://{address}{}", session.path));
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (mut socket, _) = client_async(url, stream).await.unwrap();

    let mut next = 0;
    let mut call = async |method: &str, params: Value| -> (Value, Vec<Value>) {
        next += 1;
        let command = json!({"id": next, "method": method, "params": params});
        socket
            .send(Message::text(command.to_string()))
            .await
            .unwrap();
        let mut events = Vec::new();
        let answer = async {
            loop {
                let message = socket.next().await.unwrap().unwrap();
                let Message::Text(text) = message else {
                    continue;
                };
                let message: Value = serde_json::from_str(&text).unwrap();
                if message["id"] == next {
                    return message;
                }
                events.push(message);
            }
        };
        let answer = tokio::time::timeout(Duration::from_secs(20), answer).await;
        (answer.expect("an answer"), events)
    };

    let (status, _) = call("session.status", json!({})).await;
    assert_eq!(status["type"], "success", "{status}");
    let (tree, _) = call("browsingContext.getTree", json!({})).await;
    let context = tree["result"]["contexts"][0]["context"].clone();
    assert_eq!(context, session.got("/window").await);

    // What one protocol does, the other sees.
    let page = "data:text/html,<title>both</title><script>console.log('hello')</script>";
    let params = json!({"context": context, "url": page, "wait": "complete"});
    let (navigated, _) = call("browsingContext.navigate", params).await;
    assert_eq!(navigated["type"], "success", "{navigated}");
    assert_eq!(session.got("/title").await, "both");
    let (subscribed, events) =
        call("session.subscribe", json!({"events": ["log.entryAdded"]})).await;
    assert_eq!(subscribed["type"], "success", "{subscribed}");
    assert_eq!(events[0]["params"]["text"], "hello", "{events:?}");
    // Our own connection reads the same log, from its first call on.
    session.posted("/se/log", json!({"type": "browser"})).await;
    session.script("console.info('again')").await;
    let log = session
        .posted("/se/log", json!({"type": "browser"}))
        .await
        .to_string();
    assert!(log.contains("again"), "{log}");

    // The end of the session is the end of the socket.
    session.end().await;
    let closed = async { while let Some(Ok(_)) = socket.next().await {} };
    let closed = tokio::time::timeout(Duration::from_secs(10), closed).await;
    assert!(closed.is_ok(), "the socket outlived its session");
}
