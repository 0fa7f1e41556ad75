//! What goes wrong around a recording, and what is left of the film.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use hansom_device::DeviceError;
use hansom_protocol::ErrorCode;
use hansom_testkit::{Fault, eventually};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::studio::{RED, Studio, facts, film_for, look, near, run};

/// Sends the encoder a signal.
async fn signal(studio: &Studio, signal: &str) {
    let encoders = studio.encoders();
    assert_eq!(encoders.len(), 1);
    run("kill", &[signal, &encoders[0].to_string()]).await;
}

async fn no_encoder_runs(studio: &Studio) {
    eventually("no encoder runs", async || {
        studio.encoders().is_empty().then_some(())
    })
    .await;
}

async fn kill(studio: &Studio) {
    signal(studio, "-KILL").await;
    no_encoder_runs(studio).await;
}

#[tokio::test]
async fn a_killed_encoder_leaves_the_film_so_far() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(1500).await;
    kill(&studio).await;
    let film = studio.stop(json!({})).await.unwrap();
    let looked = look(&film).await;
    assert_eq!(looked.runs(&[RED]).len(), 1);
    // What is in the encoder and in the second that late frames are waited for is lost.
    assert!(looked.pictures.len() >= 4, "{}", looked.pictures.len());
    assert!(looked.fast_start && !looked.fragmented);
    assert_eq!(studio.stop(json!({})).await.unwrap(), film);
    // And the next recording works.
    assert!(studio.start(json!({})).await.unwrap().is_empty());
    film_for(300).await;
    look(&studio.stop(json!({})).await.unwrap()).await;
}

#[tokio::test]
async fn a_full_disk_leaves_the_film_so_far() {
    let Some(disk) = SmallDisk::mount().await else {
        tell("skipped: only root can mount a small disk");
        return;
    };
    let studio = Studio::at(disk.0.path(), |_| {}, facts());
    studio.start(large_pictures()).await.unwrap();
    studio.capture_ended().await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert!(!film.pictures.is_empty());
    assert_eq!(film.codec, "mjpeg");
    studio.recordings.close().await;
    studio.wait_until_clean().await;
    drop(studio);
}

#[tokio::test]
async fn a_disk_without_room_for_a_picture_is_named() {
    let Some(disk) = SmallDisk::mount().await else {
        tell("skipped: only root can mount a small disk");
        return;
    };
    let studio = Studio::at(disk.0.path(), |_| {}, facts());
    // What is left is room for the recording's folder and its head, and for no picture.
    std::fs::write(disk.0.path().join("filler"), vec![0; 280 * 1024]).unwrap();
    studio.start(large_pictures()).await.unwrap();
    studio.capture_ended().await;
    let error = studio.stop(json!({})).await.unwrap_err();
    assert!(error.message.contains("No space left on device"), "{error}");
    assert!(error.message.contains("disk is not full"), "{error}");
}

/// MJPEG has no memory: each picture costs the same, and a small disk is soon full.
fn large_pictures() -> Value {
    json!({"videoType": "mjpeg", "videoFps": 60, "videoQuality": 100, "videoFilters": "noise=alls=100:allf=t"})
}

#[expect(
    clippy::print_stderr,
    reason = "the reader of a test's output is to know"
)]
fn tell(words: &str) {
    eprintln!("{words}");
}

/// A disk of 300 kB, mounted on a folder; unmounted on drop.
struct SmallDisk(TempDir);

impl SmallDisk {
    async fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let path = text(folder.path());
        let mounted = is_root() && tokio::task::spawn(mount(path)).await.is_ok();
        mounted.then_some(Self(folder))
    }
}

async fn mount(path: String) {
    run("mount", &["-t", "tmpfs", "-o", "size=300k", "tmpfs", &path]).await;
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let path = text(self.0.path());
        let unmounted = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().unwrap();
            runtime.block_on(run("umount", &["-l", &path]));
        });
        let _ = unmounted.join();
    }
}

#[tokio::test]
async fn a_lost_device_leaves_the_film_so_far() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(500).await;
    let so_far = studio.pictures_to_now(10);
    studio
        .screen
        .fail(Fault::Error(DeviceError::Lost("battery".into())));
    studio.capture_ended().await;
    film_for(300).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    near(film.pictures.len(), so_far + 1, 2);
    let error = studio.start(json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnableToCaptureScreen);
    assert!(error.message.contains("battery"), "{error}");
}

#[tokio::test]
async fn a_screen_that_sends_nothing_fails_the_start_with_the_cause() {
    let within = Duration::from_millis(600);
    let studio = Studio::with(|config| config.start_within = within, facts());
    studio.screen.fail(Fault::Stall);
    let error = studio.start(json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    let cause = "the first picture of the screen did not happen within 0.6 s. ";
    assert!(error.message.starts_with(cause), "{error}");
    studio
        .screen
        .fail(Fault::Error(DeviceError::Failed("no cable".into())));
    let error = studio.start(json!({})).await.unwrap_err();
    let cause = "the first picture of the screen did not happen within 0.6 s: no cable. ";
    assert!(error.message.starts_with(cause), "{error}");
    assert!(studio.stop(json!({})).await.unwrap().is_empty());
    studio.wait_until_clean().await;
    studio.capture_ended().await;
}

#[tokio::test]
async fn a_missing_ffmpeg_says_how_to_get_it() {
    let missing = PathBuf::from("/nowhere/ffmpeg");
    let studio = Studio::with(|config| config.ffmpeg = Some(missing), facts());
    let error = studio.start(json!({})).await.unwrap_err();
    assert!(error.message.contains("/nowhere/ffmpeg"), "{error}");
    assert!(error.message.contains("apt-get install ffmpeg"), "{error}");
    assert!(error.message.contains("--ffmpeg"), "{error}");
    assert_eq!(studio.screen.captures().borrow().opened, 0);
}

#[tokio::test]
async fn an_encoder_that_ends_at_once_fails_the_start_and_leaves_nothing() {
    let studio = Studio::with(|config| config.ffmpeg = Some("/bin/false".into()), facts());
    let error = studio.start(json!({})).await.unwrap_err();
    assert!(
        error.message.starts_with("ffmpeg did not start to encode"),
        "{error}"
    );
    studio.wait_until_clean().await;
    studio.capture_ended().await;
}

fn executable(path: &Path, script: &str) {
    std::fs::write(path, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(path, mode).unwrap();
}

#[tokio::test]
async fn a_stop_does_not_wait_for_ever_for_a_slow_encoder_and_the_next_one_gets_the_film() {
    let within = Duration::from_secs(3);
    let studio = Studio::with(|config| config.stop_within = within, facts());
    studio.start(json!({})).await.unwrap();
    film_for(500).await;
    // An encoder that takes nothing for a while.
    signal(&studio, "-STOP").await;
    film_for(1000).await;
    let filmed = studio.start_to_now();
    let error = studio.stop(json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    assert_eq!(
        error.message,
        "the film was not finished within 3 s: the encoder is behind. The film is kept: stop again \
         to get it. A lower `videoFps` or `videoScale` costs less."
    );
    signal(&studio, "-CONT").await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    // Nothing of it is missing, and nothing of the wait is in it.
    assert!((film.seconds - filmed).abs() < 0.2, "{}", film.seconds);
    assert_eq!(film.runs(&[RED]), [(RED, film.pictures.len())]);
    studio.recordings.close().await;
    studio.wait_until_clean().await;
}

#[tokio::test]
async fn an_encoder_that_never_catches_up_is_ended_and_its_film_is_what_it_made() {
    let within = Duration::from_millis(600);
    let studio = Studio::with(|config| config.stop_within = within, facts());
    studio.start(json!({})).await.unwrap();
    film_for(1500).await;
    signal(&studio, "-STOP").await;
    film_for(1000).await;
    let all = studio.pictures_to_now(10);
    let error = studio.stop(json!({})).await.unwrap_err();
    assert!(error.message.contains("within 0.6 s"), "{error}");
    no_encoder_runs(&studio).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    let made = film.pictures.len();
    assert!(made < all, "{made} of {all}");
    assert_eq!(film.runs(&[RED]).len(), 1);
}

#[tokio::test]
async fn an_encoder_that_hangs_fails_the_start_in_time_and_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = folder.path().join("hangs");
    executable(&hangs, "#!/bin/sh\nexec sleep 1000\n");
    let studio = Studio::with(
        |config| {
            config.ffmpeg = Some(hangs);
            config.start_within = Duration::from_secs(2);
        },
        facts(),
    );
    let error = studio.start(json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    assert!(
        error.message.contains("the encoding of the first picture"),
        "{error}"
    );
    studio.wait_until_clean().await;
}

#[tokio::test]
async fn a_film_that_somebody_removed_is_an_error_that_says_so() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    studio.stop(json!({})).await.unwrap();
    let files = studio.files();
    assert_eq!(files.len(), 1);
    std::fs::write(&files[0], "short").unwrap();
    let error = studio.stop(json!({})).await.unwrap_err();
    assert!(error.message.contains("it has 5 bytes"), "{error}");
    std::fs::remove_file(&files[0]).unwrap();
    let error = studio.stop(json!({})).await.unwrap_err();
    assert!(error.message.contains("No such file"), "{error}");
    assert!(
        error.message.contains(files[0].to_str().unwrap()),
        "{error}"
    );
}
