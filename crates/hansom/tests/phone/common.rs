//! The program, started as a user would and found by what it says.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use base64_simd::STANDARD as BASE64;
use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::Client;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncRead, BufReader},
    task::JoinHandle,
};

/// Generous: the machine may be busy. Nothing waits this long when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

/// What a server says when it is up.
const UP: &str = "listens on http://";

/// A running program; dropping it ends it with everything it started.
pub(crate) struct Program {
    pub(crate) client: Client,
    pub(crate) address: SocketAddr,
    pub(crate) state: Arc<StateDir>,
    pub(crate) child: Child,
}

/// A server on a port of the system's choice.
pub(crate) async fn serve() -> Program {
    start(&["--port", "0"], UP).await
}

/// A server, and its whole log once it has ended.
pub(crate) async fn logged() -> (Program, JoinHandle<String>) {
    let state = StateDir::open(None).unwrap();
    let spec = ChildSpec::new(env!("CARGO_BIN_EXE_hansom")).args(["--port", "0"]);
    let mut child = Child::spawn(spec.stderr(Stream::Piped), &state)
        .await
        .unwrap();
    let mut lines = BufReader::new(child.take_stderr().unwrap()).lines();
    let mut log = String::new();
    let address = tokio::time::timeout(PATIENCE, async {
        loop {
            let line = lines.next_line().await.unwrap().unwrap();
            log.push_str(&line);
            log.push('\n');
            if let Some(address) = address(&line, UP) {
                return address;
            }
        }
    });
    let address = address.await.unwrap();
    let rest = tokio::spawn(async move {
        while let Ok(Some(line)) = lines.next_line().await {
            log.push_str(&line);
            log.push('\n');
        }
        log
    });
    let program = Program {
        client: Client::new(address),
        address,
        state,
        child,
    };
    (program, rest)
}

/// A server that keeps its state in a folder, with more arguments.
pub(crate) async fn serve_in(folder: &Path, args: &[&str]) -> Program {
    let spec = ChildSpec::new(env!("CARGO_BIN_EXE_hansom"));
    serve_as(spec, folder, args).await
}

/// A server started by a command of the test's own, to which its arguments are added.
pub(crate) async fn serve_as(spec: ChildSpec, folder: &Path, args: &[&str]) -> Program {
    let spec = spec.args(["--port", "0", "--state-dir"]).arg(folder);
    run(spec.args(args), UP).await
}

/// The program with these arguments; its address follows `mark` in what it says.
pub(crate) async fn start(args: &[&str], mark: &'static str) -> Program {
    run(
        ChildSpec::new(env!("CARGO_BIN_EXE_hansom")).args(args),
        mark,
    )
    .await
}

async fn run(spec: ChildSpec, mark: &'static str) -> Program {
    let state = StateDir::open(None).unwrap();
    let spec = spec.stdout(Stream::Piped).stderr(Stream::Piped);
    let mut child = Child::spawn(spec, &state).await.unwrap();
    let said = find(child.take_stdout().unwrap(), mark);
    let logged = find(child.take_stderr().unwrap(), mark);
    let address = tokio::time::timeout(PATIENCE, async {
        tokio::select! {
            Some(address) = said => address,
            Some(address) = logged => address,
            else => panic!("the program ended"),
        }
    })
    .await
    .unwrap();
    Program {
        client: Client::new(address),
        address,
        state,
        child,
    }
}

impl Program {
    /// Sends it a signal, alone: not its group, which is what a terminal would do.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.pid(), signal).unwrap();
    }

    pub(crate) fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_raw(self.child.pid().cast_signed()).unwrap()
    }

    /// Sends a command to a session and gives the value of its answer.
    pub(crate) async fn ask(&self, session: &str, path: &str, body: Value) -> Value {
        let reply = self.client.post(&format!("{session}{path}"), body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.message());
        reply.value()
    }

    /// Starts a recording and waits for the first piece of its film.
    pub(crate) async fn record(&self, session: &str, options: Value) {
        let path = "/automation/start_recording_screen";
        let begun = self.ask(session, path, json!({ "options": options })).await;
        assert_eq!(begun, "");
    }

    /// Stops a recording and gives its film.
    pub(crate) async fn film(&self, session: &str) -> Vec<u8> {
        let film = self
            .ask(session, "/automation/stop_recording_screen", json!({}))
            .await;
        BASE64.decode_to_vec(film.as_str().unwrap()).unwrap()
    }
}

/// The address behind a mark in a line.
fn address(line: &str, mark: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once(mark)?;
    let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ':')));
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

/// The address behind a mark. What follows is read too, in the background: a pipe that nobody reads
/// would stop the program in the end.
async fn find(
    stream: impl AsyncRead + Send + Unpin + 'static,
    mark: &'static str,
) -> Option<SocketAddr> {
    let (tell, told) = tokio::sync::oneshot::channel();
    tokio::spawn(async move {
        let mut lines = BufReader::new(stream).lines();
        let mut tell = Some(tell);
        while let Ok(Some(line)) = lines.next_line().await {
            if let Some(address) = address(&line, mark)
                && let Some(tell) = tell.take()
            {
                // Somebody may have found it in the other stream already.
                let _ = tell.send(address);
            }
        }
    });
    told.await.ok()
}
