//! The state table of the specification, row by row, and the decisions for what it leaves open.

use std::time::Duration;

use hansom_device::{Facts, Version};
use hansom_protocol::{ErrorCode, Grants};
use hansom_testkit::Fault;
use serde_json::json;

use crate::studio::{BLUE, GREEN, RED, Studio, facts, film_for, look, options};

#[tokio::test]
async fn a_stop_with_nothing_recorded_answers_an_empty_string() {
    let studio = Studio::new();
    assert!(studio.stop(json!({})).await.unwrap().is_empty());
    assert!(studio.files().is_empty());
}

#[tokio::test]
async fn a_first_start_answers_an_empty_string_and_the_stop_the_film() {
    let studio = Studio::new();
    assert!(studio.start(json!({})).await.unwrap().is_empty());
    film_for(300).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, 10);
    assert!(studio.encoders().is_empty());
}

#[tokio::test]
async fn a_second_stop_returns_the_same_film() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    let first = studio.stop(json!({})).await.unwrap();
    assert!(!first.is_empty());
    assert_eq!(studio.stop(json!({})).await.unwrap(), first);
}

#[tokio::test]
async fn a_start_while_recording_answers_the_running_film_and_starts_anew() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(500).await;
    let old = studio.start(json!({})).await.unwrap();
    assert_eq!(look(&old).await.runs(&[RED]).len(), 1);
    studio.screen.show(GREEN);
    film_for(800).await;
    let new = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(new.runs(&[RED, GREEN]).last().unwrap().0, GREEN);
    // The first film is gone from disk, the second is kept.
    hansom_testkit::eventually("one film is left", async || {
        (studio.files().len() == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_forced_restart_drops_the_running_film() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    studio.screen.show(BLUE);
    let answer = studio.start(json!({"forceRestart": true})).await.unwrap();
    assert!(answer.is_empty());
    film_for(500).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.runs(&[RED, BLUE]).last().unwrap().0, BLUE);
    studio.expect(&film, 10);
}

#[tokio::test]
async fn a_start_after_a_stop_drops_the_film_and_answers_an_empty_string() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    studio.stop(json!({})).await.unwrap();
    studio.screen.show(GREEN);
    assert!(studio.start(json!({})).await.unwrap().is_empty());
    film_for(400).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.runs(&[RED, GREEN]).last().unwrap().0, GREEN);
}

#[tokio::test]
async fn the_time_limit_closes_the_film_and_keeps_it() {
    let studio = Studio::new();
    studio.start(json!({"timeLimit": 1})).await.unwrap();
    studio.capture_ended().await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.pictures.len(), 10);
    assert!((film.seconds - 1.0).abs() < 0.001, "{}", film.seconds);
}

#[tokio::test]
async fn a_start_that_fails_keeps_the_film_before_it() {
    let studio = Studio::with(
        |config| config.start_within = Duration::from_secs(3),
        facts(),
    );
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    let film = studio.stop(json!({})).await.unwrap();
    studio.screen.fail(Fault::Stall);
    studio.start(json!({})).await.unwrap_err();
    assert_eq!(studio.stop(json!({})).await.unwrap(), film);
}

#[tokio::test]
async fn a_stop_that_is_cut_short_can_be_asked_again() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(500).await;
    let stop = studio.recordings.stop(options(&json!({})).unwrap());
    // Dropped as soon as it has begun.
    let _ = tokio::time::timeout(Duration::from_millis(5), stop).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, 10);
}

#[tokio::test]
async fn a_device_that_is_too_old_is_told_the_rule() {
    let old = Facts {
        toolchain_version: Version::new(8, 3),
        ..facts()
    };
    let studio = Studio::with(|_| {}, old);
    let error = studio.start(json!({})).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::UnsupportedOperation);
    assert!(error.message.contains("toolchain version 9"), "{error}");
    assert_eq!(studio.screen.captures().borrow().opened, 0);
}

#[tokio::test]
async fn an_upload_without_the_grant_is_refused_before_anything_is_touched() {
    let studio = Studio::with(
        |config| config.grants = Grants::new(false, [], []).unwrap(),
        facts(),
    );
    let target = json!({"remotePath": "http://127.0.0.1:9/"});
    for error in [
        studio.start(target.clone()).await.unwrap_err(),
        studio.stop(target).await.unwrap_err(),
    ] {
        assert_eq!(error.code, ErrorCode::UnsupportedOperation);
        assert!(error.message.contains("mobile:remote_upload"), "{error}");
    }
    assert_eq!(studio.screen.captures().borrow().opened, 0);
}

#[tokio::test]
async fn the_end_of_a_session_leaves_nothing() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    assert_eq!(studio.encoders().len(), 1);
    studio.recordings.close().await;
    studio.wait_until_clean().await;
    studio.capture_ended().await;
}

#[tokio::test]
async fn dropping_a_session_leaves_nothing() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(200).await;
    studio.start(json!({})).await.unwrap();
    assert_eq!(studio.encoders().len(), 1);
    let left = studio.drop_recordings();
    left.wait_until_clean().await;
    left.capture_ended().await;
}
