//! `--connect-existing`: a Firefox that somebody else has started is used and stays; and what it
//! shares with `--marionette-port`: one session at a time.

use std::{path::Path, sync::Arc};

use hansom_firefox::{Existing, find_binary};
use hansom_host::{Child, ChildSpec, StateDir};
use hansom_protocol::Grants;
use hansom_testkit::eventually;
use serde_json::json;

use crate::common::{Browsers, Pages, assert_error, is_running};

/// A Firefox as its user starts it, and the port of its Marionette.
async fn firefox(profile: &Path, state: &Arc<StateDir>) -> (Child, u16) {
    let prefs = [
        r#"user_pref("marionette.port", 0);"#,
        r#"user_pref("browser.shell.checkDefaultBrowser", false);"#,
        r#"user_pref("datareporting.policy.dataSubmissionEnabled", false);"#,
    ];
    std::fs::write(profile.join("user.js"), prefs.join("\n")).unwrap();
    let spec = ChildSpec::new(find_binary(None).unwrap().path).args([
        "-marionette".as_ref(),
        "-headless".as_ref(),
        "-no-remote".as_ref(),
        "-profile".as_ref(),
        profile.as_os_str(),
    ]);
    let child = Child::spawn(spec, state).await.unwrap();
    let port = eventually("Firefox tells its port", async || {
        let told = std::fs::read_to_string(profile.join("MarionetteActivePort")).ok()?;
        told.trim().parse().ok()
    });
    (child, port.await)
}

async fn server(port: u16) -> Browsers {
    Browsers::with(Grants::loopback(), |config| {
        let host = "localhost".into();
        config.existing = Some(Existing { host, port });
    })
    .await
}

async fn assert_not_ready(browsers: &Browsers, words: &str) {
    let status = browsers.status().await;
    assert_eq!(status["ready"], false, "{status}");
    let message = status["message"].as_str().unwrap();
    assert!(message.contains(words), "{message}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firefox_that_already_runs_is_used_and_stays() {
    let profile = tempfile::tempdir().unwrap();
    let state = StateDir::open(Some(profile.path())).unwrap();
    let (child, port) = firefox(profile.path(), &state).await;
    let browsers = server(port).await;
    assert_eq!(browsers.status().await["ready"], true);

    let session = browsers.session(json!({})).await;
    let at = format!("the Firefox at localhost:{port} has a session");
    assert_not_ready(&browsers, &at).await;
    assert_eq!(session.pid(), u64::from(child.pid()));
    let page = Pages::page("<title>Mine</title>").await;
    session.open(&page.url("/")).await;
    assert_eq!(session.got("/title").await, "Mine");

    let firefox = json!({"browserName": "firefox"});
    let reply = browsers.refused(firefox).await;
    assert_error(
        "a second session",
        &reply,
        "session not created",
        &["has a session already", "End that session"],
    );
    let too_late = json!({"moz:firefoxOptions": {"args": ["-private-window"]}});
    let reply = browsers.refused(too_late).await;
    let words = &["already runs", "--connect-existing"];
    assert_error("arguments", &reply, "invalid argument", words);
    let reply = session
        .post("/moz/context", json!({"context": "chrome"}))
        .await;
    let words = &["-remote-allow-system-access"];
    assert_error("chrome", &reply, "unsupported operation", words);
    let reply = session.post("/url", json!({"url": "about:config"})).await;
    // Versions before 153 open it.
    if !reply.status.is_success() {
        assert_error("about:config", &reply, "unsupported operation", words);
        session.open(&page.url("/")).await;
    }
    let reply = session.get("/se/files").await;
    assert_error("downloads", &reply, "unsupported operation", &["profile"]);

    // The end of the session is not the browser's, and the next one finds it as it was.
    session.end().await;
    assert!(is_running(child.pid().into()));
    assert_eq!(browsers.status().await["ready"], true);
    let reply = browsers.refused(json!({"browserVersion": "<100"})).await;
    let words = &["<100", "that version"];
    assert_error("another version", &reply, "session not created", words);
    let again = browsers.session(json!({})).await;
    assert_eq!(again.got("/title").await, "Mine");

    // Nothing tells us of its end but the connection.
    child.kill().await;
    let reply = eventually("the session ends", async || {
        let reply = again.get("/title").await;
        (reply.error() == "invalid session id").then_some(reply)
    })
    .await;
    assert_error(
        "after its end",
        &reply,
        "invalid session id",
        &["connection to Firefox was lost"],
    );
    let reply = browsers.refused(json!({})).await;
    assert_error(
        "nobody there",
        &reply,
        "session not created",
        &["no Firefox answers at localhost:", "firefox -marionette"],
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fixed_marionette_port_has_room_for_one_session() {
    let port = {
        let free = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        free.local_addr().unwrap().port()
    };
    let browsers = Browsers::with(Grants::loopback(), |config| config.marionette_port = port).await;
    assert_eq!(browsers.status().await["ready"], true);

    let session = browsers.session(json!({})).await;
    let taken = format!("the Firefox on Marionette port {port} has a session");
    assert_not_ready(&browsers, &taken).await;
    let reply = browsers.refused(json!({"browserName": "firefox"})).await;
    assert_error(
        "a second session",
        &reply,
        "session not created",
        &[&taken, "--marionette-port"],
    );

    session.end().await;
    assert_eq!(browsers.status().await["ready"], true);
}
