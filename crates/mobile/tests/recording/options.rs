//! What each option does to a film.

use serde_json::{Value, json};

use crate::studio::{GREEN, Looked, RED, Studio, film_for, look};

async fn film(members: Value) -> Looked {
    let fps = members["videoFps"].as_u64().unwrap_or(10);
    let fps = u32::try_from(fps).unwrap();
    let studio = Studio::new();
    studio.start(members).await.unwrap();
    film_for(600).await;
    let film = look(&studio.stop(json!({})).await.unwrap()).await;
    studio.expect(&film, fps);
    film
}

#[tokio::test]
async fn every_video_type_gives_its_codec() {
    for (name, codec) in [
        ("libx264", "h264"),
        ("mpeg4", "mpeg4"),
        ("mjpeg", "mjpeg"),
        ("hevc", "hevc"),
    ] {
        let film = film(json!({ "videoType": name })).await;
        assert_eq!(film.codec, codec);
        assert_eq!(film.runs(&[RED]).len(), 1, "{name}: {:?}", film.pictures);
    }
}

#[tokio::test]
async fn frames_per_second_are_counted() {
    // `film` compares pictures with the time the recording took.
    for fps in [1, 7, 60] {
        let film = film(json!({ "videoFps": fps })).await;
        assert_eq!(film.streams, 1);
    }
}

#[tokio::test]
async fn pixel_formats_scale_and_filters_reach_the_film() {
    let film = film(json!({"pixelFormat": "yuv444p", "videoScale": "iw/2:ih/2"})).await;
    assert_eq!(film.pixel_format, "yuv444p");
    assert_eq!(film.size, (58, 126));
}

#[tokio::test]
async fn filters_change_the_picture() {
    let film = film(json!({"videoFilters": "crop=60:60,negate"})).await;
    assert_eq!(film.size, (60, 60));
    let cyan = [0, 255, 255];
    assert_eq!(film.runs(&[cyan]), [(cyan, film.pictures.len())]);
}

#[tokio::test]
async fn rate_and_quality_are_asked_of_the_screen() {
    let studio = Studio::new();
    studio.screen.show(GREEN);
    studio
        .start(json!({"videoFps": 24, "videoQuality": "photo"}))
        .await
        .unwrap();
    let options = studio.screen.captures().borrow().options;
    assert_eq!((options.fps, options.quality), (24, 100));
}

#[tokio::test]
async fn a_better_quality_makes_a_larger_film() {
    let mut sizes = Vec::new();
    for quality in [json!(1), json!("photo")] {
        let studio = Studio::new();
        let noisy = json!({"videoQuality": quality, "videoFilters": "noise=alls=60:allf=t"});
        studio.start(noisy).await.unwrap();
        film_for(500).await;
        sizes.push(studio.stop(json!({})).await.unwrap().len());
    }
    assert!(sizes[1] > 2 * sizes[0], "{sizes:?}");
}
