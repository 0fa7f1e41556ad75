//! Children and folders, as their owners see them.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::{fs, path::Path, sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, HostError, StateDir, StopSignal, Stream, sweep};
use hansom_testkit::eventually;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    time::timeout,
};

const SOON: Duration = Duration::from_secs(10);

fn shell(script: &str) -> ChildSpec {
    ChildSpec::new("/bin/sh").args(["-c", script])
}

fn state(base: &tempfile::TempDir) -> Arc<StateDir> {
    StateDir::open(Some(base.path())).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let found = fs::read_dir(folder).unwrap();
    found
        .map(|one| one.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// Waits for the end of a process that is not our child.
async fn gone(pid: u32) {
    let stat = format!("/proc/{pid}/stat");
    let dead = || fs::read_to_string(&stat).is_ok_and(|text| text.contains(") Z"));
    eventually(&format!("the process {pid} is gone"), async || {
        (!Path::new(&stat).exists() || dead()).then_some(())
    })
    .await;
}

/// Starts a leader with a member in its group, and returns it with the member's number.
async fn leader_with_member(state: &Arc<StateDir>, script: &str) -> (Child, u32) {
    let spec = shell(script).stdout(Stream::Piped);
    let mut child = Child::spawn(spec, state).await.unwrap();
    let mut lines = BufReader::new(child.take_stdout().unwrap()).lines();
    let line = timeout(SOON, lines.next_line()).await.unwrap().unwrap();
    (child, line.unwrap().parse().unwrap())
}

#[tokio::test]
async fn nothing_is_made_until_something_is_owned() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    assert!(names(base.path()).is_empty());
    let folder = state.folder("profile").unwrap();
    assert_eq!(names(base.path()).len(), 1);
    fs::write(folder.path().join("file"), "x").unwrap();
    drop(folder);
    drop(state);
}

#[tokio::test]
async fn the_directory_goes_with_its_last_owner() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let folder = state.folder("profile").unwrap();
    let path = state.path().unwrap().to_owned();
    drop(state);
    assert!(folder.path().exists(), "a folder keeps the directory");
    drop(folder);
    eventually("the directory is gone", async || {
        (!path.exists()).then_some(())
    })
    .await;
}

#[tokio::test]
async fn output_and_exit_code_come_through() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let spec = shell("printf %s \"$GREETING\"; exit 3")
        .env("GREETING", "good day")
        .stdout(Stream::Piped);
    let mut child = Child::spawn(spec, &state).await.unwrap();
    let mut text = String::new();
    let mut stdout = child.take_stdout().unwrap();
    stdout.read_to_string(&mut text).await.unwrap();
    assert_eq!(text, "good day");
    assert_eq!(child.wait().await.to_string(), "exited with code 3");
    assert_eq!(
        child.wait().await.code,
        Some(3),
        "a second wait answers too"
    );
}

#[tokio::test]
async fn a_missing_program_is_named() {
    let base = tempfile::tempdir().unwrap();
    let spec = ChildSpec::new("no-such-program-here");
    let error = Child::spawn(spec, &state(&base)).await.unwrap_err();
    assert!(matches!(error, HostError::ProgramNotFound { program } if program.contains("no-such")));
}

#[tokio::test]
async fn stop_lets_a_willing_child_end_by_itself() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let script = "trap 'exit 7' INT; sleep 100 & echo $!; wait";
    let spec = shell(script)
        .stdout(Stream::Piped)
        .stop_signal(StopSignal::Interrupt);
    let mut child = Child::spawn(spec, &state).await.unwrap();
    let mut lines = BufReader::new(child.take_stdout().unwrap()).lines();
    lines.next_line().await.unwrap();
    assert_eq!(child.stop(SOON).await.code, Some(7));
}

#[tokio::test]
async fn stop_kills_an_unwilling_child_and_its_group() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let script = "trap '' TERM; sleep 100 & echo $!; while :; do wait; done";
    let (child, member) = leader_with_member(&state, script).await;
    let exit = child.stop(Duration::from_millis(50)).await;
    assert_eq!(exit.signal, Some(9));
    gone(member).await;
}

#[tokio::test]
async fn a_leader_that_ends_takes_its_group_along() {
    let base = tempfile::tempdir().unwrap();
    let (child, member) = leader_with_member(&state(&base), "sleep 100 & echo $!").await;
    assert_eq!(child.wait().await.code, Some(0));
    gone(member).await;
}

#[tokio::test]
async fn dropping_a_child_kills_its_group() {
    let base = tempfile::tempdir().unwrap();
    let (child, member) = leader_with_member(&state(&base), "sleep 100 & echo $!; wait").await;
    let leader = child.pid();
    drop(child);
    gone(member).await;
    gone(leader).await;
}

#[tokio::test]
async fn a_child_outlives_the_pool_thread_that_asked_for_it() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let runtime = tokio::runtime::Handle::current();
    let asked = std::thread::spawn(move || {
        runtime.block_on(async { Child::spawn(shell("sleep 100"), &state).await })
    });
    let child = asked.join().unwrap().unwrap();
    let ended = timeout(Duration::from_millis(200), child.wait()).await;
    assert!(ended.is_err(), "{ended:?}");
}

#[tokio::test]
async fn a_sweep_spares_living_servers() {
    let base = tempfile::tempdir().unwrap();
    let state = state(&base);
    let child = Child::spawn(shell("sleep 100"), &state).await.unwrap();
    assert_eq!(sweep(Some(base.path())), hansom_host::Swept::default());
    assert!(state.path().unwrap().exists());
    assert_eq!(child.exit(), None);
}

#[tokio::test]
async fn a_sweep_never_kills_a_reused_number() {
    let base = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let bystander = Child::spawn(shell("sleep 100"), &state(&other))
        .await
        .unwrap();
    // A dead server's directory whose marker names the bystander's number with another start time.
    let made = state(&base);
    let name = made.path().unwrap().file_name().unwrap().to_owned();
    drop(made);
    let left = base.path().join(name);
    fs::create_dir_all(left.join("children")).unwrap();
    fs::write(left.join("owner"), "1").unwrap();
    fs::write(left.join("children").join(bystander.pid().to_string()), "1").unwrap();

    let swept = sweep(Some(base.path()));
    assert_eq!((swept.directories, swept.children), (1, 0));
    assert!(!left.exists());
    assert_eq!(bystander.exit(), None);
}
