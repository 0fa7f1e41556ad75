//! What is left when a server is killed.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test that panics has failed")]

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use hansom_host::{Child, ChildSpec, StateDir, Stream, sweep};
use hansom_testkit::eventually;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    time::timeout,
};

const SOON: Duration = Duration::from_secs(10);

/// What a killed owner had.
struct Estate {
    pids: Vec<u64>,
    path: PathBuf,
}

impl Estate {
    fn living(&self) -> Vec<u64> {
        let lives = |pid: &u64| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
            stat.is_ok_and(|text| !text.contains(") Z"))
        };
        self.pids.iter().copied().filter(lives).collect()
    }

    async fn is_cleared(&self) {
        let what = format!("{:?} and {} are gone", self.pids, self.path.display());
        eventually(&what, async || {
            (self.living().is_empty() && !self.path.exists()).then_some(())
        })
        .await;
    }
}

async fn owner(state: &Arc<StateDir>, base: &Path, how: &[&str]) -> (Child, Estate) {
    let spec = ChildSpec::new(env!("CARGO_BIN_EXE_owner"))
        .arg(base)
        .args(how)
        .stdout(Stream::Piped);
    let mut owner = Child::spawn(spec, state).await.expect("started");
    let mut lines = BufReader::new(owner.take_stdout().expect("piped")).lines();
    let line = timeout(SOON, lines.next_line())
        .await
        .expect("in time")
        .expect("read");
    let report: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
    let pids = report["pids"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_u64);
    let estate = Estate {
        pids: pids.collect(),
        path: report["path"].as_str().expect("a path").into(),
    };
    assert_eq!(estate.living().len(), 3);
    assert!(estate.path.join("children").is_dir());
    (owner, estate)
}

#[tokio::test]
async fn nothing_is_left_after_sigkill() {
    let (ours, theirs) = (
        tempfile::tempdir().expect("made"),
        tempfile::tempdir().expect("made"),
    );
    let state = StateDir::open(Some(ours.path())).expect("named");
    let (owner, estate) = owner(&state, theirs.path(), &[]).await;
    assert_eq!(owner.kill().await.signal, Some(9));
    estate.is_cleared().await;
}

#[tokio::test]
async fn the_next_start_sweeps_what_a_crash_left() {
    let (ours, theirs) = (
        tempfile::tempdir().expect("made"),
        tempfile::tempdir().expect("made"),
    );
    let state = StateDir::open(Some(ours.path())).expect("named");
    let (owner, estate) = owner(&state, theirs.path(), &["careless"]).await;
    owner.kill().await;
    assert!(estate.path.exists());
    let orphans = estate.living().len();
    assert!(orphans >= 2, "the grandchildren live on: {orphans}");
    let swept = sweep(Some(theirs.path()));
    assert_eq!(swept.directories, 1);
    // A group counts once, and the one that leaves it may not have left yet.
    assert!(swept.children >= 1, "{swept:?}");
    estate.is_cleared().await;
}

#[tokio::test]
async fn a_start_sweeps_by_itself() {
    let (ours, theirs) = (
        tempfile::tempdir().expect("made"),
        tempfile::tempdir().expect("made"),
    );
    let state = StateDir::open(Some(ours.path())).expect("named");
    let (first, left) = owner(&state, theirs.path(), &["careless"]).await;
    first.kill().await;
    let (_second, estate) = owner(&state, theirs.path(), &[]).await;
    left.is_cleared().await;
    assert_eq!(estate.living().len(), 3, "its own are spared");
}
