//! How sessions end: deleted, left alone, with their server.

use std::time::Duration;

use hansom_server::Limits;
use hansom_testkit::eventually;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

use crate::scene::{SOON, mobile, nobody_lives, plain, scene, script, tiny};

#[tokio::test]
async fn delete_cancels_what_runs() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let running = scene.running(&session, "hang").await;
    let deleted = timeout(SOON, scene.client.delete(&session))
        .await
        .expect("an answer");
    assert_eq!(deleted.json(), json!({"value": null}));
    assert_eq!(scene.watch.alive(), 0);
    let cancelled = running.await.expect("an answer");
    assert_eq!(cancelled.error(), "invalid session id");
    assert!(
        cancelled.message().contains("deleted"),
        "{}",
        cancelled.message()
    );
}

#[tokio::test]
async fn delete_answers_even_if_closing_hangs() {
    let scene = scene(Limits {
        close_timeout: Duration::from_millis(50),
        ..Limits::default()
    })
    .await;
    let session = json!({"browserName": "tiny", "tiny:close": "hang"});
    let session = scene.client.new_session(session).await;
    let deleted = timeout(SOON, scene.client.delete(&session))
        .await
        .expect("an answer");
    assert_eq!(deleted.status, 200);
    assert_eq!(scene.watch.alive(), 0, "dropped by force");
}

#[tokio::test]
async fn an_ended_session_is_remembered_with_its_reason() {
    let scene = plain().await;
    let cases = [
        ("die", "the tiny session died"),
        ("end", "told to end"),
        ("panic", "bug of the server"),
    ];
    for (word, reason) in cases {
        let session = scene.client.new_session(tiny()).await;
        let reply = script(&scene.client, &session, word, 0).await;
        assert!(reply.is_w3c_shaped(), "{word}");
        nobody_lives(&scene.watch).await;
        let late = scene.client.get(&format!("{session}/title")).await;
        assert_eq!(
            (late.status.as_u16(), late.error().as_str()),
            (404, "invalid session id")
        );
        assert!(
            late.message().contains(reason),
            "{word}: {}",
            late.message()
        );
        let deleted = scene.client.delete(&session).await;
        assert_eq!(deleted.status, 404, "{word}");
    }
}

#[tokio::test]
async fn idle_time_is_the_clients_to_set() {
    let scene = plain().await;
    let body = |seconds: Value| {
        let always = json!({"browserName": "tiny", "appium:newCommandTimeout": seconds});
        json!({"capabilities": {"alwaysMatch": always}})
    };
    for wrong in [json!("5"), json!(-1), json!({})] {
        let reply = scene.client.post("/session", body(wrong)).await;
        assert_eq!(reply.error(), "invalid argument");
        assert!(
            reply.message().contains("newCommandTimeout"),
            "{}",
            reply.message()
        );
    }
    let reply = scene.client.post("/session", body(json!(0.1))).await;
    let id = reply.value()["sessionId"]
        .as_str()
        .expect("an id")
        .to_owned();
    // Longer than the limit, but not idle.
    let session = format!("/session/{id}");
    assert_eq!(
        script(&scene.client, &session, "delay", 300).await.status,
        200
    );
    nobody_lives(&scene.watch).await;
    let late = scene.client.get(&format!("{session}/title")).await;
    assert!(
        late.message().contains("no command came for 0.1 s"),
        "{}",
        late.message()
    );
}

#[tokio::test]
async fn a_draining_server_takes_no_new_sessions_and_keeps_the_old() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.server.stop_handle().drain();
    let status = eventually("the server drains", async || {
        let status = scene.client.get("/status").await;
        (status.status != 200).then_some(status)
    })
    .await;
    assert_eq!(
        (status.status.as_u16(), &status.value()["ready"]),
        (503, &json!(false))
    );
    assert_eq!(scene.client.get("/readyz").await.status, 503);
    let body = json!({"capabilities": {"alwaysMatch": tiny()}});
    let refused = scene.client.post("/session", body).await;
    assert_eq!(
        (refused.status.as_u16(), refused.error().as_str()),
        (503, "session not created")
    );
    assert_eq!(
        scene.client.get(&format!("{session}/title")).await.status,
        200
    );
    scene.client.delete(&session).await;
    timeout(SOON, scene.server.stopped())
        .await
        .expect("it stops by itself");
}

#[tokio::test]
async fn drain_ends_when_its_time_has_passed() {
    let scene = scene(Limits {
        drain_timeout: Duration::from_millis(50),
        ..Limits::default()
    })
    .await;
    scene.client.new_session(tiny()).await;
    scene.server.stop_handle().drain();
    timeout(SOON, scene.server.stopped())
        .await
        .expect("it stops");
    assert_eq!(scene.watch.alive(), 0);
}

#[tokio::test]
async fn a_second_signal_stops_at_once() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let running = scene.running(&session, "hang").await;
    scene.server.stop_handle().drain();
    scene.server.stop_handle().stop();
    let reply = timeout(SOON, running)
        .await
        .expect("in time")
        .expect("an answer");
    assert!(
        reply.message().contains("server is stopping"),
        "{}",
        reply.message()
    );
    timeout(SOON, scene.server.stopped())
        .await
        .expect("it stops");
    assert_eq!(scene.watch.alive(), 0);
}

#[tokio::test]
async fn a_start_that_the_end_of_the_server_cuts_short_is_told_so() {
    let scene = plain().await;
    let client = scene.client.clone();
    let starting = tokio::spawn(async move {
        let hangs = json!({"browserName": "tiny", "tiny:start": "hang"});
        let body = json!({"capabilities": {"alwaysMatch": hangs}});
        client.post("/session", body).await
    });
    scene.watch.began().await;
    scene.server.stop_handle().drain();
    let reply = timeout(SOON, starting)
        .await
        .expect("in time")
        .expect("an answer");
    assert_eq!(
        (reply.status.as_u16(), reply.error().as_str()),
        (503, "session not created")
    );
    let message = reply.message();
    assert!(message.contains("server is stopping"), "{message}");
    timeout(SOON, scene.server.stopped())
        .await
        .expect("it stops");
    assert_eq!(scene.watch.alive(), 0);
}

#[tokio::test]
async fn a_live_picture_ends_with_its_session() {
    let (scene, session) = mobile().await;
    let mut stream = TcpStream::connect(scene.server.address())
        .await
        .expect("a server");
    let request = format!(
        "GET {session}/appium/screen HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut text = Vec::new();
    while !text.windows(9).any(|part| part == b"--picture") {
        let read = timeout(SOON, stream.read_buf(&mut text)).await;
        assert!(read.expect("in time").expect("bytes") > 0);
    }
    let head = String::from_utf8_lossy(&text).to_lowercase();
    assert!(
        head.contains("content-type: multipart/x-mixed-replace"),
        "{head}"
    );
    scene.client.delete(&session).await;
    let rest = timeout(SOON, stream.read_to_end(&mut text)).await;
    rest.expect("an end").expect("an orderly one");
    assert!(text.ends_with(b"0\r\n\r\n"), "the last chunk");
}
