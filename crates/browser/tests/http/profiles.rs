//! Capabilities and profiles: what is understood, what is refused, what a profile may bring.

use std::{fs, io::Write};

use base64_simd::STANDARD as BASE64;
use hansom_protocol::Grants;
use serde_json::{Value, json};

use crate::common::{Browsers, Session, assert_error, zip};

const ACTIVE: &str = "const { AddonManager } = ChromeUtils.importESModule(
    'resource://gre/modules/AddonManager.sys.mjs');
    return AddonManager.getAddonByID('sent@example.invalid').then(addon => addon?.isActive)";
const PREF: &str = "return Services.prefs.getIntPref('hansom.test', 0)";

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "a table: one row per refusal")]
async fn what_a_session_cannot_be_started_with_is_refused_by_name() {
    let browsers = Browsers::start().await;
    for (what, options, words) in [
        (
            "no object",
            json!([]),
            &["moz:firefoxOptions", "object"][..],
        ),
        (
            "unknown field",
            json!({"profil": ""}),
            &["`profil`", "`profile`"],
        ),
        (
            "android",
            json!({"androidPackage": "org.mozilla.firefox"}),
            &["androidPackage", "Android"],
        ),
        (
            "marionette",
            json!({"args": ["-marionette"]}),
            &["-marionette"],
        ),
        (
            "hosts",
            json!({"args": ["--remote-allow-hosts", "x"]}),
            &["--remote-allow-hosts"],
        ),
        (
            "origins",
            json!({"args": ["--Remote-Allow-Origins=x"]}),
            &["--Remote-Allow-Origins"],
        ),
        ("a NUL", json!({"args": ["a\0b"]}), &["argument", "NUL"]),
        (
            "system access",
            json!({"args": ["-remote-allow-system-access"]}),
            &["cannot be set"],
        ),
        (
            "port",
            json!({"args": ["--remote-debugging-port=9222"]}),
            &["--remote-debugging-port"],
        ),
        (
            "named profile",
            json!({"args": ["-P", "me"]}),
            &["-profile FOLDER"],
        ),
        (
            "variable",
            json!({"env": {"MOZ_REMOTE_ALLOW_SYSTEM_ACCESS": "1"}}),
            &["MOZ_REMOTE"],
        ),
        (
            "binary",
            json!({"binary": "/no/such/firefox"}),
            &["/no/such/firefox"],
        ),
        ("log", json!({"log": {"level": "loud"}}), &["loud", "trace"]),
        (
            "prefs",
            json!({"prefs": {"a": []}}),
            &["moz:firefoxOptions.prefs"],
        ),
        (
            "number",
            json!({"prefs": {"a.b": 2_147_483_648_u32}}),
            &["`a.b`", "2147483647"],
        ),
        ("not base64", json!({"profile": "!!"}), &["not base64"]),
        ("not a zip", json!({"profile": "aGVsbG8="}), &["not a zip"]),
    ] {
        let capabilities = json!({"browserName": "firefox", "moz:firefoxOptions": options});
        let reply = browsers.refused(capabilities).await;
        assert_error(what, &reply, "invalid argument", words);
    }
    for (what, archive, words) in hostile() {
        let profile = BASE64.encode_to_string(archive);
        let capabilities = json!({"moz:firefoxOptions": {"profile": profile}});
        let reply = browsers.refused(capabilities).await;
        assert_error(what, &reply, "invalid argument", words);
    }
    for (what, capabilities) in [
        ("another browser", json!({"browserName": "chrome"})),
        (
            "another version",
            json!({"browserName": "firefox", "browserVersion": "<1"}),
        ),
        (
            "another platform",
            json!({"browserName": "firefox", "platformName": "beos"}),
        ),
    ] {
        let reply = browsers.refused(capabilities).await;
        let offered = "Offered are browserName \"firefox\", browserVersion \"";
        assert_error(what, &reply, "session not created", &[offered]);
    }
    for name in ["moz:nonsense", "hansom:nonsense"] {
        let reply = browsers
            .refused(json!({"browserName": "firefox", name: 1}))
            .await;
        assert_error(name, &reply, "invalid argument", &[name]);
    }
    // Nothing was left of all these tries.
    let left = fs::read_dir(browsers.state.path().unwrap()).unwrap();
    let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        !left
            .iter()
            .any(|name| name.to_string_lossy().starts_with("profile")),
        "{left:?}"
    );
}

/// Archives that want more than to be a profile.
fn hostile() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let mut link = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = ::zip::write::SimpleFileOptions::default();
    link.add_symlink("chrome", "/etc", options).unwrap();
    link.start_file("chrome/evil", options).unwrap();
    let mut bomb = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    bomb.start_file("places.sqlite", options).unwrap();
    for _ in 0..70 {
        bomb.write_all(&vec![0; 1 << 20]).unwrap();
    }
    let names: Vec<String> = (0..20_001).map(|n| format!("f{n}")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    vec![
        ("traversal", zip(&[("../../evil", b"x")]), &["../../evil"]),
        ("absolute", zip(&[("/tmp/evil", b"x")]), &["/tmp/evil"]),
        ("backslash", zip(&[("..\\evil", b"x")]), &["..\\evil"]),
        (
            "link",
            link.finish().unwrap().into_inner(),
            &["neither a file nor a folder"],
        ),
        (
            "bomb",
            bomb.finish().unwrap().into_inner(),
            &["times its size"],
        ),
        ("many", zip(&many), &["20001 entries"]),
    ]
}

/// With `{"alert": "accept", "default": "ignore"}`.
async fn prompts_are_answered_by_their_kind(session: &Session) {
    let told = &session.capabilities["unhandledPromptBehavior"];
    assert_eq!(*told, json!({"alert": "accept", "default": "ignore"}));
    session.script("alert('hello')").await;
    assert_eq!(session.got("/title").await, "", "it was accepted");
    session.script("confirm('sure?')").await;
    let reply = session.get("/title").await;
    assert_error(
        "ignored",
        &reply,
        "unexpected alert open",
        &["confirm", "ignore"],
    );
    assert_eq!(
        session.got("/alert/text").await,
        "sure?",
        "it is still there"
    );
    session.posted("/alert/dismiss", json!({})).await;
    assert_eq!(session.got("/title").await, "");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_brings_settings_but_no_programs() {
    let root = tempfile::tempdir().unwrap();
    let browsers = Browsers::with(Grants::loopback(), |config| {
        config.profile_root = Some(root.path().to_owned());
    })
    .await;
    let addon = crate::common::addon("sent@example.invalid");
    // Sent: unpacked into a folder of ours, without what starts programs, and gone at the end.
    let profile = BASE64.encode_to_string(zip(&[
        (
            "user.js",
            b"user_pref(\"hansom.test\", 7);\nuser_pref(\"xpinstall.signatures.required\", false);\n",
        ),
        ("handlers.json", b"{}"),
        ("startupCache/evil.bin", b"code"),
        ("compatibility.ini", b"code"),
        ("addonStartup.json.lz4", b"code"),
        ("extensions.json", b"code"),
        (&format!("extensions/{}.xpi", addon.id), &addon.xpi()),
        ("chrome/userChrome.css", b"/* */"),
    ]));
    let capabilities = json!({
        "moz:firefoxOptions": {"profile": profile, "args": ["-headless"], "log": {"level": "info"}},
        "pageLoadStrategy": "eager",
        "timeouts": {"implicit": 5, "script": null},
        "unhandledPromptBehavior": {"alert": "accept", "default": "ignore"},
        "acceptInsecureCerts": true,
    });
    let session = browsers.session(capabilities).await;
    assert_eq!(session.capabilities["pageLoadStrategy"], "eager");
    assert_eq!(session.capabilities["timeouts"]["implicit"], 5);
    assert_eq!(session.capabilities["timeouts"]["script"], Value::Null);
    assert_eq!(session.capabilities["acceptInsecureCerts"], true);
    assert_eq!(session.capabilities["moz:headless"], true);
    prompts_are_answered_by_their_kind(&session).await;
    let sent = session.capabilities["moz:profile"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(fs::exists(format!("{sent}/chrome/userChrome.css")).unwrap());
    session
        .posted("/browser/context", json!({"context": "chrome"}))
        .await;
    assert_eq!(session.script(PREF).await, 7);
    let handlers = fs::read_to_string(format!("{sent}/handlers.json")).unwrap_or_default();
    assert_ne!(handlers, "{}");
    assert!(
        std::path::Path::new(&sent).starts_with(root.path()),
        "{sent}"
    );
    assert!(!fs::exists(format!("{sent}/startupCache/evil.bin")).unwrap());
    for name in [
        "compatibility.ini",
        "addonStartup.json.lz4",
        "extensions.json",
    ] {
        let content = fs::read(format!("{sent}/{name}")).unwrap_or_default();
        assert_ne!(content, b"code", "{name}");
    }
    assert_eq!(session.script(ACTIVE).await, true, "its addon works");
    session.end().await;
    assert!(!fs::exists(&sent).unwrap());

    // Named: used in place, quit cleanly, left to its owner as it was.
    let own = tempfile::tempdir().unwrap();
    fs::write(
        own.path().join("user.js"),
        "user_pref(\"hansom.test\", 8);\n",
    )
    .unwrap();
    let folder = own.path().to_str().unwrap();
    let options = json!({"args": ["--profile", folder], "prefs": {"hansom.other": true}});
    let wanted = json!({"moz:firefoxOptions": options});
    let session = browsers.session(wanted.clone()).await;
    assert_eq!(
        session.capabilities["moz:profile"],
        fs::canonicalize(folder).unwrap().to_str().unwrap()
    );
    session
        .posted("/browser/context", json!({"context": "chrome"}))
        .await;
    assert_eq!(session.script(PREF).await, 8);
    let reply = session.get("/se/files").await;
    assert_error(
        "downloads",
        &reply,
        "unsupported operation",
        &["profile of yours"],
    );
    let reply = browsers.refused(wanted).await;
    let words = &["in use by another session", "throw-away"];
    assert_error("a second session", &reply, "session not created", words);
    let addon = crate::common::addon("own@example.invalid");
    let body = json!({"addon": addon.base64(), "temporary": true});
    session.posted("/browser/addon/install", body).await;
    session.end().await;
    let user_js = fs::read_to_string(own.path().join("user.js")).unwrap();
    assert_eq!(user_js, "user_pref(\"hansom.test\", 8);\n");
    let prefs = fs::read_to_string(own.path().join("prefs.js")).expect("a clean quit");
    assert!(prefs.contains("hansom.test"), "{prefs}");
    assert!(!prefs.contains("hansom.other"), "{prefs}");
}
