//! What each operation asks of the agent: how many calls, and none that an agent does not have.

use std::{fs, path::PathBuf, time::Duration};

use bytes::Bytes;
use futures_util::{FutureExt, future::BoxFuture};
use hansom_apple::AppleDevice;
use hansom_device::{
    AlertAction, Alerts, AppId, Appearance, Apps, Button, Clipboard, ContentType, Device,
    Direction, ElementId, Elements, Finger, FrameOptions, Gesture, Input, LaunchOptions, Location,
    Lock, Look, Orientation, Position, Power, Result, Screen, SourceOptions, Target, Touch,
    locator::Locator,
};
use hansom_testkit::AGENT_ROUTES;
use serde_json::json;

use crate::support::{FakeAgent, Manner};

const LIMIT: Duration = Duration::from_secs(10);

/// An operation, and the calls it makes, without the session before each path.
type Row = (
    for<'a> fn(&'a AppleDevice) -> BoxFuture<'a, Result<()>>,
    &'static [&'static str],
);

/// Forgets the answer: only the calls count here.
macro_rules! ask {
    ($device:ident => $call:expr) => {
        |$device| async move { $call.await.map(|_| ()) }.boxed()
    };
}

fn element() -> ElementId {
    ElementId("E".into())
}

fn app() -> AppId {
    AppId::new("a.b")
}

fn on_element() -> Target {
    Target {
        element: Some(element()),
        point: None,
    }
}

fn locator(using: &str, value: &str) -> Locator {
    Locator::new(using, value).unwrap()
}

fn tap() -> Vec<Finger> {
    let at = |ms, down| Touch {
        at: Duration::from_millis(ms),
        x: 1.0,
        y: 2.0,
        down,
    };
    vec![Finger(vec![at(0, true), at(50, false)])]
}

const fn taps(taps: u32, fingers: u32) -> Gesture {
    Gesture::Tap { taps, fingers }
}

const VIENNA: Position = Position {
    latitude: 48.2,
    longitude: 16.4,
    altitude: 0.0,
};

#[rustfmt::skip] // one row, one thought: the table is read across
const ROWS: &[Row] = &[
    (ask!(d => d.launch(&app(), LaunchOptions::default())), &["POST /wda/apps/launch"]),
    (ask!(d => d.activate(&app())), &["POST /wda/apps/launch"]),
    (ask!(d => d.terminate(&app())), &["POST /wda/apps/terminate"]),
    (ask!(d => d.state(&app())), &["POST /wda/apps/state"]),
    (ask!(d => d.foreground()), &["GET /wda/activeAppInfo"]),
    (ask!(d => d.home()), &["POST /wda/homescreen"]),
    (ask!(d => d.background(Duration::ZERO, None)), &["POST /wda/deactivateApp"]),
    (ask!(d => d.open_url("a:b", None)), &["POST /url"]),

    (ask!(d => Screen::info(d)), &["GET /wda/screen"]),
    (ask!(d => Screen::screenshot(d)), &["GET /screenshot"]),
    (ask!(d => d.orientation()), &["GET /rotation"]),
    (ask!(d => d.rotate(Orientation::LandscapeLeft)), &["POST /rotation"]),

    (ask!(d => d.find(&locator("id", "x"), None, true)), &["POST /element"]),
    (ask!(d => d.find(&locator("id", "x"), None, false)), &["POST /elements"]),
    (ask!(d => d.find(&locator("id", "x"), Some(&element()), true)), &["POST /element/E/element"]),
    (ask!(d => d.find(&locator("id", "x"), Some(&element()), false)), &["POST /element/E/elements"]),
    (ask!(d => d.tree(&SourceOptions::default())), &["GET /source?format=json"]),
    (ask!(d => d.source(&SourceOptions::default())), &["GET /source"]),
    (ask!(d => d.rect(&element())), &["GET /element/E/rect"]),
    (ask!(d => d.text(&element())), &["GET /element/E/text"]),
    (ask!(d => d.element_type(&element())), &["GET /element/E/name"]),
    (ask!(d => d.is_enabled(&element())), &["GET /element/E/enabled"]),
    (ask!(d => d.is_visible(&element())), &["GET /element/E/displayed"]),
    (ask!(d => d.is_selected(&element())), &["GET /element/E/selected"]),
    (ask!(d => d.attribute(&element(), "label")), &["GET /element/E/attribute/label"]),
    (ask!(d => d.focused()), &["GET /element/active"]),
    (ask!(d => d.tap(&element())), &["POST /element/E/click"]),
    (ask!(d => d.send_text(&element(), "x")), &["POST /element/E/value"]),
    (ask!(d => Elements::clear(d, &element())), &["POST /element/E/clear"]),
    (ask!(d => d.submit(&element())), &["POST /element/E/value"]),
    (ask!(d => d.scroll_to(&element())), &["POST /wda/element/E/scrollTo"]),
    (ask!(d => Elements::screenshot(d, &element())), &["GET /element/E/screenshot"]),

    (ask!(d => d.touch(tap())), &["POST /actions"]),
    (ask!(d => d.gesture(&taps(1, 1), &Target::default())), &["POST /wda/tap"]),
    (ask!(d => d.gesture(&taps(1, 1), &on_element())), &["POST /wda/element/E/tap"]),
    (ask!(d => d.gesture(&taps(2, 1), &on_element())), &["POST /wda/element/E/doubleTap"]),
    (ask!(d => d.gesture(&taps(1, 2), &on_element())), &["POST /wda/element/E/twoFingerTap"]),
    (ask!(d => d.gesture(&taps(3, 2), &on_element())), &["POST /wda/element/E/tapWithNumberOfTaps"]),
    (ask!(d => d.gesture(&Gesture::Hold { duration: LIMIT }, &on_element())), &["POST /wda/element/E/touchAndHold"]),
    (ask!(d => d.gesture(&Gesture::Swipe { direction: Direction::Up, velocity: None }, &on_element())), &["POST /wda/element/E/swipe"]),
    (ask!(d => d.gesture(&Gesture::Scroll { direction: Direction::Up, distance: 1.0 }, &Target::default())), &["POST /wda/scroll"]),
    (ask!(d => d.gesture(&Gesture::Pinch { scale: 2.0, velocity: 1.0 }, &on_element())), &["POST /wda/element/E/pinch"]),
    (ask!(d => d.gesture(&Gesture::Rotate { rotation: 1.0, velocity: 1.0 }, &on_element())), &["POST /wda/element/E/rotate"]),
    (ask!(d => d.gesture(&drag(None), &on_element())), &["POST /wda/element/E/dragfromtoforduration"]),
    (ask!(d => d.gesture(&drag(Some(100.0)), &Target::default())), &["POST /wda/pressAndDragWithVelocity"]),
    (ask!(d => d.type_text("x")), &["POST /wda/keys"]),
    (ask!(d => d.press(&Button("home".into()), None)), &["POST /wda/pressButton"]),
    (ask!(d => d.keyboard_shown()), &["POST /element"]),
    (ask!(d => d.hide_keyboard(&[])), &["POST /wda/keyboard/dismiss"]),

    (ask!(d => d.is_locked()), &["GET /wda/locked"]),
    (ask!(d => Lock::lock(d)), &["POST /wda/lock"]),
    (ask!(d => d.unlock()), &["POST /wda/unlock"]),
    (ask!(d => Clipboard::get(d, ContentType::Url)), &["POST /wda/getPasteboard"]),
    (ask!(d => Clipboard::set(d, ContentType::Url, Bytes::new())), &["POST /wda/setPasteboard"]),
    (ask!(d => d.permitted_position()), &["GET /wda/device/location"]),
    (ask!(d => d.set_position(VIENNA)), &["POST /wda/simulatedLocation"]),
    (ask!(d => d.simulated()), &["GET /wda/simulatedLocation"]),
    (ask!(d => d.simulate(Some(VIENNA))), &["POST /wda/simulatedLocation"]),
    (ask!(d => d.simulate(None)), &["DELETE /wda/simulatedLocation"]),
    (ask!(d => d.alert_text()), &["GET /alert/text"]),
    (ask!(d => d.current()), &["GET /alert/text", "GET /wda/alert/buttons"]),
    (ask!(d => d.accept(None)), &["POST /alert/accept"]),
    (ask!(d => d.dismiss(None)), &["POST /alert/dismiss"]),
    (ask!(d => d.set_text("x")), &["POST /alert/text"]),
    (ask!(d => d.set_default_action(AlertAction::Accept)), &["POST /appium/settings"]),
    (ask!(d => async move { d.settings(json!({"snapshotMaxDepth": 9}).as_object().unwrap()).await }), &["POST /appium/settings"]),
    (ask!(d => Look::get(d)), &["GET /wda/device/info"]),
    (ask!(d => Look::set(d, Appearance::Dark)), &["POST /wda/device/appearance"]),
    (ask!(d => d.battery()), &["GET /wda/batteryInfo"]),
];

const fn drag(velocity: Option<f64>) -> Gesture {
    Gesture::Drag {
        from: (0.0, 0.0),
        to: (1.0, 1.0),
        press: Duration::ZERO,
        velocity,
        hold: Duration::ZERO,
    }
}

/// An agent whose answers have the shapes that those of an agent have.
async fn agent() -> FakeAgent {
    let agent = FakeAgent::start().await;
    for (suffix, value) in [
        ("/apps/terminate", "true"),
        ("/apps/state", "4"),
        ("/activeAppInfo", r#"{"bundleId":"a.b"}"#),
        (
            "/wda/screen",
            r#"{"screenSize":{"width":1,"height":2},"statusBarSize":{"width":1,"height":2},"scale":3}"#,
        ),
        ("/screenshot", r#""""#),
        ("GET /session/S/rotation", r#"{"x":0,"y":0,"z":0}"#),
        ("/element", r#"{"ELEMENT":"E"}"#),
        ("/elements", r#"[{"ELEMENT":"E"}]"#),
        ("/active", r#"{"ELEMENT":"E"}"#),
        ("/source?format=json", r#"{"type":"Other"}"#),
        ("/source", r#""<x/>""#),
        ("/rect", r#"{"x":1,"y":2,"width":3,"height":4}"#),
        ("GET /session/S/element/E/text", r#""t""#),
        ("/name", r#""XCUIElementTypeButton""#),
        ("/enabled", "true"),
        ("/displayed", "true"),
        ("/selected", "true"),
        ("/locked", "true"),
        ("/getPasteboard", r#""""#),
        (
            "/device/location",
            r#"{"authorizationStatus":3,"latitude":1,"longitude":2,"altitude":0}"#,
        ),
        (
            "GET /session/S/wda/simulatedLocation",
            r#"{"latitude":1,"longitude":2,"altitude":0}"#,
        ),
        ("GET /session/S/alert/text", r#""t""#),
        ("/alert/buttons", r#"["OK"]"#),
        (
            "/device/info",
            r#"{"uuid":"U","isSimulator":false,"userInterfaceStyle":"dark"}"#,
        ),
        ("/batteryInfo", r#"{"level":1,"state":2}"#),
    ] {
        agent.on(suffix, Manner::Value(value));
    }
    agent
}

fn shown(call: &str) -> String {
    call.replacen(" /session/S/", " /", 1)
}

#[tokio::test]
async fn each_operation_asks_the_agent_no_more_than_it_must_and_nothing_it_does_not_have() {
    let agent = agent().await;
    let device = agent.connect(LIMIT).await.unwrap();
    let mut asked = agent.asked();
    for (operation, expected) in ROWS {
        operation(&device).await.unwrap();
        let calls = agent.asked();
        let seen: Vec<String> = calls.iter().map(|call| shown(call)).collect();
        assert_eq!(seen, *expected);
        asked.extend(calls);
    }
    // Pictures: the settings are told, then comes the other port, where nobody is.
    assert!(device.frames(FrameOptions::default()).await.is_err());
    device.shutdown().await;
    asked.extend(agent.asked());
    for call in &asked {
        let (method, path) = call.split_once(' ').unwrap();
        assert!(
            AGENT_ROUTES.iter().any(|route| route.takes(method, path)),
            "no agent has {call}"
        );
    }
    assert!(asked.iter().any(|call| call == "DELETE /session/S"));
    assert_eq!(
        agent.connections(),
        2,
        "one for the status, one for the rest"
    );
}

/// A path in our sources that no row above asks for would not be checked against the table.
#[test]
fn every_path_in_the_sources_is_asked_for_above() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/abilities");
    let asked: Vec<String> = ROWS
        .iter()
        .flat_map(|(_, calls)| calls.iter())
        .map(|call| {
            call.split_once(' ')
                .unwrap()
                .1
                .replace("/E/", "/{element}/")
        })
        .collect();
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap();
        let product = text.split("#[cfg(test)]").next().unwrap();
        for literal in product.split('"').skip(1).step_by(2) {
            // With a name in it, it is one of several that the rows name in full.
            if !literal.starts_with('/') || literal.contains("{name}") || literal.contains('?') {
                continue;
            }
            count += 1;
            // The beginning of a path counts as asked for where a path begins so.
            let within = format!("{literal}/");
            let known = |path: &String| path == literal || path.starts_with(&within);
            assert!(asked.iter().any(known), "{literal}");
        }
    }
    assert!(count > 40, "only {count} paths were found");
}

#[tokio::test]
async fn a_start_asks_for_the_status_a_session_and_the_device_and_an_end_for_the_session() {
    let agent = agent().await;
    let device = agent.connect(LIMIT).await.unwrap();
    assert_eq!(
        agent.asked(),
        [
            "GET /status",
            "POST /session",
            "GET /session/S/wda/device/info"
        ]
    );
    device.shutdown().await;
    assert_eq!(agent.asked(), ["DELETE /session/S"]);
}

#[tokio::test]
async fn simple_xpath_is_sent_as_a_class_chain_and_the_rest_as_it_is() {
    let agent = agent().await;
    let device = agent.connect(LIMIT).await.unwrap();
    for (path, sent) in [
        (
            "//XCUIElementTypeButton[@name='OK']",
            r#"{"using":"class chain","value":"**/XCUIElementTypeButton[`name == \"OK\"`]"}"#,
        ),
        (
            "//XCUIElementTypeCell[2]",
            r#"{"using":"xpath","value":"//XCUIElementTypeCell[2]"}"#,
        ),
    ] {
        device
            .find(&locator("xpath", path), None, false)
            .await
            .unwrap();
        assert_eq!(agent.last_body(), sent);
    }
}
