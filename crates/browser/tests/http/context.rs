//! The active context, through HTTP on a real Firefox.

use crate::common::{Browsers, Picture, assert_error};
use hansom_protocol::Grants;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn the_context_follows_the_state_table() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({})).await;
    let set = async |to: &str| {
        session
            .posted("/browser/context", json!({"context": to}))
            .await
    };

    assert_eq!(session.got("/browser/context").await, "content");
    assert_eq!(set("content").await, Value::Null);
    assert_eq!(session.got("/browser/context").await, "content");
    assert_eq!(set("chrome").await, Value::Null);
    assert_eq!(session.got("/browser/context").await, "chrome");
    assert_eq!(set("chrome").await, Value::Null);
    assert_eq!(session.got("/moz/context").await, "chrome");

    // In it, the browser's own window is the document, and its preferences can be read.
    assert_eq!(
        session.got("/url").await,
        "chrome://browser/content/browser.xhtml"
    );
    let dir = session
        .script("return Services.prefs.getCharPref('browser.download.dir')")
        .await;
    let profile = session.capabilities["moz:profile"].as_str().unwrap();
    assert!(dir.as_str().unwrap().starts_with(profile), "{dir}");
    assert_error(
        "navigation",
        &session.post("/url", json!({"url": "about:blank"})).await,
        "unsupported operation",
        &["content context"],
    );
    let window = Picture::of(&session.got("/screenshot").await).size();
    let full = Picture::of(&session.got("/browser/screenshot/full").await).size();
    assert_eq!(window, full);

    // A mistake leaves it as it was.
    for (body, words) in [
        (
            json!({"context": "foo"}),
            &["`foo`", "`content` or `chrome`"][..],
        ),
        (
            json!({"context": "Chrome"}),
            &["`Chrome`", "`content` or `chrome`"],
        ),
        (json!({"context": ""}), &["`content` or `chrome`"]),
        (json!({"context": null}), &["`context`", "string"]),
        (json!({"context": 1}), &["`context`", "string"]),
        (json!({"context": true}), &["`context`", "string"]),
        (json!({"context": ["chrome"]}), &["`context`", "string"]),
        (
            json!({"context": {"chrome": null}}),
            &["`context`", "string"],
        ),
        (json!({}), &["`context`"]),
        (json!([]), &["JSON object"]),
        (json!(["content"]), &["JSON object"]),
        (json!("content"), &["JSON object"]),
        (json!(null), &["JSON object"]),
    ] {
        let reply = session.post("/browser/context", body.clone()).await;
        assert_error(&body.to_string(), &reply, "invalid argument", words);
        assert_eq!(reply.status, 400);
    }
    assert_eq!(session.got("/browser/context").await, "chrome");
    set("content").await;
    assert_eq!(session.got("/browser/context").await, "content");
    assert_eq!(session.got("/url").await, "about:blank");

    // The next command finds every change made.
    for _ in 0..10 {
        for (context, services) in [("chrome", "object"), ("content", "undefined")] {
            set(context).await;
            assert_eq!(session.script("return typeof Services").await, services);
            assert_eq!(session.got("/browser/context").await, context);
        }
    }

    // Neither an open alert nor another tab touches it.
    session.script("alert('hi')").await;
    assert_eq!(session.got("/alert/text").await, "hi");
    assert_eq!(session.got("/browser/context").await, "content");
    set("content").await;
    assert_eq!(session.got("/alert/text").await, "hi");
    session.posted("/alert/accept", json!({})).await;
    let reply = session.delete("/browser/context").await;
    assert_error("DELETE", &reply, "unknown method", &[]);
    assert_eq!(reply.status, 405);
    let reply = session.get("/browser/nothing").await;
    assert_error("unknown path", &reply, "unknown command", &[]);
    session.end().await;
    let reply = session.get("/browser/context").await;
    assert_error("after the end", &reply, "invalid session id", &[]);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_grant_chrome_and_local_files_are_refused_by_name() {
    let browsers = Browsers::with(Grants::new(false, [], []).unwrap(), |_| {}).await;
    let session = browsers.session(json!({"webSocketUrl": true})).await;
    let reply = session
        .post("/browser/context", json!({"context": "chrome"}))
        .await;
    assert_error(
        "chrome",
        &reply,
        "unsupported operation",
        &["--allow-insecure browser:system_access"],
    );
    assert_eq!(session.got("/browser/context").await, "content");
    let reply = session
        .post("/browser/addon/install", json!({"path": "/etc/hostname"}))
        .await;
    assert_error(
        "path",
        &reply,
        "unsupported operation",
        &["--allow-insecure browser:local_files"],
    );
    // Firefox itself was not given the power either.
    let reply = session.post("/url", json!({"url": "about:config"})).await;
    if reply.status.is_success() {
        // Versions before 153 open the page, but let no script of ours into it.
        assert_eq!(session.script("return typeof Services").await, "undefined");
    } else {
        assert_error(
            "about:config",
            &reply,
            "unsupported operation",
            &["about:config", "--allow-insecure browser:system_access"],
        );
    }

    // Logs and pictures in tiles work over the session's own BiDi.
    session
        .open("data:text/html,<script>console.error('oh')</script>")
        .await;
    let log = session.posted("/se/log", json!({"type": "browser"})).await;
    assert_eq!(log[0]["level"], "SEVERE", "{log}");

    let reply = browsers
        .refused(json!({"browserName": "firefox", "moz:firefoxOptions": {"binary": "/bin/sh"}}))
        .await;
    assert_error(
        "binary",
        &reply,
        "unsupported operation",
        &["--allow-insecure browser:custom_binary"],
    );
}
