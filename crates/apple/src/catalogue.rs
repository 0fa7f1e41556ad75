//! A sample of each cause, for `docs/errors/apple.md`.

use std::time::Duration;

use hansom_device::Version;
use hansom_testkit::ErrorPage;

use crate::{AppleError, InUse, cable::CableError};

const UDID: &str = "00008030-001C2D3E4F50802E";

fn devices() -> Vec<AppleError> {
    let place = || "127.0.0.1:8100".to_owned();
    let tool = || "xcrun simctl list".to_owned();
    vec![
        AppleError::BadAddress {
            url: "phone:8100".into(),
            reason: "it does not begin with http://".into(),
        },
        AppleError::AgentGone {
            place: place(),
            reason: "connection refused".into(),
        },
        AppleError::AgentExited {
            reason: "its test run ended".into(),
            for_good: false,
        },
        AppleError::AgentExited {
            reason: "its test run ended, for the fourth time".into(),
            for_good: true,
        },
        AppleError::AgentNotUp {
            after: Duration::from_mins(1),
            reason: "connection refused".into(),
        },
        AppleError::AgentMissing {
            bundle: "com.facebook.WebDriverAgentRunner.xctrunner".into(),
            udid: UDID.into(),
        },
        AppleError::AgentSlow {
            command: "source".into(),
            after: Duration::from_mins(4),
        },
        AppleError::AgentSlow {
            command: "tap".into(),
            after: Duration::from_mins(4),
        },
        AppleError::AgentGarbage {
            place: place(),
            reason: "it is not JSON".into(),
        },
        AppleError::Refused {
            code: "unknown error".into(),
            message: "what the agent says".into(),
        },
        AppleError::Tool {
            tool: tool(),
            reason: "exited with code 1: what the tool says".into(),
        },
        AppleError::ToolSlow {
            tool: tool(),
            after: Duration::from_secs(30),
        },
        AppleError::NoDevice {
            udid: UDID.into(),
            known: "no device is attached; simulators need a Mac with Xcode".into(),
        },
    ]
}

fn cables() -> Vec<CableError> {
    let udid = || UDID.to_owned();
    vec![
        CableError::BadMuxer("muxer".into()),
        CableError::NoMuxer {
            place: "/var/run/usbmuxd".into(),
            reason: "entity not found".into(),
        },
        CableError::Ambiguous("2".into()),
        CableError::Unplugged { udid: udid() },
        CableError::NotPaired { udid: udid() },
        CableError::TrustPending { udid: udid() },
        CableError::TrustRefused { udid: udid() },
        CableError::Locked { udid: udid() },
        CableError::DeveloperModeOff { udid: udid() },
        CableError::NoDeveloperImage {
            what: "the simulated location",
        },
        CableError::NoTunnel {
            what: "the start of an agent",
            version: Version::new(17, 2),
        },
        CableError::NoRunner {
            looked_for: "ids that end in .xctrunner".into(),
        },
        CableError::RunnerExited {
            reason: "its test run ended".into(),
        },
        CableError::PortClosed(8100),
        CableError::NoFile("@com.example.hello/notes.txt".into()),
        CableError::Slow {
            what: "the install of an app",
            after: Duration::from_mins(5),
        },
        CableError::Failed {
            what: "the install of an app",
            reason: "what the device says".into(),
        },
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    let held = InUse {
        device: UDID.into(),
        session: "1f6c".into(),
        since: Duration::from_secs(90),
    };
    ErrorPage::new("apple")
        .note(
            "The answers are those of New Session. In a session that runs the same causes come with the \
             codes of [what a device says](mobile.md): `Lost` ends the session, `Late` is a `timeout`, the \
             others are an `unknown error`.",
        )
        .table(
            "AppleError",
            "The agent and the tools of the host",
            include_str!("error.rs"),
            devices(),
        )
        .table(
            "CableError",
            "The cable and what is at its other end",
            include_str!("cable/error.rs"),
            cables(),
        )
        .table(
            "InUse",
            "A device that another session has",
            include_str!("holds.rs"),
            vec![held],
        )
        .check();
}
