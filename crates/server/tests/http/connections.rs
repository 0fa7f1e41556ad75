//! Connections: how long they last, and how many.

use std::time::Duration;

use hansom_server::Limits;
use hansom_testkit::{TestServer, eventually};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::wire::{SOON, limited, raw, tiny};

#[tokio::test]
async fn an_offer_of_http2_is_answered_in_http1() {
    let server = TestServer::start(tiny()).await;
    let text = raw(
        &server,
        b"GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings, close\r\n\
          Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\nContent-Length: 0\r\n\r\n",
    )
    .await;
    assert!(text.starts_with("HTTP/1.1 200 OK"), "{text}");
    assert!(text.contains("\"ready\":true"), "{text}");
}

#[tokio::test]
async fn heads_and_bodies_that_trickle_are_cut_off() {
    let limits = Limits {
        header_timeout: Duration::from_millis(100),
        body_timeout: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let nothing = raw(&server, b"").await;
    assert_eq!(nothing, "");
    let head = raw(&server, b"GET /status HTTP/1.1\r\nHost: localh").await;
    assert!(!head.contains("200"), "{head}");
    let body = raw(
        &server,
        b"POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{",
    )
    .await;
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
}

#[tokio::test]
async fn an_idle_connection_outlives_the_time_for_heads() {
    let limits = Limits {
        header_timeout: Duration::from_millis(50),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let mut stream = TcpStream::connect(server.address())
        .await
        .expect("a server");
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut buffer = [0; 1024];
    stream.write_all(request).await.expect("sent");
    let first = stream.read(&mut buffer).await.expect("an answer");
    assert!(first > 0);
    // Nothing for several times the limit, and the connection is still good.
    let silence = timeout(Duration::from_millis(250), stream.read(&mut buffer)).await;
    assert!(silence.is_err(), "{silence:?}");
    stream.write_all(request).await.expect("sent");
    assert!(stream.read(&mut buffer).await.expect("an answer") > 0);
}

#[tokio::test]
async fn a_connection_beyond_the_limit_waits_for_a_place() {
    let limits = Limits {
        max_connections: 1,
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut buffer = [0; 1024];
    let mut first = TcpStream::connect(server.address())
        .await
        .expect("a server");
    first.write_all(request).await.expect("sent");
    assert!(first.read(&mut buffer).await.expect("an answer") > 0);
    let mut second = TcpStream::connect(server.address())
        .await
        .expect("a server");
    second.write_all(request).await.expect("sent");
    let waiting = timeout(Duration::from_millis(100), second.read(&mut buffer)).await;
    assert!(waiting.is_err(), "{waiting:?}");
    drop(first);
    let read = timeout(SOON, second.read(&mut buffer)).await;
    assert!(read.expect("its turn").expect("an answer") > 0);
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answer_is_given_up() {
    let limits = Limits {
        write_timeout: Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(limited(limits), tiny()).await;
    let client = server.client();
    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let body = json!({"script": "big", "args": [200_000_000]}).to_string();
    let mut silent = TcpStream::connect(server.address())
        .await
        .expect("a server");
    let request = format!(
        "POST {session}/execute/sync HTTP/1.1\r\nHost: localhost\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    silent.write_all(request.as_bytes()).await.expect("sent");
    silent.readable().await.expect("the answer begins");
    eventually("the connection is closed", async || {
        let metrics = client.metrics().await;
        let mut lines = metrics.lines();
        lines
            .any(|line| line == "hansom_connections 1")
            .then_some(())
    })
    .await;
}
