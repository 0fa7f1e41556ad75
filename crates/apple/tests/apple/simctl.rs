//! The simulator's tools, against a stand-in for `xcrun` that records what it is given.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, sync::Arc, time::Duration};

use crate::support::FakeAgent;
use hansom_apple::{HostTools, Simctl, simulators};
use hansom_device::{
    AppId, Biometric, Biometrics, Device, Location, Motion, PermissionState, Permissions, Position,
};
use hansom_host::StateDir;

/// A folder with an `xcrun` in it. Each call appends its arguments to `calls`, one per line; what it
/// prints and how it ends is told by files beside it.
struct FakeXcrun {
    folder: tempfile::TempDir,
    state: Arc<StateDir>,
}

const SCRIPT: &str = r#"#!/bin/sh
here=$(dirname "$0")
for word in "$@"; do printf '%s\n' "$word" >> "$here/calls"; done
printf -- '--\n' >> "$here/calls"
[ -f "$here/hang" ] && exec sleep 1000
[ -f "$here/complaint" ] && { cat "$here/complaint" >&2; exit 3; }
[ -f "$here/prints" ] && cat "$here/prints"
exit 0
"#;

impl FakeXcrun {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("xcrun");
        fs::write(&path, SCRIPT).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let state = StateDir::open(Some(folder.path())).unwrap();
        Self { folder, state }
    }

    fn program(&self) -> PathBuf {
        self.folder.path().join("xcrun")
    }

    fn set(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), text).unwrap();
    }

    fn calls(&self) -> Vec<String> {
        let path = self.folder.path().join("calls");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(&path); // Not there when nothing was called.
        text.split("--\n")
            .filter(|call| !call.is_empty())
            .map(|call| call.trim_end().replace('\n', " "))
            .collect()
    }

    fn simctl(&self) -> Simctl {
        Simctl::new(self.program(), "SIM", Arc::clone(&self.state))
    }
}

async fn device(xcrun: &FakeXcrun) -> (FakeAgent, hansom_apple::AppleDevice) {
    let agent = FakeAgent::start().await;
    let host = HostTools::Simulator(xcrun.simctl());
    let device = agent
        .connect_with(Duration::from_secs(5), host)
        .await
        .unwrap();
    (agent, device)
}

#[tokio::test]
async fn shake_and_biometrics_are_notifications_inside_the_simulator() {
    let xcrun = FakeXcrun::new();
    let (_agent, device) = device(&xcrun).await;
    device.shake().await.unwrap();
    device.present(Biometric::Finger, true).await.unwrap();
    device.present(Biometric::Finger, false).await.unwrap();
    device.present(Biometric::Face, true).await.unwrap();
    device.present(Biometric::Face, false).await.unwrap();
    assert_eq!(
        xcrun.calls(),
        [
            "simctl spawn SIM notifyutil -p com.apple.UIKit.SimulatorShake",
            "simctl spawn SIM notifyutil -p com.apple.BiometricKit_Sim.fingerTouch.match",
            "simctl spawn SIM notifyutil -p com.apple.BiometricKit_Sim.fingerTouch.nomatch",
            "simctl spawn SIM notifyutil -p com.apple.BiometricKit_Sim.pearl.match",
            "simctl spawn SIM notifyutil -p com.apple.BiometricKit_Sim.pearl.nomatch",
        ]
    );
}

#[tokio::test]
async fn enrolment_is_set_posted_and_read_back() {
    let xcrun = FakeXcrun::new();
    let (_agent, device) = device(&xcrun).await;
    xcrun.set("prints", "com.apple.BiometricKit.enrollmentChanged 1\n");
    device.enroll(true).await.unwrap();
    let calls = xcrun.calls();
    assert_eq!(calls.len(), 3, "{calls:?}");
    assert!(
        calls[0].ends_with("-s com.apple.BiometricKit.enrollmentChanged 1"),
        "{calls:?}"
    );
    let error = device.enroll(false).await.unwrap_err().to_string();
    assert!(error.contains("did not take"), "{error}");
}

#[tokio::test]
async fn a_simulators_position_is_set_by_its_host() {
    let xcrun = FakeXcrun::new();
    let (agent, device) = device(&xcrun).await;
    agent.asked();
    let vienna = Position {
        latitude: 48.2,
        longitude: 16.37,
        altitude: 0.0,
    };
    device.set_position(vienna).await.unwrap();
    assert_eq!(
        xcrun.calls(),
        ["simctl location SIM set 48.2000000,16.3700000"]
    );
    assert!(agent.asked().is_empty(), "no agent call");
}

#[tokio::test]
async fn permissions_take_the_words_of_simctl() {
    let xcrun = FakeXcrun::new();
    let (_agent, device) = device(&xcrun).await;
    let app = AppId::new("com.example; rm -rf /");
    device
        .set(&app, "location", PermissionState::Yes)
        .await
        .unwrap();
    // One argument, never a shell.
    assert_eq!(
        xcrun.calls(),
        ["simctl privacy SIM grant location-always com.example; rm -rf /"]
    );
    assert!(
        device
            .set(&app, "nonsense", PermissionState::Yes)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn a_failing_tool_is_quoted_and_a_hanging_one_is_ended() {
    let xcrun = FakeXcrun::new();
    xcrun.set("complaint", "Invalid device: SIM\n");
    let error = xcrun
        .simctl()
        .run("boot", &[])
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("Invalid device: SIM"), "{error}");
    xcrun.set("hang", "");
    let limit = Duration::from_millis(400);
    let error = xcrun
        .simctl()
        .run_with("boot", &[], None, limit)
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("did not finish within 400ms"), "{error}");
}

#[tokio::test]
async fn simulators_are_listed() {
    let xcrun = FakeXcrun::new();
    xcrun.set(
        "prints",
        r#"{"devices":{"com.apple.CoreSimulator.SimRuntime.tvOS-18-0":[{"name":"Apple TV","udid":"T","state":"Shutdown","isAvailable":true}]}}"#,
    );
    let found = simulators(&xcrun.program(), &xcrun.state).await.unwrap();
    assert_eq!(
        (found[0].platform.as_str(), found[0].version.as_str()),
        ("tvOS", "18.0")
    );
    assert_eq!(xcrun.calls(), ["simctl list devices --json"]);
}

#[tokio::test]
async fn a_real_device_says_what_it_cannot_do() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(Duration::from_secs(5)).await.unwrap();
    let error = device.motion().err().unwrap().to_string();
    assert!(error.contains("only be done on a simulator"), "{error}");
    assert!(device.biometrics().is_err());
}
