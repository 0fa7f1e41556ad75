//! How sessions start, or do not.

use hansom_server::Limits;
use serde_json::json;

use crate::scene::{nobody_lives, plain, scene, sent, tiny};

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
