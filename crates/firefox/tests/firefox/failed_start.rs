//! Starts that fail, each in its own way. The programs are scripts that fail as Firefox does.
use std::{os::unix::fs::PermissionsExt, path::Path, time::Duration};

use crate::common::{launch, state};
use hansom_firefox::{
    Firefox, Headless, Launch, Profile, StartError, find_binary, look_at_template, prepare_template,
};
use hansom_protocol::{Error, ErrorCode};
use tokio::net::TcpListener;

/// Longer than any of the scripts takes to fail by itself.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a script in place of Firefox.
async fn start(script: &str) -> StartError {
    start_within(PATIENCE, script).await
}

async fn start_within(startup_timeout: Duration, script: &str) -> StartError {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("firefox");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n"))
        .and_then(|()| std::fs::set_permissions(&program, executable))
        .expect("a script");
    let launch = Launch {
        installation: find_binary(Some(&program)).expect("it is there"),
        startup_timeout,
        profile: Profile::Fresh,
        ..launch()
    };
    let started = Firefox::launch(launch, &state()).await;
    started.expect_err("a script is no Firefox")
}

#[tokio::test]
async fn each_failure_has_its_class() {
    for (script, class) in [
        (
            "echo 'Error: no DISPLAY environment variable specified' >&2; exit 1",
            "no display",
        ),
        (
            "echo 'firefox: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file: No such file or directory' >&2; exit 127",
            "missing library",
        ),
        (
            "echo 'Firefox is already running, but is not responding.' >&2; exit 1",
            "profile locked",
        ),
        (
            "echo 'Your Firefox profile cannot be loaded. It may be missing or inaccessible.' >&2; exit 1",
            "profile unreadable",
        ),
        ("kill -SEGV $$", "crashed"),
        ("exit 3", "exited"),
    ] {
        let error = start(script).await;
        assert_eq!(error.class(), class, "{error}");
    }
    let error = start_within(Duration::from_secs(1), "exec sleep 30").await;
    assert_eq!(error.class(), "timed out", "{error}");
}

#[tokio::test]
async fn the_error_tells_command_line_last_words_and_code() {
    let error = Error::from(start("echo one >&2; echo two >&2; exit 3").await);
    assert_eq!(error.code, ErrorCode::SessionNotCreated);
    let data = error.data.as_ref().unwrap();
    assert_eq!(data["exitCode"], 3);
    assert_eq!(data["phase"], "started");
    assert_eq!(data["stderr"], serde_json::json!(["one", "two"]));
    assert!(
        data["commandLine"]
            .as_str()
            .unwrap()
            .contains("--marionette")
    );
    assert!(error.message.contains("one | two"), "{}", error.message);
}

#[tokio::test]
async fn a_program_that_writes_a_port_where_nobody_listens_is_no_firefox() {
    let script = r#"for a in "$@"; do last="$a"; done
        while [ $# -gt 1 ]; do [ "$1" = --profile ] && profile="$2"; shift; done
        printf 1 > "$profile/MarionetteActivePort"; exec sleep 30"#;
    let error = start(script).await;
    assert_eq!(error.class(), "no remote control", "{error}");
}

#[tokio::test]
async fn a_window_without_a_display_is_refused_with_the_cure() {
    let launch = Launch {
        headless: Headless::Never,
        env: ["DISPLAY", "WAYLAND_DISPLAY"]
            .map(|name| (name.to_owned(), String::new()))
            .to_vec(),
        ..launch()
    };
    let error = Firefox::launch(launch, &state()).await.unwrap_err();
    assert_eq!(error.class(), "no display", "{error}");
    assert!(Error::from(error).message.contains("-headless"));
}

#[tokio::test]
async fn a_profile_that_is_not_there_is_named() {
    let launch = Launch {
        profile: Profile::Folder("/nowhere/profile".into()),
        ..launch()
    };
    let error = Firefox::launch(launch, &state()).await.unwrap_err();
    assert!(error.to_string().contains("/nowhere/profile"), "{error}");
    assert!(!Path::new("/nowhere").exists());
}

#[tokio::test]
async fn a_failure_that_is_not_the_templates_does_not_cost_it() {
    let cache = tempfile::tempdir().expect("a folder");
    let state = state();
    let good = Launch {
        cache_folder: Some(cache.path().to_owned()),
        ..launch()
    };
    prepare_template(&good, &state).await.expect("a template");

    let taken = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port_taken = Launch {
        marionette_port: taken.local_addr().expect("its address").port(),
        ..good.clone()
    };
    let error = Firefox::launch(port_taken, &state).await.unwrap_err();
    assert_eq!(error.class(), "port taken", "{error}");
    assert!(Error::from(error).message.contains("--marionette-port"));

    let no_browser = Launch {
        args: vec!["--version".into()],
        ..good.clone()
    };
    let error = Firefox::launch(no_browser, &state).await.unwrap_err();
    assert_eq!(error.class(), "exited", "{error}");

    let template = look_at_template(&good).expect("a place for it");
    assert!(template.is_some_and(|(_, is_there)| is_there));
}
