//! The inspector in a real browser, driven by the server that serves it.

use crate::common::{Browsers, Session};
use serde_json::{Value, json};

/// Waits until an expression is true in the page, by its own events; answers its value.
async fn until(session: &Session, expression: &str) -> Value {
    let script = format!(
        "const done = arguments[0];
         const look = () => {{
           const value = ({expression});
           if (!value) return false;
           done(value);
           return true;
         }};
         if (look()) return;
         const watcher = new MutationObserver(() => look() && watcher.disconnect());
         watcher.observe(document, {{attributes: true, characterData: true, childList: true, subtree: true}});"
    );
    let body = json!({"script": script, "args": []});
    session.posted("/execute/async", body).await
}

/// Chooses a command in the list of forms.
async fn choose(session: &Session, command: &str) {
    session
        .script(&format!(
            "const list = document.getElementById('command');
             list.value = '{command}';
             list.dispatchEvent(new Event('change'));"
        ))
        .await;
}

async fn send(session: &Session) -> Value {
    session
        .script("document.getElementById('command-send').click()")
        .await;
    until(
        session,
        "document.getElementById('command-value')?.textContent",
    )
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inspector_lists_commands_and_sends_them_through_its_forms() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({})).await;
    let page = format!("http://{}/inspector", browsers.server.address());
    session.open(&page).await;
    until(&session, "document.body.dataset.ready").await;
    let commands = session
        .script("return document.querySelectorAll('#command option').length")
        .await;
    assert!(commands.as_u64() > Some(100), "{commands}");

    choose(&session, "status").await;
    let status = send(&session).await;
    let status: Value = serde_json::from_str(status.as_str().unwrap()).unwrap();
    assert_eq!(status["ready"], true);

    // A POST carries an Origin; this one is answered by the server beside the session's queue.
    choose(&session, "logCustomEvent").await;
    let id = session.path.rsplit('/').next().unwrap();
    let fields = [("sessionId", id), ("vendor", "test"), ("event", "seen")];
    for (name, value) in fields {
        session
            .script(&format!(
                "document.querySelector('#command-fields [name={name}]').value = '{value}'"
            ))
            .await;
    }
    assert_eq!(send(&session).await, "null");
    let events = session.posted("/automation/events", json!({})).await;
    assert!(events.get("test:seen").is_some(), "{events}");

    let log = session
        .script(
            "return [...document.querySelectorAll('#log .status')].map((one) => one.textContent)",
        )
        .await;
    assert_eq!(log, json!(["200", "200"]));
    session.end().await;
}
