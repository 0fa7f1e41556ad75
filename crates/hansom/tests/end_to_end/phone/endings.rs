//! How recordings end that nobody stops: with their session, their server, or a full disk. Nothing is
//! left of them, and what was filmed is not lost.

use std::path::{Path, PathBuf};

use hansom_host::ChildSpec;
use hansom_testkit::{eventually, files_of, nothing_left, processes_of};
use rustix::process::{Resource, Rlimit, Signal, prlimit};
use serde_json::json;

use crate::{
    phone::paint,
    program::{PATIENCE, Program},
};

fn phone() -> serde_json::Value {
    json!({ "platformName": "iOS" })
}

/// Whether a program of that name belongs to the server.
fn runs(folder: &Path, name: &str) -> bool {
    processes_of(folder).iter().any(|pid| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|comm| comm.contains(name))
    })
}

/// Files of sessions: all but the server's own notes on who it is and what it has started.
fn files_of_sessions(folder: &Path) -> Vec<PathBuf> {
    let own = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("hansom-") || name == "owner" || path.ends_with("children")
    };
    let files = files_of(folder).into_iter();
    files.filter(|path| !own(path)).collect()
}

/// Asserts that Firefox and ffmpeg run and that a film is being written.
fn is_filming(folder: &Path) {
    assert!(runs(folder, "ffmpeg") && runs(folder, "firefox"));
    let film = |path: &PathBuf| path.extension().is_some_and(|ext| ext == "mp4");
    assert!(files_of_sessions(folder).iter().any(film));
}

#[tokio::test]
async fn a_session_deleted_while_it_records_leaves_nothing_and_a_drain_lets_a_film_be_stopped() {
    let server = Program::serve(&[]).await;
    let session = server.client.new_session(phone()).await;
    server.record(&session, json!({})).await;
    is_filming(server.folder.path());
    assert_eq!(server.client.delete(&session).await.status, 200);
    eventually("browser, encoder and film are gone", async || {
        let running = runs(server.folder.path(), "ffmpeg") || runs(server.folder.path(), "firefox");
        (!running && files_of_sessions(server.folder.path()).is_empty()).then_some(())
    })
    .await;

    // Asked to stop, the server takes no new session but lets this one finish its film.
    let session = server.client.new_session(phone()).await;
    server.record(&session, json!({})).await;
    server.signal(Signal::TERM);
    eventually("the server drains", async || {
        (server.client.get("/status").await.value()["ready"] == false).then_some(())
    })
    .await;
    let wanted = json!({ "capabilities": { "alwaysMatch": phone() } });
    let reply = server.client.post("/session", wanted).await;
    assert_eq!(reply.error(), "session not created", "{}", reply.message());
    let film = server.film(&session).await;
    assert!(!paint::colours(&film, &server.state).await.is_empty());
    assert_eq!(server.client.delete(&session).await.status, 200);
    let exit = tokio::time::timeout(PATIENCE, server.child.wait()).await;
    assert_eq!(exit.unwrap().code, Some(0));
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_server_that_is_stopped_takes_its_recordings_with_it() {
    let server = Program::serve(&["--drain-timeout", "0"]).await;
    let session = server.client.new_session(phone()).await;
    server.record(&session, json!({})).await;
    is_filming(server.folder.path());
    assert_eq!(server.child.stop(PATIENCE).await.code, Some(0));
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_killed_server_takes_its_recordings_with_it() {
    let server = Program::serve(&[]).await;
    let session = server.client.new_session(phone()).await;
    server.record(&session, json!({})).await;
    is_filming(server.folder.path());
    server.signal(Signal::KILL);
    server.child.wait().await;
    nothing_left(server.folder.path()).await;
}

#[tokio::test]
async fn a_film_that_finds_no_room_is_answered_as_far_as_it_came() {
    // The signal that comes with a refused write is ignored, as a full disk sends none.
    let shell = ChildSpec::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_hansom"));
    let server = Program::serve_as(shell, &[]).await;
    let session = server.client.new_session(phone()).await;
    // From here on, neither the server nor what it starts can make a file larger than this.
    let room = 400_000;
    let limit = Rlimit {
        current: Some(room),
        maximum: Some(room),
    };
    prlimit(Some(server.pid()), Resource::Fsize, limit).unwrap();
    // MJPEG has no memory: each picture costs the same, and the room is soon used up.
    let large = json!({"videoType": "mjpeg", "videoQuality": 100, "videoFps": 30, "videoFilters": "noise=alls=100:allf=t"});
    server.record(&session, large).await;
    eventually("the encoder ends", async || {
        (!runs(server.folder.path(), "ffmpeg")).then_some(())
    })
    .await;
    let film = server.film(&session).await;
    assert!(film.len() as u64 <= room, "{}", film.len());
    assert!(!paint::colours(&film, &server.state).await.is_empty());

    // With no room at all there is no film, and the error says why.
    let none = Rlimit {
        current: Some(0),
        maximum: Some(room),
    };
    prlimit(Some(server.pid()), Resource::Fsize, none).unwrap();
    let start = format!("{session}/automation/start_recording_screen");
    let refused = server.client.post(&start, json!({})).await;
    assert_eq!(refused.status, 500);
    assert!(refused.message().contains("disk"), "{}", refused.message());
    // The film before it is kept.
    assert_eq!(server.film(&session).await, film);
}
