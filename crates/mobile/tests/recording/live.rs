//! The live view.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use hansom_protocol::{Body, Chunks, ErrorCode};
use hansom_testkit::Fault;
use serde_json::json;

use crate::studio::{Studio, facts, film_for, look};

async fn watch(studio: &Studio) -> Chunks {
    match studio.recordings.watch_screen().await.unwrap().body {
        Body::Raw {
            content_type,
            chunks,
        } => {
            assert_eq!(
                content_type,
                "multipart/x-mixed-replace; boundary=hansom-frame"
            );
            chunks
        }
        other => panic!("{other:?}"),
    }
}

fn is_part(part: &Bytes) {
    let text = String::from_utf8_lossy(part);
    let (head, _) = text.split_once("\r\n\r\n").unwrap();
    assert!(
        head.starts_with("Content-Type: image/jpeg\r\nContent-Length: "),
        "{head}"
    );
    let length: usize = head.rsplit(' ').next().unwrap().parse().unwrap();
    let jpeg = &part[head.len() + 4..][..length];
    assert!(jpeg.starts_with(&[0xFF, 0xD8]) && jpeg.ends_with(&[0xFF, 0xD9]));
    assert!(part.ends_with(b"\r\n--hansom-frame\r\n"));
}

#[tokio::test]
async fn viewers_and_the_recorder_share_one_capture() {
    let studio = Studio::new();
    let captures = studio.screen.captures();
    let mut one = watch(&studio).await;
    let mut other = watch(&studio).await;
    for viewer in [&mut one, &mut other] {
        assert_eq!(viewer.next().await.unwrap().unwrap(), "--hansom-frame\r\n");
        for _ in 0..3 {
            is_part(&viewer.next().await.unwrap().unwrap());
        }
    }
    assert_eq!(
        (captures.borrow().running, captures.borrow().opened),
        (1, 1)
    );
    studio.start(json!({"videoFps": 30})).await.unwrap();
    film_for(600).await;
    // The recorder wants more, so the one capture was opened anew; the viewers' quality is higher.
    let now = *captures.borrow();
    assert_eq!((now.running, now.opened), (1, 2));
    assert_eq!((now.options.fps, now.options.quality), (30, 70));
    is_part(&one.next().await.unwrap().unwrap());
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, 30);
    drop((one, other));
    studio.capture_ended().await;
}

#[tokio::test]
async fn a_slow_viewer_misses_frames_and_sees_the_newest() {
    let studio = Studio::new();
    let mut viewer = watch(&studio).await;
    studio.start(json!({"videoFps": 60})).await.unwrap();
    film_for(1500).await;
    // Two parts are in hand from the start; then comes the newest, not the 90 that were missed.
    for _ in 0..2 {
        viewer.next().await.unwrap().unwrap();
    }
    studio.screen.fail(Fault::Stall);
    let mut parts = 0;
    let silence = Duration::from_millis(300);
    while let Ok(part) = tokio::time::timeout(silence, viewer.next()).await {
        is_part(&part.unwrap().unwrap());
        parts += 1;
    }
    // One or two may have been made while the screen was told to stall.
    assert!(
        (1..=3).contains(&parts),
        "{parts} parts were kept for the viewer"
    );
}

#[tokio::test]
async fn a_view_ends_with_the_session() {
    let studio = Studio::new();
    let mut viewer = watch(&studio).await;
    studio.recordings.close().await;
    while let Some(part) = viewer.next().await {
        part.unwrap();
    }
    studio.capture_ended().await;
}

#[tokio::test]
async fn a_dark_screen_fails_the_view_in_time() {
    let within = Duration::from_millis(300);
    let studio = Studio::with(|config| config.start_within = within, facts());
    studio.screen.fail(Fault::Stall);
    let error = studio.recordings.watch_screen().await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
    studio.capture_ended().await;
}
