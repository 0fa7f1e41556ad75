//! The socket of a session that was started over HTTP.

use std::{pin::pin, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use hansom_protocol::{BidiEndpoint, Driver, DriverKind, Grants};
use hansom_server::{Config, Token};
use hansom_testkit::{TestServer, Tiny};
use serde_json::json;
use tokio::{net::TcpListener, sync::oneshot, time::timeout};
use tokio_tungstenite::{accept_async, tungstenite::Message};

use crate::socket::{ask, connect, next, server, session_new, status_of, tiny};

/// How long a message that is held back does not move.
const STUCK: Duration = Duration::from_millis(500);

#[tokio::test]
async fn messages_go_both_ways_at_the_address_the_client_was_told() {
    let (server, _) = server(Config::default()).await;
    let body = json!({"capabilities": {"alwaysMatch": tiny()}});
    let reply = server.client().post("/session", body).await.value();
    let id = reply["sessionId"].as_str().expect("an id");
    let url = reply["capabilities"]["webSocketUrl"]
        .as_str()
        .expect("an address");
    assert_eq!(url, format!("ws://{}/session/{id}", server.address()));

    let mut socket = connect(&server, &format!("/session/{id}"), &[])
        .await
        .expect("a socket");
    for text in ["hello", "", &"x".repeat(3_000_000)] {
        socket.send(Message::text(text)).await.expect("sent");
        assert_eq!(next(&mut socket).await, Some(Message::text(text)));
    }
}

/// A browser that sends numbered messages of a megabyte until one gets stuck, tells how many it had
/// sent by then, and goes on to the end.
async fn talkative(most: usize) -> (BidiEndpoint, oneshot::Receiver<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (tell, stuck) = oneshot::channel();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.expect("a connection");
        let mut socket = accept_async(stream).await.expect("a handshake");
        let mut tell = Some(tell);
        for nth in 0..most {
            let text = format!("{nth} {}", "x".repeat(1 << 20));
            let mut sent = pin!(socket.send(Message::text(text)));
            if timeout(STUCK, &mut sent).await.is_err() {
                if let Some(tell) = tell.take() {
                    let _ = tell.send(nth);
                }
                sent.await.expect("sent in the end");
            }
        }
        // Dropped without a word when nothing ever got stuck.
        drop(tell);
        while let Some(Ok(_)) = socket.next().await {}
    });
    let path = "/session/theirs".into();
    (BidiEndpoint { address, path }, stuck)
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_the_browser_back_and_loses_nothing() {
    const MOST: usize = 96;
    let (endpoint, stuck) = talkative(MOST).await;
    let tiny = Tiny::new(DriverKind::Browser).bidi(endpoint);
    let server = TestServer::with(Config::default(), vec![tiny.into_driver()]).await;
    let session = server.client().new_session(self::tiny()).await;
    let mut socket = connect(&server, &session, &[]).await.expect("a socket");
    let sent = timeout(Duration::from_mins(1), stuck)
        .await
        .expect("in time");
    let sent = sent.expect("it got stuck");
    // The system keeps some for each of the four sockets on the way.
    assert!(sent < MOST / 2, "{sent} megabytes were taken from it");
    for nth in 0..MOST {
        let message = next(&mut socket).await.expect("a message");
        let text = message.into_text().expect("text");
        assert!(text.starts_with(&format!("{nth} ")), "{nth}");
    }
}

#[tokio::test]
async fn the_external_address_is_told_when_there_is_one() {
    let config = Config {
        external_url: Some("https://lab.example/grid/".into()),
        ..Config::default()
    };
    let (server, _) = server(config).await;
    let body = json!({"capabilities": {"alwaysMatch": tiny()}});
    let reply = server.client().post("/session", body).await.value();
    let id = reply["sessionId"].as_str().expect("an id");
    let told = &reply["capabilities"]["webSocketUrl"];
    assert_eq!(*told, format!("wss://lab.example/grid/session/{id}"));
}

#[tokio::test]
async fn the_end_of_either_side_is_the_end_of_the_other() {
    let (server, _) = server(Config::default()).await;
    let session = server.client().new_session(tiny()).await;
    for last in ["close", "vanish"] {
        let mut socket = connect(&server, &session, &[]).await.expect("a socket");
        socket.send(Message::text(last)).await.expect("sent");
        let end = next(&mut socket).await;
        assert!(
            matches!(end, None | Some(Message::Close(_))),
            "{last}: {end:?}"
        );
    }
}

#[tokio::test]
async fn the_end_of_the_session_closes_the_socket_and_says_why() {
    let (server, _) = server(Config::default()).await;
    let client = server.client();
    let session = client.new_session(tiny()).await;
    let mut socket = connect(&server, &session, &[]).await.expect("a socket");
    client.delete(&session).await;
    let Some(Message::Close(Some(frame))) = next(&mut socket).await else {
        panic!("no close frame");
    };
    assert!(frame.reason.contains("deleted"), "{frame}");
}

#[tokio::test]
async fn handshakes_pass_the_gate() {
    let config = Config {
        tokens: vec![Token::new("sesame")],
        ..Config::default()
    };
    let (server, _) = server(config).await;
    let token = ("authorization", "Bearer sesame");
    let cases: &[(&[(&str, &str)], u16)] = &[
        (&[], 401),
        (&[token, ("origin", "https://evil.example")], 403),
        (&[token, ("host", "evil.example")], 403),
        (&[token, ("sec-websocket-version", "8")], 426),
    ];
    for (headers, expected) in cases {
        let refused = connect(&server, "/session", headers)
            .await
            .expect_err("a refusal");
        assert_eq!(status_of(refused), *expected, "{headers:?}");
    }
    assert!(connect(&server, "/session", &[token]).await.is_ok());
}

#[tokio::test]
async fn a_session_without_bidi_says_so() {
    let drivers: Vec<Arc<dyn Driver>> = vec![Tiny::new(DriverKind::Browser).into_driver()];
    let server = TestServer::start(drivers).await;
    let session = server
        .client()
        .new_session(json!({"browserName": "tiny"}))
        .await;
    let refused = connect(&server, &session, &[])
        .await
        .expect_err("a refusal");
    assert_eq!(status_of(refused), 500);
    let unknown = connect(&server, "/session/none", &[])
        .await
        .expect_err("a refusal");
    assert_eq!(status_of(unknown), 404);
}

#[tokio::test]
async fn a_session_that_was_started_over_http_is_not_ended_by_its_socket() {
    let (server, watch) = server(Config::default()).await;
    let session = server.client().new_session(tiny()).await;
    let mut socket = connect(&server, &session, &[]).await.expect("a socket");
    let end = json!({"id": 1, "method": "session.end", "params": {}});
    assert_eq!(
        ask(&mut socket, end.clone()).await,
        end,
        "the browser answers"
    );
    assert_eq!(watch.alive(), 1);
}

#[tokio::test]
async fn without_the_grant_no_command_names_a_file_of_the_servers_machine() {
    let folder = json!({"downloadBehavior": {"type": "allowed", "destinationFolder": "/etc"}});
    let downloads = json!({"id": 2, "method": "browser.setDownloadBehavior", "params": folder});
    let data = json!({"extensionData": {"type": "path", "path": "/etc"}});
    let addon = json!({"id": 3, "method": "webExtension.install", "params": data});
    let sent = json!({"extensionData": {"type": "base64", "value": "UEs="}});
    let sent = json!({"id": 4, "method": "webExtension.install", "params": sent});

    let config = Config {
        grants: Grants::new(false, [], []).expect("grants"),
        ..Config::default()
    };
    let (server, _) = server(config).await;
    let session = server.client().new_session(tiny()).await;
    let mut joined = connect(&server, &session, &[]).await.expect("a socket");
    let mut direct = connect(&server, "/session", &[]).await.expect("a socket");
    let started = ask(&mut direct, session_new(1)).await;
    assert_eq!(started["type"], "success", "{started}");
    for socket in [&mut joined, &mut direct] {
        for command in [&downloads, &addon] {
            let answer = ask(socket, command.clone()).await;
            assert_eq!(answer["type"], "error", "{answer}");
            assert_eq!(answer["id"], command["id"], "{answer}");
            assert_eq!(answer["error"], "unsupported operation", "{answer}");
            let message = answer["message"].as_str().expect("a message");
            let flag = "--allow-insecure browser:local_files";
            assert!(message.contains(flag), "{message}");
        }
        assert_eq!(ask(socket, sent.clone()).await, sent, "it is passed on");
    }

    let (server, _) = self::server(Config::default()).await;
    let session = server.client().new_session(tiny()).await;
    let mut socket = connect(&server, &session, &[]).await.expect("a socket");
    for command in [downloads, addon] {
        assert_eq!(ask(&mut socket, command.clone()).await, command);
    }
}
