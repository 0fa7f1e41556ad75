//! Addons, through HTTP on a real Firefox: what is refused and why, and what an addon does.

use crate::common::{Browsers, Pages, Session, addon, assert_error, zip};
use base64_simd::STANDARD as BASE64;
use serde_json::{Value, json};

const INSTALL: &str = "/browser/addon/install";
const UNINSTALL: &str = "/browser/addon/uninstall";

/// The mark that an addon has left on the page, `null` for none.
async fn mark(session: &Session, url: &str) -> Value {
    session.open(url).await;
    session
        .script("return document.documentElement.dataset.addon ?? null")
        .await
}

/// How many files of addons the session keeps.
fn kept(session: &Session) -> usize {
    let profile = session.capabilities["moz:profile"].as_str().unwrap();
    let folder = std::path::Path::new(profile).join("session-files/addons");
    std::fs::read_dir(folder).unwrap().count()
}

#[tokio::test(flavor = "multi_thread")]
async fn addons_work_until_they_are_uninstalled() {
    let browsers = Browsers::start().await;
    let page = Pages::page("<p>page").await;
    let url = page.url("/");
    let session = browsers.session(json!({})).await;
    let one = addon("one@example.invalid");
    assert_eq!(mark(&session, &url).await, Value::Null);

    // From base64, as it comes from every client: with and without padding, with line breaks.
    let base64 = one.base64();
    let wrapped = base64
        .as_bytes()
        .chunks(76)
        .map(String::from_utf8_lossy)
        .collect::<Vec<_>>();
    for text in [
        base64.clone(),
        base64.trim_end_matches('=').to_owned(),
        wrapped.join("\n"),
    ] {
        let body = json!({"addon": text, "temporary": true, "allowPrivateBrowsing": null});
        assert_eq!(session.posted(INSTALL, body).await, one.id);
    }
    assert_eq!(mark(&session, &url).await, one.id);
    assert_eq!(kept(&session), 1, "the file of the last one");
    assert_eq!(
        session.posted(UNINSTALL, json!({"id": one.id})).await,
        Value::Null
    );
    assert_eq!(mark(&session, &url).await, Value::Null);
    assert_eq!(kept(&session), 0);
    let reply = session.post(UNINSTALL, json!({"id": one.id})).await;
    assert_error(
        "again",
        &reply,
        "invalid argument",
        &[&one.id, "not installed"],
    );

    // From a file and from a folder of this machine, by the other spelling of the path.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.xpi");
    let two = addon("two@example.invalid");
    std::fs::write(&file, two.xpi()).unwrap();
    let body = json!({"path": file, "temporary": true});
    assert_eq!(session.posted("/moz/addon/install", body).await, two.id);
    assert_eq!(mark(&session, &url).await, two.id);
    session
        .posted("/moz/addon/uninstall", json!({"id": two.id}))
        .await;
    let unpacked = folder.path().join("unpacked");
    let three = addon("three@example.invalid");
    three.unpack(&unpacked);
    let body = json!({"path": unpacked, "temporary": true});
    assert_eq!(session.posted(INSTALL, body).await, three.id);
    assert_eq!(mark(&session, &url).await, three.id);
    session.posted(UNINSTALL, json!({"id": three.id})).await;
    assert_eq!(mark(&session, &url).await, Value::Null);

    // Without an id in its manifest Firefox gives it one.
    let nameless = zip(&[(
        "manifest.json",
        br#"{"manifest_version":2,"name":"n","version":"1"}"#,
    )]);
    let body = json!({"addon": BASE64.encode_to_string(nameless), "temporary": true});
    let id = session.posted(INSTALL, body).await;
    assert!(id.as_str().unwrap().ends_with("@temporary-addon"), "{id}");
    session.posted(UNINSTALL, json!({ "id": id })).await;

    refusals(&session, folder.path()).await;
    session.end().await;
}

/// Every mistake is told with its cure.
#[expect(clippy::too_many_lines, reason = "a table of mistakes")]
async fn refusals(session: &Session, folder: &std::path::Path) {
    let good = addon("good@example.invalid").base64();
    let junk = folder.join("junk.xpi");
    std::fs::write(&junk, "hello").unwrap();
    let socket = folder.join("socket");
    let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let bare = folder.join("bare");
    std::fs::create_dir(&bare).unwrap();
    let unpacked = folder.join("unpacked");
    let no_manifest = BASE64.encode_to_string(zip(&[("readme.txt", b"x")]));
    let odd_manifest = BASE64.encode_to_string(zip(&[("manifest.json", b"{\"name\":1}")]));
    let big = BASE64.encode_to_string(vec![7; 3_000_000]);
    for (what, body, words) in [
        ("neither", json!({}), &["`addon` or `path`"][..]),
        (
            "temporary only",
            json!({"temporary": true}),
            &["`addon` or `path`"],
        ),
        (
            "both",
            json!({"path": "/x", "addon": good}),
            &["both", "only one"],
        ),
        (
            "path null",
            json!({"path": null, "temporary": true}),
            &["`addon` or `path`"],
        ),
        ("path boolean", json!({"path": true}), &["`path`", "string"]),
        ("path number", json!({"path": 1}), &["`path`", "string"]),
        (
            "path empty",
            json!({"path": "", "temporary": true}),
            &["not absolute"],
        ),
        (
            "path relative",
            json!({"path": "a.xpi", "temporary": true}),
            &["`a.xpi`", "not absolute"],
        ),
        (
            "path missing",
            json!({"path": "/no/such.xpi"}),
            &["/no/such.xpi", "server's machine"],
        ),
        (
            "path not a zip",
            json!({"path": junk, "temporary": true}),
            &["not a zip"],
        ),
        (
            "path to a socket",
            json!({"path": socket, "temporary": true}),
            &["not a zip"],
        ),
        (
            "folder without manifest",
            json!({"path": bare, "temporary": true}),
            &["manifest.json"],
        ),
        (
            "folder not temporary",
            json!({"path": unpacked}),
            &["folder", "\"temporary\": true"],
        ),
        (
            "addon boolean",
            json!({"addon": true}),
            &["`addon`", "string"],
        ),
        ("addon null", json!({"addon": null}), &["`addon` or `path`"]),
        (
            "addon empty",
            json!({"addon": "", "temporary": true}),
            &["not a zip"],
        ),
        (
            "bad base64",
            json!({"addon": "!!not base64!!"}),
            &["`addon`", "not base64"],
        ),
        (
            "base64 of junk",
            json!({"addon": "aGVsbG8="}),
            &["not a zip"],
        ),
        ("base64 of much junk", json!({"addon": big}), &["not a zip"]),
        (
            "no manifest",
            json!({"addon": no_manifest, "temporary": true}),
            &["manifest.json"],
        ),
        (
            "odd manifest",
            json!({"addon": odd_manifest, "temporary": true}),
            &["manifest.json"],
        ),
        (
            "temporary a string",
            json!({"addon": good, "temporary": "true"}),
            &["`temporary`", "boolean"],
        ),
        (
            "temporary a number",
            json!({"addon": good, "temporary": 1}),
            &["`temporary`", "boolean"],
        ),
        (
            "allowPrivateBrowsing a string",
            json!({"addon": good, "allowPrivateBrowsing": "no"}),
            &["`allowPrivateBrowsing`", "boolean"],
        ),
        (
            "unknown key",
            json!({"addon": good, "temporry": true}),
            &["`temporry`", "`temporary`"],
        ),
        (
            "unsigned",
            json!({"addon": good}),
            &["not signed", "\"temporary\": true"],
        ),
        (
            "unsigned, null",
            json!({"addon": good, "temporary": null}),
            &["\"temporary\": true"],
        ),
        (
            "unsigned, false",
            json!({"addon": good, "temporary": false}),
            &["\"temporary\": true"],
        ),
    ] {
        let reply = session.post(INSTALL, body).await;
        assert_error(what, &reply, "invalid argument", words);
        assert_eq!(reply.status, 400, "{what}");
    }
    for (what, body, words) in [
        ("no id", json!({}), &["`id`"][..]),
        ("id null", json!({"id": null}), &["`id`", "string"]),
        ("id boolean", json!({"id": true}), &["`id`", "string"]),
        ("id number", json!({"id": 1}), &["`id`", "string"]),
        ("id empty", json!({"id": ""}), &["`id` is empty"]),
        (
            "unknown id",
            json!({"id": "nobody@example.invalid"}),
            &["nobody@example.invalid"],
        ),
        (
            "built in",
            json!({"id": "formautofill@mozilla.org"}),
            &["formautofill@mozilla.org"],
        ),
    ] {
        let reply = session.post(UNINSTALL, body).await;
        assert_error(what, &reply, "invalid argument", words);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_private_browsing_only_the_addons_that_may_are_active() {
    let browsers = Browsers::start().await;
    let page = Pages::page("<p>page").await;
    let url = page.url("/");
    let private =
        json!({"moz:firefoxOptions": {"prefs": {"browser.privatebrowsing.autostart": true}}});
    let session = browsers.session(private).await;
    let one = addon("one@example.invalid");
    for (allowed, expected) in [
        (json!(false), Value::Null),
        (json!(true), json!(one.id)),
        (Value::Null, Value::Null),
    ] {
        let body =
            json!({"addon": one.base64(), "temporary": true, "allowPrivateBrowsing": allowed});
        session.posted(INSTALL, body).await;
        assert_eq!(mark(&session, &url).await, expected, "{allowed}");
        session.posted(UNINSTALL, json!({"id": one.id})).await;
    }
    session.end().await;
}
