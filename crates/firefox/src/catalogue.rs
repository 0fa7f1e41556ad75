//! A sample of each cause, for `docs/errors/firefox.md`.

use std::{io, time::Duration};

use hansom_host::Exit;
use hansom_protocol::{Error, ErrorCode};
use hansom_testkit::{ErrorPage, Told};

use crate::{
    Death, Existing, FindError, MarionetteError, Phase, Scene, StartError, bidi::BidiError,
    marionette::frame::FrameError,
};

fn exit(code: Option<i32>, signal: Option<i32>) -> Exit {
    Exit { code, signal }
}

#[expect(clippy::unnecessary_box_returns, reason = "the variants hold it so")]
fn scene(exit: Option<Exit>, word: &str) -> Box<Scene> {
    Box::new(Scene {
        exit,
        phase: Some(Phase::Started),
        elapsed: Duration::from_millis(300),
        command_line: "/usr/bin/firefox --marionette …".into(),
        stderr: vec![word.into()],
    })
}

fn starts() -> Vec<StartError> {
    let left = |word| scene(Some(exit(Some(1), None)), word);
    vec![
        StartError::Profile {
            path: "/home/me/profile".into(),
            source: io::Error::from(io::ErrorKind::NotFound),
        },
        StartError::NoDisplay(left("Error: cannot open display: :9")),
        StartError::MissingLibrary(left("libgtk-3.so.0: cannot open shared object file")),
        StartError::ProfileLocked(left("Firefox is already running, but is not responding.")),
        StartError::ProfileInUse("/home/me/profile".into()),
        StartError::ProfileUnreadable(left("Your Firefox profile cannot be loaded.")),
        StartError::ForeignHome(left(
            "Running Firefox as root in a regular user's session is not supported.",
        )),
        StartError::PortTaken(left("Error: Could not bind to port 2828")),
        StartError::Crashed(scene(Some(exit(None, Some(11))), "Segmentation fault")),
        StartError::Exited(left("Error: no more")),
        StartError::TimedOut(scene(None, "still at it")),
        StartError::Marionette {
            error: "the connection to Firefox was lost".into(),
            scene: scene(None, "still at it"),
        },
        StartError::Refused(Box::new(Error::new(
            ErrorCode::SessionNotCreated,
            "what Firefox says",
        ))),
        StartError::NotThere {
            at: Existing {
                host: "127.0.0.1".into(),
                port: 2828,
            },
            why: "connection refused".into(),
        },
    ]
}

fn commands() -> Vec<MarionetteError> {
    vec![
        MarionetteError::Failed {
            code: ErrorCode::NoSuchElement,
            message: "what Firefox says".into(),
            stacktrace: String::new(),
            data: None,
        },
        MarionetteError::Died(Box::new(Death {
            exit: exit(None, Some(9)),
            after: Duration::from_secs(12),
            stderr: Vec::new(),
        })),
        MarionetteError::Lost("Firefox closed the connection".into()),
    ]
}

fn bidi() -> Vec<BidiError> {
    let method = || "browsingContext.captureScreenshot".to_owned();
    vec![
        BidiError::Connect {
            address: "127.0.0.1:9222".into(),
            reason: "connection refused".into(),
        },
        BidiError::Closed("the socket ended".into()),
        BidiError::Timeout {
            method: method(),
            after: Duration::from_secs(30),
        },
        BidiError::Remote {
            method: method(),
            error: "no such frame".into(),
            message: "what Firefox says".into(),
            stacktrace: String::new(),
        },
        BidiError::Malformed {
            method: method(),
            reason: "missing field `data`".into(),
        },
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    let found = vec![
        FindError::None,
        FindError::NotThere("/opt/firefox/firefox".into()),
        FindError::TooOld {
            path: "/opt/firefox/firefox".into(),
            version: "102.0".into(),
        },
        FindError::Unguarded {
            path: "/opt/firefox/firefox".into(),
            version: "128.5.0".into(),
        },
    ];
    ErrorPage::new("firefox")
        .table(
            "FindError",
            "No Firefox",
            include_str!("find/mod.rs"),
            found,
        )
        .table(
            "StartError",
            "Firefox does not start",
            include_str!("start_error.rs"),
            starts(),
        )
        .table(
            "MarionetteError",
            "A command gives no result",
            include_str!("marionette/error.rs"),
            commands(),
        )
        .table_of(
            "FrameError",
            "Bytes that are not Marionette's protocol",
            include_str!("marionette/frame.rs"),
            vec![
                FrameError::Length("HTTP/1.1 400".into()),
                FrameError::TooLarge(8_000_000_000),
                FrameError::Shape("[7]".into()),
            ],
            |error| Told::answered(MarionetteError::Protocol(error)),
        )
        .table(
            "BidiError",
            "BiDi gives no result",
            include_str!("bidi/error.rs"),
            bidi(),
        )
        .check();
}
