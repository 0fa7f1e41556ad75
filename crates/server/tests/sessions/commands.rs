//! Commands in a session: their turns, their clients, their errors.

use hansom_testkit::eventually;
use serde_json::json;
use tokio::time::timeout;

use crate::scene::{SOON, mobile, plain, script, sent, tiny};

#[tokio::test]
async fn status_never_waits_for_a_session() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let hanging = scene.running(&session, "hang").await;
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
async fn asides_do_not_wait_for_the_command_that_runs() {
    let (scene, session) = mobile().await;
    let hanging = scene.running(&session, "hang").await;
    let path = format!("{session}/receive_async_response");
    let aside = timeout(SOON, scene.client.post(&path, json!({"value": 1}))).await;
    let aside = aside.expect("an answer at once");
    assert_eq!(aside.value()["command"], "receiveAsyncResponse");
    hanging.abort();
}

#[tokio::test]
async fn a_command_whose_client_left_before_its_turn_is_not_carried_out() {
    let scene = plain().await;
    let session = scene.client.new_session(tiny()).await;
    scene.watch.began().await;
    let holding = scene.running(&session, "hold").await;
    let path = format!("{session}/execute/sync");
    for _ in 0..5 {
        drop(sent(&scene, &path, r#"{"script":"echo","args":[]}"#).await);
    }
    // The one that holds and the one that asks.
    eventually("the server notices", async || {
        let metrics = scene.client.metrics().await;
        let mut lines = metrics.lines();
        lines
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
