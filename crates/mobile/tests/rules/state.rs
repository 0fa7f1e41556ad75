//! What a device is in: locked, lost, with which app in front, of which kind.

use std::time::Duration;

use hansom_device::{AppState, DeviceError, Kind};
use hansom_protocol::{Command, EndReason};
use serde_json::json;

use crate::rig::Rig;

#[tokio::test]
async fn what_only_simulators_do_is_refused_on_real_devices() {
    let mut rig = Rig::new(Kind::Real, 17).await;
    for command in [
        Command::MobileShake,
        Command::ToggleEnrollTouchId,
        Command::TouchId,
    ] {
        let error = rig.ask(command, json!({"match": true})).await.unwrap_err();
        assert_eq!(error.code.as_str(), "unsupported operation", "{command}");
        assert!(error.message.contains("simulators only"), "{error}");
    }
    assert!(rig.mobile("shake", json!({})).await.is_err());
    assert!(rig.calls().is_empty());
}

#[tokio::test]
async fn a_match_needs_an_enrolled_finger_and_defaults_to_true() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let error = rig
        .ask(Command::TouchId, json!({"match": true}))
        .await
        .unwrap_err();
    assert!(error.message.contains("mobile: enrollBiometric"), "{error}");
    rig.ask(Command::ToggleEnrollTouchId, json!({}))
        .await
        .unwrap();
    let enrolled = rig.mobile("isBiometricEnrolled", json!({})).await.unwrap();
    assert_eq!(enrolled, true);
    rig.calls();
    rig.ask(Command::TouchId, json!({})).await.unwrap();
    rig.ask(Command::TouchId, json!({"match": false}))
        .await
        .unwrap();
    assert_eq!(
        rig.calls(),
        [
            "is enrolled",
            "present Finger true",
            "is enrolled",
            "present Finger false"
        ]
    );
    let face = json!({"type": "faceId", "match": true});
    rig.mobile("sendBiometricMatch", face).await.unwrap();
    assert_eq!(rig.calls(), ["is enrolled", "present Face true"]);
    let error = rig
        .ask(Command::TouchId, json!({"match": "yes"}))
        .await
        .unwrap_err();
    assert!(error.message.contains("`match`"), "{error}");
    rig.ask(Command::ToggleEnrollTouchId, json!({"enabled": false}))
        .await
        .unwrap();
    let enrolled = rig.mobile("isBiometricEnrolled", json!({})).await.unwrap();
    assert_eq!(enrolled, false);
}

#[tokio::test(start_paused = true)]
async fn lock_with_seconds_answers_after_the_unlock() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    let begun = tokio::time::Instant::now();
    rig.ask(Command::Lock, json!({"seconds": 3})).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(3));
    assert_eq!(rig.calls(), ["lock", "unlock"]);
    for stays in [
        json!({}),
        json!({"seconds": 0}),
        json!({"seconds": null}),
        json!({"seconds": -1}),
    ] {
        rig.ask(Command::Lock, stays).await.unwrap();
        assert_eq!(rig.ask(Command::IsLocked, json!({})).await.unwrap(), true);
    }
    rig.ask(Command::Unlock, json!({})).await.unwrap();
    assert_eq!(rig.ask(Command::IsLocked, json!({})).await.unwrap(), false);
    assert!(
        rig.ask(Command::Lock, json!({"seconds": "5"}))
            .await
            .is_err()
    );
}

#[tokio::test(start_paused = true)]
async fn background_restores_the_app_that_was_in_front() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device
        .script()
        .apps
        .insert("a.b".into(), AppState::Foreground);
    let app = json!({"bundleId": "a.b"});
    rig.ask(Command::Background, json!({"seconds": 2}))
        .await
        .unwrap();
    assert_eq!(rig.calls(), ["foreground", "home", "activate a.b"]);
    assert_eq!(
        rig.ask(Command::QueryAppState, app.clone()).await.unwrap(),
        4
    );
    for kept in [json!(null), json!(-1), json!({"timeout": -1})] {
        rig.ask(Command::Background, json!({ "seconds": kept }))
            .await
            .unwrap();
        assert_eq!(
            rig.ask(Command::QueryAppState, app.clone()).await.unwrap(),
            3
        );
        rig.mobile("activateApp", app.clone()).await.unwrap();
    }
    let error = rig
        .ask(Command::Background, json!({"seconds": "5"}))
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "invalid argument");
    let without = rig
        .ask(Command::QueryAppState, json!({}))
        .await
        .unwrap_err();
    assert!(without.message.contains("appium:bundleId"), "{without}");
}

#[tokio::test]
async fn an_unknown_app_lists_the_installed_ones_and_the_session_goes_on() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device
        .script()
        .apps
        .insert("a.b".into(), AppState::NotRunning);
    let error = rig
        .mobile("launchApp", json!({"bundleId": "x.y"}))
        .await
        .unwrap_err();
    assert_eq!(error.code.as_str(), "invalid argument");
    assert!(
        error
            .message
            .contains("`x.y` is not installed; installed are a.b"),
        "{error}"
    );
    assert!(!error.ends_session);
    rig.mobile("launchApp", json!({"bundleId": "a.b"}))
        .await
        .unwrap();
}

#[tokio::test]
async fn a_locked_device_and_a_lost_one_say_so() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    rig.device.script().fails = Some(DeviceError::Locked);
    let error = rig.element(Command::ElementClick, "1").await.unwrap_err();
    assert!(error.message.contains("mobile: unlock"), "{error}");
    rig.device.lose();
    let error = rig.session.died().await;
    assert!(error.ends_session);
    assert!(error.message.contains("pulled the cable"), "{error}");
    rig.session.close(EndReason::Died).await;
    assert!(rig.device.script().calls.contains(&"shutdown".to_owned()));
}
