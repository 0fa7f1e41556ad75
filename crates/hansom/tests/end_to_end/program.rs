//! The program, started as a user would, found by what it says, and ended with its test.

use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::Client;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, BufReader},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

/// Generous: the machine may be busy. Nothing waits this long when all is well.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A running program; dropping it ends it with everything it started.
pub(crate) struct Program {
    pub(crate) client: Client,
    pub(crate) address: SocketAddr,
    pub(crate) child: Child,
    /// Where a server keeps its state.
    pub(crate) folder: TempDir,
    /// The owner of the child, and of what else a test starts.
    pub(crate) state: Arc<StateDir>,
    log: JoinHandle<String>,
}

/// The built program, without arguments yet.
pub(crate) fn hansom() -> ChildSpec {
    ChildSpec::new(env!("CARGO_BIN_EXE_hansom"))
}

/// What a session on a headless browser asks for.
pub(crate) fn firefox() -> Value {
    json!({ "browserName": "firefox", "moz:firefoxOptions": { "args": ["-headless"] } })
}

/// A port that was free a moment ago.
pub(crate) fn free_port() -> u16 {
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    held.local_addr().unwrap().port()
}

impl Program {
    /// A server on a port of the system's choice, with more arguments.
    pub(crate) async fn serve(words: &[&str]) -> Self {
        Self::serve_as(hansom(), words).await
    }

    /// A server started by a command of the test's own, to which its arguments are added.
    pub(crate) async fn serve_as(spec: ChildSpec, words: &[&str]) -> Self {
        Self::server(spec, 0, words).await
    }

    /// A server on a port that stays the same when it is started again.
    pub(crate) async fn serve_at(port: u16, words: &[&str]) -> Self {
        Self::server(hansom(), port, words).await
    }

    async fn server(spec: ChildSpec, port: u16, words: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let spec = spec
            .args(["--port", &port.to_string(), "--state-dir"])
            .arg(folder.path())
            .args(words);
        Self::start(spec, folder, "listens on http://").await
    }

    /// A phone's agent on a port of the system's choice; its state is where it is by default.
    pub(crate) async fn agent(words: &[&str]) -> Self {
        let spec = hansom().args(["agent", "--port", "0"]).args(words);
        let folder = tempfile::tempdir().unwrap();
        Self::start(spec, folder, "ServerURLHere->http://").await
    }

    /// Waits until the program says where it listens, which follows `mark`.
    async fn start(spec: ChildSpec, folder: TempDir, mark: &'static str) -> Self {
        let state = StateDir::open(None).unwrap();
        let spec = spec.stdout(Stream::Piped).stderr(Stream::Piped);
        let mut child = Child::spawn(spec, &state).await.unwrap();
        let (said, _) = read(child.take_stdout().unwrap(), mark);
        let (logged, log) = read(child.take_stderr().unwrap(), mark);
        let address = timeout(PATIENCE, async {
            tokio::select! {
                Ok(address) = said => Some(address),
                Ok(address) = logged => Some(address),
                else => None,
            }
        });
        let Some(address) = address.await.unwrap() else {
            panic!("the program ended: {}", log.await.unwrap());
        };
        Self {
            client: Client::new(address),
            address,
            child,
            folder,
            state,
            log,
        }
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_raw(self.child.pid().cast_signed()).unwrap()
    }

    /// Sends it a signal, alone: not its group, which is what a terminal would do.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).unwrap();
    }

    /// Its whole log, once it has ended.
    pub(crate) async fn log(&mut self) -> String {
        timeout(PATIENCE, &mut self.log).await.unwrap().unwrap()
    }

    /// How many sessions are open.
    pub(crate) async fn active(&self) -> u64 {
        let status = self.client.get("/status").await.value();
        status["sessions"]["active"].as_u64().unwrap()
    }

    /// Sends a command to a session and gives the value of its answer.
    pub(crate) async fn ask(&self, session: &str, path: &str, body: Value) -> Value {
        let reply = self.client.post(&format!("{session}{path}"), body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.message());
        reply.value()
    }
}

/// The address behind a mark in a line.
fn address(line: &str, mark: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once(mark)?;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ':')));
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// The address behind a mark as soon as it comes, and the whole text in the end. It is read in the
/// background: a pipe that nobody reads would stop the program sooner or later.
fn read(
    stream: impl AsyncRead + Send + Unpin + 'static,
    mark: &'static str,
) -> (oneshot::Receiver<SocketAddr>, JoinHandle<String>) {
    let (tell, told) = oneshot::channel();
    let all = tokio::spawn(async move {
        let mut lines = BufReader::new(stream).lines();
        let mut tell = Some(tell);
        let mut all = String::new();
        while let Ok(Some(line)) = lines.next_line().await {
            if let Some(address) = address(&line, mark)
                && let Some(tell) = tell.take()
            {
                // Nobody listens any more when it was found in the other stream.
                let _ = tell.send(address);
            }
            all.push_str(&line);
            all.push('\n');
        }
        all
    });
    (told, all)
}
