//! Films of the virtual phone, end to end: the program, HTTP, Firefox, ffmpeg and back.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::{
    phone::{
        paint::{self, BLUE, GREEN, RED},
        viewers,
    },
    program::Program,
};

#[tokio::test]
async fn a_film_of_the_virtual_phone_shows_what_its_app_showed() {
    let server = Program::serve(&[]).await;
    let folder = tempfile::tempdir().unwrap();
    let session = paint::open(&server, folder.path(), RED).await;

    server.record(&session, json!({})).await;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    paint::paint(&server, &session, GREEN).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let took = begun.elapsed().as_secs_f64();
    let film = server.film(&session).await;
    let colours = paint::colours(&film, &server.state).await;
    paint::lasts(&colours, 10, took);
    assert!(paint::alike(colours[0], RED), "{:?}", colours[0]);
    let last = *colours.last().unwrap();
    assert!(paint::alike(last, GREEN), "{last:?}");

    // The method of the same meaning, and the same film once more.
    let method = |name: &str| json!({ "script": format!("mobile: {name}"), "args": [{}] });
    let run = async |name| server.ask(&session, "/execute/sync", method(name)).await;
    assert_eq!(run("startScreenRecording").await, "");
    let film = run("stopScreenRecording").await;
    assert!(!film.as_str().unwrap().is_empty());
    let again = "/appium/stop_recording_screen";
    assert_eq!(server.ask(&session, again, json!({})).await, film);
    assert_eq!(server.client.delete(&session).await.status, 200);
}

/// What a phone goes through while it is filmed.
async fn trouble(server: &Program, session: &str) {
    let mobile = async |name: &str, args: Value| {
        let body = json!({ "script": format!("mobile: {name}"), "args": [args] });
        server.ask(session, "/execute/sync", body).await
    };
    let turn = async |way: &str| {
        server
            .ask(session, "/orientation", json!({ "orientation": way }))
            .await
    };
    turn("LANDSCAPE").await;
    turn("PORTRAIT").await;
    mobile("lock", json!({})).await;
    mobile("unlock", json!({})).await;
    let playground = json!({ "bundleId": "hansom.playground" });
    mobile("activateApp", playground).await;
    mobile("activateApp", json!({ "bundleId": paint::APP })).await;
    // An app that does nothing else for a second.
    let freeze = "const end = performance.now() + 1000; while (performance.now() < end);";
    paint::script(server, session, freeze).await;
}

#[tokio::test]
async fn neither_what_happens_to_a_phone_nor_who_looks_at_it_breaks_its_film() {
    let server = Program::serve(&[]).await;
    let folder = tempfile::tempdir().unwrap();
    let session = paint::open(&server, folder.path(), RED).await;
    // Two who look, and one who is too slow: it reads nothing until the end.
    let one = viewers::watch(viewers::open(server.address, &session).await);
    let other = viewers::watch(viewers::open(server.address, &session).await);
    let slow = viewers::open(server.address, &session).await;
    server.record(&session, json!({})).await;
    let begun = Instant::now();
    trouble(&server, &session).await;
    paint::paint(&server, &session, BLUE).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let took = begun.elapsed().as_secs_f64();
    let colours = paint::colours(&server.film(&session).await, &server.state).await;
    paint::lasts(&colours, 10, took);
    assert!(paint::alike(colours[0], RED), "{:?}", colours[0]);
    let neither = |colour: &[u8; 3]| !paint::alike(*colour, RED) && !paint::alike(*colour, BLUE);
    assert!(colours.iter().any(neither), "the lock screen: {colours:?}");
    let last = *colours.last().unwrap();
    assert!(paint::alike(last, BLUE), "{last:?}");

    let seen = [one.pictures(), other.pictures()];
    assert!(seen.iter().all(|pictures| *pictures > 10), "{seen:?}");
    let slow = viewers::watch(slow);
    assert_eq!(server.client.delete(&session).await.status, 200);
    // The streams end with the session.
    for viewer in [one, other, slow] {
        let ended = tokio::time::timeout(Duration::from_mins(1), viewer.task).await;
        ended.unwrap().unwrap();
    }
}

#[tokio::test]
async fn two_phones_are_filmed_at_once_and_one_that_ends_leaves_the_other() {
    let server = Program::serve(&[]).await;
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let (one, other) = tokio::join!(
        paint::open(&server, folders[0].path(), RED),
        paint::open(&server, folders[1].path(), BLUE)
    );
    server.record(&one, json!({})).await;
    server.record(&other, json!({ "videoFps": 5 })).await;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let colours = paint::colours(&server.film(&one).await, &server.state).await;
    assert!(
        colours.iter().all(|colour| paint::alike(*colour, RED)),
        "{colours:?}"
    );
    assert_eq!(server.client.delete(&one).await.status, 200);
    tokio::time::sleep(Duration::from_millis(600)).await;
    let took = begun.elapsed().as_secs_f64();
    let colours = paint::colours(&server.film(&other).await, &server.state).await;
    assert!(
        colours.iter().all(|colour| paint::alike(*colour, BLUE)),
        "{colours:?}"
    );
    paint::lasts(&colours, 5, took);
}
