//! Files and logs: uploads for file inputs, downloads, what pages wrote to the console, settings.

use std::{io::Cursor, time::Duration};

use base64_simd::STANDARD as BASE64;
use bytes::Bytes;
use serde_json::{Value, json};

use crate::common::{Browsers, Pages, Session, assert_error, zip};

/// Waits until the session lists downloads.
async fn downloaded(session: &Session, count: usize) -> Vec<Value> {
    let wait = async {
        loop {
            let names = session.got("/se/files").await["names"].take();
            if let Value::Array(names) = names
                && names.len() == count
            {
                return names;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait)
        .await
        .expect("the download")
}

#[tokio::test(flavor = "multi_thread")]
async fn files_go_up_and_come_down() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({"se:downloadsEnabled": true})).await;
    assert_eq!(session.capabilities["se:downloadsEnabled"], true);
    let big: Bytes = (0..300_000_u32)
        .flat_map(u32::to_le_bytes)
        .collect::<Vec<_>>()
        .into();
    let page = "<input id=file type=file><a id=get download href='/report.bin'>get</a>";
    let pages = Pages::serve(&[
        ("/", "text/html", Bytes::from(page)),
        ("/report.bin", "download", big.clone()),
    ])
    .await;
    session.open(&pages.url("/")).await;

    // Up: the answer is a path that can be typed into the input.
    let upload = |bytes: Vec<u8>| json!({"file": BASE64.encode_to_string(bytes)});
    let archive = zip(&[("letter ü.txt", b"dear server")]);
    let path = session.posted("/se/file", upload(archive.clone())).await;
    let again = session.posted("/file", upload(archive)).await;
    assert_ne!(path, again);
    let input = find(&session, "#file").await;
    session
        .posted(&format!("/element/{input}/value"), json!({ "text": path }))
        .await;
    let script = "const f = document.querySelector('#file').files[0]; return f.text().then(t => [f.name, t])";
    assert_eq!(
        session.script(script).await,
        json!(["letter ü.txt", "dear server"])
    );
    for (what, body, words) in [
        ("no file", json!({}), &["`file`"][..]),
        ("bad base64", json!({"file": "!"}), &["not base64"]),
        ("no zip", upload(b"plain".to_vec()), &["not a zip"]),
        (
            "two files",
            upload(zip(&[("a", b""), ("b", b"")])),
            &["2 files"],
        ),
        ("traversal", upload(zip(&[("../evil", b"x")])), &["../evil"]),
    ] {
        let reply = session.post("/se/file", body).await;
        assert_error(what, &reply, "invalid argument", words);
    }

    // Down: listed when complete, fetched zipped, deleted.
    assert_eq!(session.got("/se/files").await, json!({"names": []}));
    let link = find(&session, "#get").await;
    session
        .posted(&format!("/element/{link}/click"), json!({}))
        .await;
    assert_eq!(downloaded(&session, 1).await, ["report.bin"]);
    let fetched = session
        .posted("/se/files", json!({"name": "report.bin"}))
        .await;
    assert_eq!(fetched["filename"], "report.bin");
    let packed = BASE64
        .decode_to_vec(fetched["contents"].as_str().unwrap())
        .unwrap();
    let mut packed = ::zip::ZipArchive::new(Cursor::new(packed)).unwrap();
    let mut content = Vec::new();
    std::io::copy(&mut packed.by_name("report.bin").unwrap(), &mut content).unwrap();
    assert!(
        content == big,
        "{} bytes instead of {}",
        content.len(),
        big.len()
    );
    for name in ["../user.js", "/etc/passwd", "other.bin", ""] {
        let reply = session.post("/se/files", json!({ "name": name })).await;
        assert_error(name, &reply, "invalid argument", &["/se/files"]);
    }
    assert_eq!(session.delete("/se/files").await.status, 200);
    assert_eq!(session.got("/se/files").await, json!({"names": []}));

    logs(&session).await;
    settings(&session).await;
    session.end().await;
}

async fn find(session: &Session, selector: &str) -> String {
    let body = json!({"using": "css selector", "value": selector});
    let element = session.posted("/element", body).await;
    element[hansom_protocol::ELEMENT_KEY]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The log tells what a page wrote before the first call and since, each entry once.
async fn logs(session: &Session) {
    let page = "data:text/html,<script>console.warn('early', 1)</script>";
    session.open(page).await;
    assert_eq!(session.got("/se/log/types").await, json!(["browser"]));
    assert_eq!(session.got("/log/types").await, json!(["browser"]));
    let of = |log: Value| -> Vec<(String, String)> {
        let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
        let entries = log.as_array().unwrap().clone();
        entries
            .iter()
            .map(|entry| {
                let message = text(entry, "message");
                let last = message.rsplit(':').next().unwrap_or_default();
                (
                    text(entry, "level"),
                    last.split_once(' ').unwrap().1.to_owned(),
                )
            })
            .collect()
    };
    let log = session.posted("/se/log", json!({"type": "browser"})).await;
    assert!(
        log[0]["timestamp"].as_u64().unwrap() > 1_600_000_000_000,
        "{log}"
    );
    assert_eq!(of(log), [("WARNING".into(), "early 1".into())]);
    session
        .script(r"console.log('one'); console.error('two'); console.info('half \ud800')")
        .await;
    let log = session.posted("/log", json!({"type": "browser"})).await;
    assert_eq!(
        of(log),
        [
            ("INFO".into(), "one".into()),
            ("SEVERE".into(), "two".into()),
            ("INFO".into(), "half \u{fffd}".into()),
        ]
    );
    assert_eq!(
        session.posted("/se/log", json!({"type": "browser"})).await,
        json!([])
    );
    let reply = session.post("/se/log", json!({"type": "server"})).await;
    assert_error("type", &reply, "invalid argument", &["`server`", "browser"]);
    // Half a character in an error is no reason to lose the session.
    let throws = json!({"script": r"throw new Error('half \ud800')", "args": []});
    let reply = session.post("/execute/sync", throws).await;
    assert_error("half", &reply, "javascript error", &["half \u{fffd}"]);
    // A prompt is still the client's to answer: the log's connection answers none.
    session.script("alert('hi')").await;
    assert_eq!(session.got("/alert/text").await, "hi");
    session.posted("/alert/accept", json!({})).await;
}

async fn settings(session: &Session) {
    let path = "/automation/settings";
    assert_eq!(session.got(path).await, json!({}));
    session
        .posted(path, json!({"settings": {"a": 1, "b": [2]}}))
        .await;
    session
        .posted("/appium/settings", json!({"settings": {"a": null}}))
        .await;
    assert_eq!(session.got(path).await, json!({"a": null, "b": [2]}));
}
