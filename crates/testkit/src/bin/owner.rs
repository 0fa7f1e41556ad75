//! A program that owns children and folders and waits to be killed, for the tests of what is left.
//!
//! `owner FOLDER` owns things in `FOLDER` and prints what, one line of JSON. `owner FOLDER careless`
//! does so without a janitor.
#![expect(clippy::print_stdout, clippy::expect_used, reason = "a tool of tests")]

use std::{path::PathBuf, process::ExitCode};

use hansom_host::{Child, ChildSpec, StateDir, Stream, janitor_main};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};

/// A leader, a member of its group, and one that left the group. Each ignores requests to end.
const FAMILY: &str =
    "trap '' TERM HUP INT; sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait";

fn main() -> ExitCode {
    let careless = std::env::args().nth(2).is_some_and(|how| how == "careless");
    if !careless && let Some(done) = janitor_main(std::env::args_os()) {
        return done;
    }
    let base = PathBuf::from(std::env::args_os().nth(1).expect("a folder"));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(own(base));
    ExitCode::SUCCESS
}

async fn own(base: PathBuf) {
    let state = StateDir::open(Some(&base)).expect("a state directory");
    let folder = state.folder("profile").expect("a folder");
    std::fs::write(folder.path().join("prefs.js"), "x").expect("a file");
    let spec = ChildSpec::new("/bin/sh")
        .args(["-c", FAMILY])
        .stdout(Stream::Piped);
    let mut child = Child::spawn(spec, &state).await.expect("a child");
    let mut lines = BufReader::new(child.take_stdout().expect("piped")).lines();
    let mut pids = vec![child.pid()];
    for _ in 0..2 {
        let line = lines.next_line().await.expect("read").expect("a line");
        pids.push(line.parse().expect("a number"));
    }
    let path = state.path().expect("made");
    println!("{}", json!({ "pids": pids, "path": path }));
    child.wait().await;
}
