//! Sessions: many at once, their ends, and what is left of them: nothing.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use hansom_testkit::eventually;
use serde_json::json;

use crate::common::{Browsers, Pages, assert_error, is_running};

/// Names of what the server keeps on disk, without its own mark.
fn left_on_disk(browsers: &Browsers) -> Vec<String> {
    let state = browsers.state.path().unwrap();
    let mut names: Vec<String> = std::fs::read_dir(state)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("profile"))
        .collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_sessions_at_once_do_not_know_of_each_other() {
    let browsers = Browsers::start().await;
    let sessions = join_all((0..8).map(|_| browsers.session(json!({})))).await;
    join_all(sessions.iter().enumerate().map(async |(number, session)| {
        session
            .open(&format!("data:text/html,<title>{number}"))
            .await;
        session.script(&format!("window.name = 'n{number}'")).await;
    }))
    .await;
    join_all(sessions.iter().enumerate().map(async |(number, session)| {
        assert_eq!(session.got("/title").await, number.to_string());
        assert_eq!(
            session.script("return window.name").await,
            format!("n{number}")
        );
    }))
    .await;

    // A slow command of one holds up neither another nor the status.
    let (slow, quick) = (&sessions[0], &sessions[1]);
    let page = Pages::page("<p>page").await;
    slow.open(&page.url("/")).await;
    // Never calls back: whatever is answered meanwhile did not wait for it.
    let endless = slow.post(
        "/execute/async",
        json!({"script": "fetch('/signal')", "args": []}),
    );
    let others = async {
        page.signalled().await;
        for _ in 0..20 {
            quick.got("/title").await;
            assert_eq!(browsers.client.get("/status").await.status, 200);
        }
    };
    tokio::select! {
        reply = endless => panic!("{}", reply.message()),
        () = others => {}
    }

    // The end of one is no business of the others, and leaves nothing.
    let before = left_on_disk(&browsers).len();
    let started = Instant::now();
    sessions[2].end().await;
    let took = started.elapsed();
    assert!(!is_running(sessions[2].pid()));
    assert_eq!(left_on_disk(&browsers).len(), before - 1);
    // Far more than the goal: this machine may be busy.
    assert!(took < Duration::from_secs(5), "{took:?}");
    sessions[3].got("/title").await;
    join_all(sessions.iter().enumerate().map(async |(number, session)| {
        if number != 2 {
            session.end().await;
        }
    }))
    .await;
    assert!(!sessions.iter().any(|session| is_running(session.pid())));
    assert!(
        left_on_disk(&browsers).is_empty(),
        "{:?}",
        left_on_disk(&browsers)
    );
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_firefox_that_is_killed_ends_its_session_with_the_reason() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({})).await;
    let page = Pages::page("<p>page").await;
    session.open(&page.url("/")).await;
    let command = tokio::spawn({
        let session = session.clone();
        async move {
            let body = json!({"script": "fetch('/signal')", "args": []});
            session.post("/execute/async", body).await
        }
    });
    page.signalled().await;
    let pid = i32::try_from(session.pid()).unwrap();
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    let reply = command.await.unwrap();
    assert_error(
        "mid-command",
        &reply,
        "unknown error",
        &["Firefox is gone", "SIGKILL"],
    );
    assert_eq!(reply.value()["data"]["signal"], 9);
    let reply = session.get("/title").await;
    assert_error("later", &reply, "invalid session id", &["SIGKILL"]);
    // The client is told first; what is left goes right after.
    eventually("nothing is left on disk", async || {
        left_on_disk(&browsers).is_empty().then_some(())
    })
    .await;

    // And the last window's end is the session's.
    let session = browsers.session(json!({})).await;
    assert_eq!(session.delete("/window").await.value(), json!([]));
    let reply = session.get("/title").await;
    assert_error("windowless", &reply, "invalid session id", &["last window"]);
}
