//! The thin path: a session from its start to its end, over HTTP.

use hansom_protocol::DriverKind;
use hansom_testkit::{TestServer, Tiny};
use serde_json::json;

#[tokio::test]
async fn a_session_from_start_to_end() {
    let tiny = Tiny::new(DriverKind::Browser);
    let watch = tiny.watch();
    let server = TestServer::start(vec![tiny.into_driver()]).await;
    let client = server.client();

    let status = client.get("/status").await;
    assert_eq!(status.value()["ready"], true);
    assert_eq!(status.headers["cache-control"], "no-cache");
    assert_eq!(
        status.headers["content-type"],
        "application/json; charset=utf-8"
    );

    let session = client.new_session(json!({"browserName": "tiny"})).await;
    let url = client
        .post(&format!("{session}/url"), json!({"url": "about:blank"}))
        .await;
    assert_eq!(url.value()["command"], "navigateTo");
    assert_eq!(url.value()["body"]["url"], "about:blank");
    assert_eq!(client.get("/status").await.value()["sessions"]["active"], 1);

    let deleted = client.delete(&session).await;
    assert_eq!(deleted.json(), json!({"value": null}));
    assert_eq!(watch.alive(), 0);
    let late = client.get(&format!("{session}/url")).await;
    assert_eq!(late.status, 404);
    assert_eq!(late.error(), "invalid session id");
    assert!(
        late.message().contains("deleted by a client"),
        "{}",
        late.message()
    );
}
