//! Where a device is: who may read it, and who may set it.

use hansom_device::{Kind, LocationPermission, Position};
use hansom_protocol::Command;
use hansom_testkit::ScriptedDevice;
use serde_json::{Value, json};

use crate::rig::Rig;

const VIENNA: Position = Position {
    latitude: 48.2,
    longitude: 16.4,
    altitude: 0.0,
};

fn vienna() -> Value {
    json!({"latitude": 48.2, "longitude": 16.4, "altitude": 0.0})
}

#[tokio::test]
async fn reading_the_position_needs_the_permission_always() {
    let mut rig = Rig::new(Kind::Simulator, 16).await;
    for permission in [
        LocationPermission::InUse,
        LocationPermission::Never,
        LocationPermission::Unset,
    ] {
        rig.device.script().permission = Some(permission);
        let error = rig
            .ask(Command::GetGeoLocation, json!({}))
            .await
            .unwrap_err();
        assert_eq!(error.code.as_str(), "unknown error", "{permission:?}");
        assert!(error.message.contains("mobile: setPermission"), "{error}");
    }
    rig.device.script().permission = Some(LocationPermission::Always);
    let zeros = rig.ask(Command::GetGeoLocation, json!({})).await.unwrap();
    assert_eq!(
        zeros,
        json!({"latitude": 0.0, "longitude": 0.0, "altitude": 0.0})
    );
}

#[tokio::test]
async fn from_version_17_a_simulated_position_is_what_is_read() {
    for (version, kind, simulated) in [
        (17, Kind::Simulator, true),
        (17, Kind::Real, true),
        (16, Kind::Simulator, false),
        (16, Kind::Real, false),
    ] {
        let mut rig = Rig::new(kind, version).await;
        rig.device.script().simulated = Some(VIENNA);
        let read = rig.ask(Command::GetGeoLocation, json!({})).await.unwrap();
        assert_eq!(read == vienna(), simulated, "{kind:?} {version}: {read}");
    }
}

#[tokio::test]
async fn setting_the_position_simulates_on_real_devices_from_version_17() {
    for (version, kind, call) in [
        (17, Kind::Real, "simulate"),
        (18, Kind::Real, "simulate"),
        (16, Kind::Real, "set position"),
        (17, Kind::Simulator, "set position"),
    ] {
        let mut rig = Rig::new(kind, version).await;
        let body = json!({"location": {"latitude": 48.2, "longitude": 16.4}});
        assert_eq!(
            rig.ask(Command::SetGeoLocation, body).await.unwrap(),
            vienna()
        );
        assert_eq!(rig.calls(), [call], "{kind:?} {version}");
    }
}

#[tokio::test]
async fn a_tv_has_no_position() {
    let device = ScriptedDevice::new(Kind::Simulator, 17, true);
    let mut rig = Rig::on(device, json!({})).await.unwrap();
    for command in [Command::GetGeoLocation, Command::SetGeoLocation] {
        let body = json!({"location": {"latitude": 0, "longitude": 0}});
        let error = rig.ask(command, body).await.unwrap_err();
        assert_eq!(error.code.as_str(), "unsupported operation");
        assert!(error.message.contains("TV"), "{error}");
    }
}

#[tokio::test]
async fn positions_out_of_range_or_of_another_type_are_refused_by_name() {
    let mut rig = Rig::new(Kind::Simulator, 17).await;
    for (location, key) in [
        (json!({"latitude": 90.1, "longitude": 0}), "latitude"),
        (json!({"latitude": 0, "longitude": -180.5}), "longitude"),
        (json!({"latitude": "48", "longitude": 0}), "latitude"),
        (json!({"latitude": 1}), "longitude"),
        (json!({"latitude": null, "longitude": 0}), "latitude"),
    ] {
        let body = json!({ "location": location });
        let error = rig.ask(Command::SetGeoLocation, body).await.unwrap_err();
        assert_eq!(error.code.as_str(), "invalid argument", "{location}");
        assert!(error.message.starts_with(&format!("`{key}`")), "{error}");
    }
    assert!(rig.calls().is_empty(), "nothing was touched");
}
