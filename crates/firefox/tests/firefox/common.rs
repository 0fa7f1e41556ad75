//! A real Firefox for the tests of this crate.

use std::{path::PathBuf, sync::Arc, time::Duration};

use bytes::Bytes;
use hansom_firefox::{Firefox, Headless, Launch, find_binary, prepare_template, w3c};
use hansom_host::StateDir;
use hansom_protocol::{Command, Error, Params, Request};
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;

/// The machine's Firefox, headless, with a template that all tests of a build share.
pub(crate) fn launch() -> Launch {
    Launch {
        headless: Headless::Always,
        cache_folder: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache")),
        ..Launch::new(find_binary(None).expect("the tests need a Firefox"))
    }
}

/// When to look again at what has no event. A look at every turn would take a core from Firefox.
pub(crate) fn looks() -> tokio::time::Interval {
    tokio::time::interval(Duration::from_millis(20))
}

/// A state directory of its own.
pub(crate) fn state() -> Arc<StateDir> {
    StateDir::open(None).expect("a state directory")
}

/// A Firefox with an open session.
pub(crate) async fn firefox(launch: Launch, state: &Arc<StateDir>) -> Firefox {
    static TEMPLATE: OnceCell<()> = OnceCell::const_new();
    TEMPLATE
        .get_or_init(|| async {
            prepare_template(&launch, state).await.expect("a template");
        })
        .await;
    let mut firefox = Firefox::launch(launch, state).await.expect("a Firefox");
    firefox
        .new_session(&Map::new())
        .await
        .expect("a session in Firefox");
    firefox
}

/// One session with which W3C commands are sent.
pub(crate) struct Session {
    pub(crate) firefox: Firefox,
}

impl Session {
    pub(crate) async fn open(state: &Arc<StateDir>) -> Self {
        Self {
            firefox: firefox(launch(), state).await,
        }
    }

    /// Sends a command with variables of the path and a body.
    pub(crate) async fn send(
        &self,
        command: Command,
        vars: &[(&'static str, &str)],
        body: Value,
    ) -> Result<Value, Error> {
        let mut request = Request::new(command, Params::from_value(&body)?);
        for (name, value) in vars {
            request.vars.push(name, (*value).to_owned());
        }
        let text: Bytes = w3c::text(self.firefox.marionette(), &request).await?;
        Ok(serde_json::from_slice(&text).expect("JSON"))
    }

    /// A command with a body only.
    pub(crate) async fn post(&self, command: Command, body: Value) -> Result<Value, Error> {
        self.send(command, &[], body).await
    }

    /// A command with nothing.
    pub(crate) async fn get(&self, command: Command) -> Value {
        self.post(command, json!({})).await.expect("an answer")
    }

    /// A command about an element.
    pub(crate) async fn element(&self, command: Command, id: &str) -> Result<Value, Error> {
        self.send(command, &[("elementId", id)], json!({})).await
    }

    /// Opens a page.
    pub(crate) async fn open_page(&self, html: &str) {
        let url = format!("data:text/html;charset=utf-8,{html}");
        self.post(Command::NavigateTo, json!({ "url": url }))
            .await
            .expect("the page opens");
    }

    /// Finds an element by CSS.
    pub(crate) async fn find(&self, selector: &str) -> String {
        let found = self
            .post(
                Command::FindElement,
                json!({ "using": "css selector", "value": selector }),
            )
            .await
            .expect("the element is there");
        id_of(&found)
    }
}

/// The id in a reference.
pub(crate) fn id_of(reference: &Value) -> String {
    let members = reference.as_object().expect("a reference");
    let id = members.values().next().and_then(Value::as_str);
    id.expect("an id").to_owned()
}

/// The processes that were started with a text in their command line.
pub(crate) fn processes_with(text: &str) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| {
            std::fs::read(format!("/proc/{pid}/cmdline"))
                .is_ok_and(|line| String::from_utf8_lossy(&line).contains(text))
        })
        .collect()
}
