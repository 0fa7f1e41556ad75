//! The life of sessions, over HTTP.

use std::{sync::Arc, time::Duration};

use hansom_protocol::{Driver, DriverKind};
use hansom_server::{Config, Limits};
use hansom_testkit::{Client, Reply, TestServer, Tiny, Watch, eventually};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const SOON: Duration = Duration::from_secs(10);

struct Scene {
    server: TestServer,
    client: Client,
    watch: Watch,
}

async fn scene(limits: Limits) -> Scene {
    let tiny = Tiny::new(DriverKind::Browser);
    let watch = tiny.watch();
    let drivers: Vec<Arc<dyn Driver>> = vec![tiny.into_driver()];
    let config = Config {
        limits,
        ..Config::default()
    };
    let server = TestServer::with(config, drivers).await;
    let client = server.client();
    Scene {
        server,
        client,
        watch,
    }
}

async fn plain() -> Scene {
    scene(Limits::default()).await
}

fn tiny() -> Value {
    json!({"browserName": "tiny"})
}

async fn script(client: &Client, session: &str, word: &str, number: u64) -> Reply {
    let body = json!({"script": word, "args": [number]});
    client.post(&format!("{session}/execute/sync"), body).await
}

/// Waits until no session is left.
async fn nobody_lives(watch: &Watch) {
    eventually("the session is gone", async || {
        (watch.alive() == 0).then_some(())
    })
    .await;
}

/// A POST whose client can leave: the connection, with the request on its way.
async fn sent(scene: &Scene, path: &str, body: &str) -> TcpStream {
    let stream = TcpStream::connect(scene.server.address()).await;
    let mut stream = stream.expect("a server");
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

#[tokio::test]
async fn delete_cancels_what_runs() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let running = {
        let (client, session) = (scene.client.clone(), session.clone());
        tokio::spawn(async move { script(&client, &session, "hang", 0).await })
    };
    scene.watch.began().await;
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
async fn status_never_waits_for_a_session() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let client = scene.client.clone();
    let hanging = tokio::spawn(async move { script(&client, &session, "hang", 0).await });
    scene.watch.began().await;
    let status = timeout(SOON, scene.client.get("/status"))
        .await
        .expect("an answer");
    assert_eq!(status.value()["sessions"]["active"], 1);
    hanging.abort();
}

#[tokio::test]
async fn commands_run_one_at_a_time_inside_and_in_parallel_outside() {
    let scene = plain().await;
    let (first, second) = (
        scene.client.new_session(tiny()).await,
        scene.client.new_session(tiny()).await,
    );
    let client = &scene.client;
    tokio::join!(
        script(client, &first, "delay", 40),
        script(client, &first, "delay", 40),
        script(client, &first, "delay", 40),
    );
    assert_eq!(scene.watch.most_running(), 1);
    tokio::join!(
        script(client, &first, "delay", 200),
        script(client, &second, "delay", 200),
    );
    assert_eq!(scene.watch.most_running(), 2);
}

#[tokio::test]
async fn a_command_goes_on_when_its_client_leaves() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let path = format!("{session}/execute/sync");
    let stream = sent(&scene, &path, r#"{"script":"delay","args":[50]}"#).await;
    scene.watch.began().await;
    drop(stream);
    eventually("the command ends", async || {
        (scene.watch.executed() == 1).then_some(())
    })
    .await;
    assert_eq!(
        scene.client.get(&format!("{session}/title")).await.status,
        200
    );
}

#[tokio::test]
async fn a_start_is_undone_when_its_client_leaves() {
    let scene = plain().await;
    let body = r#"{"capabilities":{"alwaysMatch":{"browserName":"tiny","tiny:start":"hang"}}}"#;
    let stream = sent(&scene, "/session", body).await;
    scene.watch.began().await;
    assert_eq!(scene.watch.alive(), 1);
    drop(stream);
    nobody_lives(&scene.watch).await;
    assert_eq!(
        scene.client.get("/status").await.value()["sessions"]["active"],
        0
    );
}

#[tokio::test]
async fn a_start_that_fails_says_how_far_it_came() {
    let scene = plain().await;
    let body = |start: &str| json!({"capabilities": {"alwaysMatch": {"browserName": "tiny", "tiny:start": start}}});
    let failed = scene.client.post("/session", body("fail")).await;
    assert_eq!(
        (failed.status.as_u16(), failed.error().as_str()),
        (500, "session not created")
    );
    assert!(failed.message().contains("found "), "{}", failed.message());
    let panicked = scene.client.post("/session", body("panic")).await;
    assert_eq!(
        (panicked.status.as_u16(), panicked.error().as_str()),
        (500, "unknown error")
    );
    assert_eq!(scene.watch.alive(), 0);
    assert_eq!(
        scene.client.get("/status").await.value()["sessions"]["active"],
        0
    );
}

#[tokio::test]
async fn no_match_tells_what_was_asked_and_what_is_offered() {
    let scene = plain().await;
    let body = json!({"capabilities": {"firstMatch": [{"browserName": "netscape"}]}});
    let reply = scene.client.post("/session", body).await;
    assert_eq!(reply.error(), "session not created");
    let message = reply.message();
    assert!(
        message.contains("netscape") && message.contains("firefox"),
        "{message}"
    );
}

#[tokio::test]
async fn a_refusal_of_thousands_of_candidates_is_short() {
    let scene = plain().await;
    let always = json!({"browserName": "n".repeat(100_000), "my:big": "x".repeat(1_000_000)});
    let first = vec![json!({}); 10_000];
    let body = json!({"capabilities": {"alwaysMatch": always, "firstMatch": first}});
    let reply = scene.client.post("/session", body).await;
    assert_eq!(reply.error(), "session not created");
    let message = reply.message();
    assert!(message.contains("nor 9990 more. Offered"), "{message}");
    assert!(message.len() < 2_000, "{} bytes", message.len());
}

#[tokio::test]
async fn there_are_no_more_sessions_than_allowed() {
    let scene = scene(Limits {
        max_sessions: Some(1),
        ..Limits::default()
    })
    .await;
    let session = scene.client.new_session(tiny()).await;
    let status = scene.client.get("/status").await.value();
    assert_eq!(
        (&status["ready"], &status["sessions"]["max"]),
        (&json!(false), &json!(1))
    );
    // A proxy must go on sending the commands of the session that is there.
    assert_eq!(scene.client.get("/readyz").await.status, 200);
    let body = json!({"capabilities": {"alwaysMatch": tiny()}});
    let refused = scene.client.post("/session", body).await;
    assert_eq!(refused.error(), "session not created");
    assert!(
        refused.message().contains("--max-sessions"),
        "{}",
        refused.message()
    );
    scene.client.delete(&session).await;
    scene.client.new_session(tiny()).await;
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
async fn a_panic_is_an_answer_and_harms_nobody_else() {
    let scene = plain().await;
    let (bad, good) = (
        scene.client.new_session(tiny()).await,
        scene.client.new_session(tiny()).await,
    );
    let reply = script(&scene.client, &bad, "panic", 0).await;
    assert_eq!(
        (reply.status.as_u16(), reply.error().as_str()),
        (500, "unknown error")
    );
    assert_eq!(scene.client.get(&format!("{good}/title")).await.status, 200);
}

#[tokio::test]
async fn an_error_of_a_command_leaves_the_session_alone() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    let reply = script(&scene.client, &session, "fail", 0).await;
    assert_eq!(
        (reply.status.as_u16(), reply.error().as_str()),
        (404, "no such element")
    );
    assert_eq!(
        scene.client.get(&format!("{session}/title")).await.status,
        200
    );
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
    let client = scene.client.clone();
    let running = tokio::spawn(async move { script(&client, &session, "hang", 0).await });
    scene.watch.began().await;
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

/// A session of a mobile driver, which has commands that do not wait in the queue.
async fn mobile() -> (Scene, String) {
    let tiny = Tiny::new(DriverKind::Mobile);
    let watch = tiny.watch();
    let drivers: Vec<Arc<dyn Driver>> = vec![tiny.into_driver()];
    let server = TestServer::start(drivers).await;
    let client = server.client();
    let session = client.new_session(json!({"platformName": "tiny"})).await;
    watch.began().await;
    let scene = Scene {
        server,
        client,
        watch,
    };
    (scene, session)
}

#[tokio::test]
async fn asides_do_not_wait_for_the_command_that_runs() {
    let (scene, session) = mobile().await;
    let hanging = {
        let (client, session) = (scene.client.clone(), session.clone());
        tokio::spawn(async move { script(&client, &session, "hang", 0).await })
    };
    scene.watch.began().await;
    let path = format!("{session}/receive_async_response");
    let aside = timeout(SOON, scene.client.post(&path, json!({"value": 1}))).await;
    let aside = aside.expect("an answer at once");
    assert_eq!(aside.value()["command"], "receiveAsyncResponse");
    hanging.abort();
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

#[tokio::test]
async fn a_command_whose_client_left_before_its_turn_is_not_carried_out() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let holding = {
        let (client, session) = (scene.client.clone(), session.clone());
        tokio::spawn(async move { script(&client, &session, "hold", 0).await })
    };
    scene.watch.began().await;
    let path = format!("{session}/execute/sync");
    for _ in 0..5 {
        drop(sent(&scene, &path, r#"{"script":"echo","args":[]}"#).await);
    }
    // The one that holds and the one that asks.
    eventually("the server notices", async || {
        let metrics = scene.client.get("/metrics").await;
        let text = String::from_utf8_lossy(&metrics.body).into_owned();
        text.lines()
            .any(|line| line == "hansom_connections 2")
            .then_some(())
    })
    .await;
    scene.watch.release();
    assert_eq!(holding.await.expect("an answer").status, 200);
    let title = scene.client.get(&format!("{session}/title")).await;
    assert_eq!(title.status, 200);
    assert_eq!(scene.watch.executed(), 2);
}
