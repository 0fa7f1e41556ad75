//! The program, started as a user would and found by what it says.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use hansom_testkit::Client;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// Generous: the machine may be busy. Nothing waits this long when all is well.
const PATIENCE: Duration = Duration::from_mins(1);

/// A running program; dropping it ends it with everything it started.
pub(crate) struct Program {
    pub(crate) client: Client,
    pub(crate) address: SocketAddr,
    pub(crate) state: Arc<StateDir>,
    _child: Child,
}

/// A server on a port of the system's choice.
pub(crate) async fn serve() -> Program {
    start(&["--port", "0"], "listens on http://").await
}

/// The program with these arguments; its address follows `mark` in what it says.
pub(crate) async fn start(args: &[&str], mark: &'static str) -> Program {
    let state = StateDir::open(None).unwrap();
    let spec = ChildSpec::new(env!("CARGO_BIN_EXE_hansom"))
        .args(args)
        .stdout(Stream::Piped)
        .stderr(Stream::Piped);
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
        _child: child,
    }
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
            let Some((_, rest)) = line.split_once(mark) else {
                continue;
            };
            let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ':')));
            let address = rest[..end.unwrap_or(rest.len())].parse();
            if let (Some(tell), Ok(address)) = (tell.take(), address) {
                // Somebody may have found it in the other stream already.
                let _ = tell.send(address);
            }
        }
    });
    told.await.ok()
}
