//! A film of the virtual phone, end to end: the program, HTTP, Firefox, ffmpeg and back.

use std::{path::Path, sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hansom_host::{Child, ChildSpec, StateDir, Stream};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

/// An app that is all of one colour.
const PAINT: &str = r#"<!doctype html><meta name="viewport" content="width=device-width"><title>Paint</title>
<body style="margin:0;background:#f00"></body>"#;

fn app(folder: &Path) {
    let manifest = json!({"id": "com.example.paint", "name": "Paint", "start_url": "index.html"});
    std::fs::write(folder.join("manifest.webmanifest"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("index.html"), PAINT).unwrap();
}

/// The colour in the middle of each picture.
async fn colours(film: &[u8], state: &Arc<StateDir>) -> Vec<[u8; 3]> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let spec = ChildSpec::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(file.path())
        .args([
            "-fps_mode",
            "passthrough",
            "-vf",
            "crop=20:20,scale=1:1:flags=area",
        ])
        .args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        .stdout(Stream::Piped);
    let mut child = Child::spawn(spec, state).await.unwrap();
    let mut pixels = Vec::new();
    let mut output = child.take_stdout().unwrap();
    output.read_to_end(&mut pixels).await.unwrap();
    pixels.as_chunks::<3>().0.to_vec()
}

#[tokio::test]
async fn a_film_of_the_virtual_phone_shows_what_its_app_showed() {
    let server = crate::common::serve().await;
    let client = &server.client;
    let folder = tempfile::tempdir().unwrap();
    app(folder.path());
    let wanted = json!({"platformName": "iOS", "appium:app": folder.path()});
    let session = client.new_session(wanted).await;
    let ask = async |path: &str, body: Value| {
        let reply = client.post(&format!("{session}{path}"), body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.message());
        reply.value()
    };
    let reply = client.get(&format!("{session}/contexts")).await;
    assert_eq!(reply.status, 200, "{}", reply.message());
    let contexts = reply.value();
    let web = contexts
        .as_array()
        .unwrap()
        .iter()
        .find(|name| **name != "NATIVE_APP");
    ask("/context", json!({ "name": web.unwrap() })).await;

    assert_eq!(
        ask("/automation/start_recording_screen", json!({})).await,
        ""
    );
    let begun = std::time::Instant::now();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let paint = json!({"script": "document.body.style.background = '#0f0'", "args": []});
    ask("/execute/sync", paint).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let took = begun.elapsed().as_secs_f64();
    let film = ask("/appium/stop_recording_screen", json!({})).await;
    let film = STANDARD.decode(film.as_str().unwrap()).unwrap();
    let colours = colours(&film, &server.state).await;
    let length = f64::from(u32::try_from(colours.len()).unwrap()) / 10.0;
    assert!((length - took).abs() <= 0.2, "{length} of {took} s");
    let (first, last) = (colours[0], *colours.last().unwrap());
    assert!(first[0] > 200 && first[1] < 60, "red at first: {first:?}");
    assert!(last[1] > 200 && last[0] < 60, "green at last: {last:?}");

    // The method of the same meaning, and the same film once more.
    let method = |name: &str| json!({ "script": format!("mobile: {name}"), "args": [{}] });
    assert_eq!(
        ask("/execute/sync", method("startScreenRecording")).await,
        ""
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    let film = ask("/execute/sync", method("stopScreenRecording")).await;
    assert!(!film.as_str().unwrap().is_empty());
    assert_eq!(
        ask("/automation/stop_recording_screen", json!({})).await,
        film
    );
    assert_eq!(client.delete(&session).await.status, 200);
}
