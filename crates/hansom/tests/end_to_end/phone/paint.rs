//! An app that is all of one colour, and the colours of its films.

use std::{path::Path, sync::Arc};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use serde_json::{Value, json};
use tokio::io::AsyncReadExt as _;

use crate::program::Program;

pub(crate) type Colour = [u8; 3];

pub(crate) const RED: Colour = [255, 0, 0];
pub(crate) const GREEN: Colour = [0, 255, 0];
pub(crate) const BLUE: Colour = [0, 0, 255];

/// The app's name.
pub(crate) const APP: &str = "com.example.paint";

fn css([r, g, b]: Colour) -> String {
    format!("rgb({r} {g} {b})")
}

/// A phone whose app, kept in `folder`, has that colour; its session's path. Its context is the page.
pub(crate) async fn open(server: &Program, folder: &Path, colour: Colour) -> String {
    let manifest = json!({ "id": APP, "name": "Paint", "start_url": "index.html" });
    let page = format!(
        r#"<!doctype html><meta name="viewport" content="width=device-width"><title>Paint</title>
        <body style="margin:0;background:{}"></body>"#,
        css(colour)
    );
    std::fs::write(folder.join("manifest.webmanifest"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("index.html"), page).unwrap();
    let wanted = json!({ "platformName": "iOS", "appium:app": folder });
    let session = server.client.new_session(wanted).await;
    // The page is there before its first picture is.
    let painted =
        "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))";
    script(server, &session, painted).await;
    session
}

/// Paints the app.
pub(crate) async fn paint(server: &Program, session: &str, colour: Colour) {
    let text = format!("document.body.style.background = '{}'", css(colour));
    script(server, session, &text).await;
}

/// Runs a script in the app's page.
pub(crate) async fn script(server: &Program, session: &str, text: &str) -> Value {
    let reply = server.client.get(&format!("{session}/contexts")).await;
    assert_eq!(reply.status, 200, "{}", reply.message());
    let contexts = reply.value();
    let names = contexts.as_array().unwrap();
    let web = names.iter().find(|name| **name != "NATIVE_APP");
    let context = async |name: &Value| {
        server
            .ask(session, "/context", json!({ "name": name }))
            .await
    };
    context(web.unwrap()).await;
    let body = json!({ "script": text, "args": [] });
    let value = server.ask(session, "/execute/sync", body).await;
    context(&json!("NATIVE_APP")).await;
    value
}

/// The colour in the middle of each picture of a film.
pub(crate) async fn colours(film: &[u8], state: &Arc<StateDir>) -> Vec<Colour> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), film).unwrap();
    let spec = ChildSpec::new("ffmpeg")
        .args(["-v", "error", "-i"])
        .arg(file.path())
        .args(["-fps_mode", "passthrough"])
        .args(["-vf", "crop=20:20,scale=1:1:flags=area"])
        .args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        .stdout(Stream::Piped);
    let mut child = Child::spawn(spec, state).await.unwrap();
    let mut pixels = Vec::new();
    let mut output = child.take_stdout().unwrap();
    output.read_to_end(&mut pixels).await.unwrap();
    assert!(child.wait().await.success(), "the film cannot be decoded");
    pixels.as_chunks::<3>().0.to_vec()
}

/// Whether two colours are the same to the eye, after lossy coding twice.
pub(crate) fn alike(one: Colour, other: Colour) -> bool {
    one.iter().zip(other).all(|(a, b)| a.abs_diff(b) < 60)
}

/// Asserts that a film lasts as long as it took, within two pictures: the answers of start and stop
/// take their way too.
pub(crate) fn lasts(pictures: &[Colour], fps: u32, took: f64) {
    let length = f64::from(u32::try_from(pictures.len()).unwrap()) / f64::from(fps);
    let slack = 2.0 / f64::from(fps) + 0.1;
    assert!((length - took).abs() <= slack, "{length} of {took} s");
}
