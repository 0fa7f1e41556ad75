//! Clients of BiDi alone, whose session starts on its socket.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hansom_server::{Config, Limits};
use hansom_testkit::{TestServer, Watch, eventually};
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::socket::{SOON, Socket, ask, connect, next, server, session_new};

#[tokio::test]
async fn a_client_of_bidi_alone_starts_a_session_that_ends_with_its_socket() {
    let (server, watch) = server(Config::default()).await;
    let mut socket = connect(&server, "/session", &[]).await.expect("a socket");
    let status = ask(
        &mut socket,
        json!({"id": 1, "method": "session.status", "params": {}}),
    )
    .await;
    assert_eq!(status["result"]["ready"], true);
    let early = ask(
        &mut socket,
        json!({"id": 2, "method": "browsingContext.getTree"}),
    )
    .await;
    assert_eq!(
        (&early["id"], &early["error"]),
        (&json!(2), &json!("invalid session id"))
    );
    for wrong in [
        json!([]),
        json!({"method": "session.status"}),
        json!({"id": -1}),
    ] {
        let answer = ask(&mut socket, wrong).await;
        assert_eq!(answer["error"], "invalid argument");
    }
    let capabilities = json!({"alwaysMatch": {"browserName": "netscape"}});
    let failed =
        json!({"id": 3, "method": "session.new", "params": {"capabilities": capabilities}});
    assert_eq!(
        ask(&mut socket, failed).await["error"],
        "session not created"
    );

    let started = ask(&mut socket, session_new(4)).await;
    assert_eq!(
        (&started["id"], &started["type"]),
        (&json!(4), &json!("success"))
    );
    let id = started["result"]["sessionId"]
        .as_str()
        .expect("an id")
        .to_owned();
    let relayed = json!({"id": 5, "method": "anything.else"});
    assert_eq!(ask(&mut socket, relayed.clone()).await, relayed);
    let http = server.client().get(&format!("/session/{id}/title")).await;
    assert_eq!(http.status, 200, "it is a session like any other");

    socket.close(None).await.expect("closed");
    eventually("the session ends", async || {
        (watch.alive() == 0).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_client_of_bidi_alone_ends_its_session_with_a_command() {
    let (server, watch) = server(Config::default()).await;
    for method in ["session.end", "browser.close"] {
        let mut socket = connect(&server, "/session", &[]).await.expect("a socket");
        let started = ask(&mut socket, session_new(1)).await;
        assert_eq!(started["type"], "success", "{started}");
        // Only the command itself is ours: what merely speaks of it goes on to the browser.
        let spoken =
            json!({"id": 2, "method": "script.evaluate", "params": {"expression": method}});
        assert_eq!(ask(&mut socket, spoken.clone()).await, spoken);
        let ended = ask(
            &mut socket,
            json!({"id": 3, "method": method, "params": {}}),
        )
        .await;
        assert_eq!(ended, json!({"type": "success", "id": 3, "result": {}}));
        assert_eq!(
            watch.alive(),
            0,
            "{method}: the session is over with the answer"
        );
        let end = next(&mut socket).await;
        assert!(matches!(end, None | Some(Message::Close(_))), "{end:?}");
    }
}

/// A socket whose session does not get beyond its start.
async fn stuck_start(server: &TestServer, watch: &Watch) -> Socket {
    let mut socket = connect(server, "/session", &[]).await.expect("a socket");
    let capabilities = json!({"alwaysMatch": {"browserName": "tiny", "tiny:start": "hang"}});
    let params = json!({"capabilities": capabilities});
    let message = json!({"id": 1, "method": "session.new", "params": params});
    socket
        .send(Message::text(message.to_string()))
        .await
        .expect("sent");
    watch.began().await;
    assert_eq!(watch.alive(), 1);
    socket
}

#[tokio::test]
async fn a_start_on_a_socket_does_not_hold_up_the_end_of_the_server() {
    let (server, watch) = server(Config::default()).await;
    let _socket = stuck_start(&server, &watch).await;
    server.stop_handle().stop();
    timeout(SOON, server.stopped()).await.expect("it stops");
    assert_eq!(watch.alive(), 0);
}

#[tokio::test]
async fn a_start_is_undone_when_its_socket_ends() {
    let (server, watch) = server(Config::default()).await;
    for early in [false, true] {
        let mut socket = stuck_start(&server, &watch).await;
        if early {
            // A message that waits for the session does not hide the end of the socket.
            socket.send(Message::text("{}")).await.expect("sent");
        }
        drop(socket);
        eventually("the start is undone", async || {
            (watch.alive() == 0).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn what_is_sent_before_the_session_is_there_reaches_it() {
    let (server, _) = server(Config::default()).await;
    let mut socket = connect(&server, "/session", &[]).await.expect("a socket");
    let early = json!({"id": 2, "method": "session.subscribe", "params": {}});
    for message in [session_new(1), early.clone()] {
        socket
            .send(Message::text(message.to_string()))
            .await
            .expect("sent");
    }
    let started = next(&mut socket).await.expect("an answer").to_string();
    assert!(started.contains("sessionId"), "{started}");
    let echoed = next(&mut socket).await;
    assert_eq!(echoed, Some(Message::text(early.to_string())));
}

#[tokio::test]
async fn a_socket_without_a_session_is_closed_in_time() {
    let limits = Limits {
        keep_alive: Duration::from_millis(50),
        ..Limits::default()
    };
    let config = Config {
        limits,
        ..Config::default()
    };
    let (server, _) = server(config).await;
    let mut socket = connect(&server, "/session", &[]).await.expect("a socket");
    assert_eq!(next(&mut socket).await, None);
    let mut socket = connect(&server, "/session", &[]).await.expect("a socket");
    ask(&mut socket, session_new(1)).await;
    let silent = timeout(Duration::from_millis(200), socket.next()).await;
    assert!(silent.is_err(), "with a session it stays");
}
