//! What a film shows, and for how long.

use std::time::Duration;

use hansom_device::DeviceError;
use hansom_testkit::{Colour, Fault};
use serde_json::json;

use crate::studio::{BLUE, GREEN, RED, Studio, film_for, look, near};

#[tokio::test]
async fn a_film_is_h264_without_sound_and_shows_each_colour_at_its_time() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(700).await;
    let red = studio.pictures_to_now(10);
    studio.screen.show(GREEN);
    film_for(900).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.codec, "h264");
    assert_eq!(film.pixel_format, "yuv420p");
    assert_eq!(film.streams, 1);
    assert_eq!(film.size, (118, 254));
    assert!(film.fast_start && !film.fragmented);
    studio.expect(&film, 10);
    let runs = film.runs(&[RED, GREEN]);
    assert_eq!(
        runs.iter().map(|run| run.0).collect::<Vec<_>>(),
        [RED, GREEN]
    );
    near(runs[0].1, red, 1);
}

#[tokio::test]
async fn a_film_lasts_as_long_as_it_took_although_frames_come_late_or_not_at_all() {
    let studio = Studio::new();
    studio.screen.delay(Duration::from_millis(300));
    studio.start(json!({"videoFps": 20})).await.unwrap();
    film_for(500).await;
    let red = studio.pictures_to_now(20);
    studio.screen.show(GREEN);
    film_for(500).await;
    studio.screen.fail(Fault::Stall);
    film_for(1000).await;
    studio.screen.fail(Fault::None);
    let green = studio.pictures_to_now(20) - red;
    studio.screen.show(BLUE);
    film_for(500).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, 20);
    let runs = film.runs(&[RED, GREEN, BLUE]);
    assert_eq!(
        runs.iter().map(|run| run.0).collect::<Vec<_>>(),
        [RED, GREEN, BLUE]
    );
    // Late frames stand at the time they were taken, and the stall shows the last one.
    near(runs[0].1, red, 2);
    near(runs[1].1, green, 2);
}

#[tokio::test]
async fn what_was_on_the_screen_at_the_stop_is_the_last_picture() {
    let studio = Studio::new();
    studio.screen.delay(Duration::from_millis(80));
    studio.start(json!({})).await.unwrap();
    film_for(1000).await;
    studio.screen.show(GREEN);
    film_for(150).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    let runs = film.runs(&[RED, GREEN]);
    assert_eq!(runs.last().unwrap().0, GREEN, "{runs:?}");
}

#[tokio::test]
async fn turning_the_device_does_not_break_the_film() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(500).await;
    studio.screen.turn();
    film_for(500).await;
    studio.screen.turn();
    film_for(500).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.size, (118, 254));
    studio.expect(&film, 10);
    let runs = film.runs(&[RED]);
    assert_eq!(runs[0].0, RED);
    assert_eq!(runs.last().unwrap().0, RED);
    // In between the red picture lies across, with black bars.
    let turned = film.pictures[7];
    assert!((25..160).contains(&turned[0]), "{turned:?}");
}

#[tokio::test]
async fn odd_sizes_become_even() {
    let studio = Studio::of_size(117, 253);
    studio
        .start(json!({"videoScale": "91:-1", "videoFps": 5}))
        .await
        .unwrap();
    film_for(400).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.size, (90, 198));
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    assert_eq!(film.size, (116, 252));
    assert_eq!(film.runs(&[RED]), [(RED, film.pictures.len())]);
}

#[tokio::test]
async fn frames_that_are_no_pictures_are_left_out() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    studio.screen.fail(Fault::Torn);
    film_for(300).await;
    studio.screen.fail(Fault::Garbage);
    film_for(300).await;
    studio.screen.fail(Fault::None);
    film_for(300).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, 10);
    assert_eq!(film.runs(&[RED]).len(), 1);
}

#[tokio::test]
async fn a_capture_that_breaks_is_taken_up_again() {
    let studio = Studio::new();
    studio.start(json!({})).await.unwrap();
    film_for(300).await;
    studio.screen.show(GREEN);
    studio
        .screen
        .fail(Fault::Error(DeviceError::Failed("cable".into())));
    film_for(300).await;
    studio.screen.fail(Fault::None);
    let mut captures = studio.screen.captures();
    captures.wait_for(|now| now.opened == 2).await.unwrap();
    film_for(400).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    let runs = film.runs(&[RED, GREEN]);
    assert_eq!(
        runs.iter().map(|run| run.0).collect::<Vec<_>>(),
        [RED, GREEN]
    );
}

#[tokio::test]
async fn two_devices_record_at_once_each_its_own_film() {
    async fn film(colour: Colour, fps: u32) {
        let studio = Studio::new();
        studio.screen.show(colour);
        studio.start(json!({ "videoFps": fps })).await.unwrap();
        film_for(1000).await;
        let film = look(&studio.stop(json!({})).await.unwrap()).await;
        studio.expect(&film, fps);
        assert_eq!(film.runs(&[colour]), [(colour, film.pictures.len())]);
    }
    tokio::join!(film(RED, 10), film(BLUE, 20));
}
