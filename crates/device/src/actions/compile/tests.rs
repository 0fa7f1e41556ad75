//! Action sequences as clients write them, and the steps they become.

use serde_json::{Value, json};

use super::*;
use crate::{
    Rect,
    actions::{origins::elements, parse},
};

fn steps(actions: &Value) -> Result<Vec<Step>> {
    let sequences = parse(&actions.to_string())?;
    let mut origins = Origins::new(390.0, 844.0);
    let rect = Rect {
        x: 100.0,
        y: 100.0,
        width: 20.0,
        height: 40.0,
    };
    for id in elements(&sequences) {
        origins.add(id, rect);
    }
    compile(&sequences, &origins)
}

/// The fingers of actions that are one gesture.
fn gesture(actions: &Value) -> Vec<Finger> {
    let mut steps = steps(actions).unwrap();
    match (steps.pop(), steps.as_slice()) {
        (Some(Step::Touch(fingers)), []) => fingers,
        other => panic!("{other:?}"),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the tests read better without borrows"
)]
fn finger(name: &str, actions: Value) -> Value {
    json!({"type": "pointer", "id": name, "parameters": {"pointerType": "touch"}, "actions": actions})
}

/// `(milliseconds, x, y, down)` of each moment.
fn moments(finger: &Finger) -> Vec<(u128, f64, f64, bool)> {
    finger
        .0
        .iter()
        .map(|touch| (touch.at.as_millis(), touch.x, touch.y, touch.down))
        .collect()
}

#[test]
fn a_swipe_keeps_its_pause_and_its_pace() {
    let fingers = gesture(&json!([finger(
        "f",
        json!([
            {"type": "pointerMove", "duration": 0, "x": 10, "y": 800},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 100},
            {"type": "pointerMove", "duration": 300, "origin": "viewport", "x": 10, "y": 200},
            {"type": "pointerUp", "button": 0},
        ])
    )]));
    assert_eq!(
        moments(&fingers[0]),
        [
            (0, 10.0, 800.0, true),
            (100, 10.0, 800.0, true),
            (400, 10.0, 200.0, true),
            (400, 10.0, 200.0, true),
            (400, 10.0, 200.0, false),
        ]
    );
}

#[test]
fn what_a_mouse_does_in_no_time_is_long_enough_for_glass_to_notice() {
    let fingers = gesture(&json!([finger(
        "mouse",
        json!([
            {"type": "pointerMove", "duration": 250, "x": 10, "y": 20},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 0, "x": 90, "y": 20},
            {"type": "pointerUp", "button": 0},
        ])
    )]));
    assert_eq!(
        moments(&fingers[0]),
        [
            (250, 10.0, 20.0, true),
            (280, 10.0, 20.0, true),
            (280, 10.0, 20.0, false),
            (310, 10.0, 20.0, true),
            (340, 10.0, 20.0, true),
            (340, 90.0, 20.0, true),
            (370, 90.0, 20.0, true),
            (370, 90.0, 20.0, false),
        ]
    );
}

#[test]
fn origins_are_the_screen_the_pointer_and_the_middle_of_an_element() {
    let fingers = gesture(&json!([finger(
        "f",
        json!([
            {"type": "pointerMove", "duration": 0, "x": 1, "y": -2, "origin": {"element-6066-11e4-a52e-4f735466cecf": "e"}},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerMove", "duration": 10, "x": 5, "y": 5, "origin": "pointer"},
            {"type": "pointerUp", "button": 0},
        ])
    )]));
    let way = moments(&fingers[0]);
    assert_eq!((way[0].1, way[0].2), (111.0, 118.0));
    assert_eq!((way[2].1, way[2].2), (116.0, 123.0));
}

#[test]
fn two_fingers_share_their_ticks() {
    let one = |name: &str, duration: u64| {
        finger(
            name,
            json!([
                {"type": "pointerMove", "duration": 0, "x": 100, "y": 100},
                {"type": "pointerDown", "button": 0},
                {"type": "pointerMove", "duration": duration, "x": 200, "y": 100},
                {"type": "pointerUp", "button": 0},
            ]),
        )
    };
    let fingers = gesture(&json!([one("a", 100), one("b", 300)]));
    assert_eq!(fingers.len(), 2);
    assert_eq!(moments(&fingers[0])[2].0, 100, "each moves at its own pace");
    assert_eq!(
        moments(&fingers[0])[4].0,
        300,
        "and is lifted with the other"
    );
    assert_eq!(moments(&fingers[1])[4].0, 300);
}

#[test]
fn keys_are_typed_between_gestures_and_shift_counts() {
    let steps = steps(&json!([
        {"type": "key", "id": "k", "actions": [
            {"type": "pause"}, {"type": "pause"}, {"type": "pause"},
            {"type": "keyDown", "value": "\u{e008}"}, {"type": "keyDown", "value": "a"}, {"type": "keyUp", "value": "a"},
            {"type": "keyUp", "value": "\u{e008}"}, {"type": "keyDown", "value": "b"}, {"type": "keyDown", "value": "\u{e007}"},
        ]},
        finger("f", json!([
            {"type": "pointerMove", "duration": 0, "x": 1, "y": 1}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0},
        ])),
    ]))
    .unwrap();
    assert!(
        matches!(steps.as_slice(), [Step::Touch(_), Step::Type(text)] if text == "Ab\n"),
        "{steps:?}"
    );
}

#[test]
fn a_finger_left_down_is_lifted_and_pauses_alone_are_waited_for() {
    let down = finger(
        "f",
        json!([{"type": "pointerDown", "button": 0}, {"type": "pause", "duration": 50}]),
    );
    let fingers = gesture(&json!([down]));
    assert_eq!(moments(&fingers[0]).last(), Some(&(50, 0.0, 0.0, false)));
    let pause = json!([{"type": "none", "id": "n", "actions": [{"type": "pause", "duration": 5}]}]);
    assert_eq!(
        steps(&pause).unwrap(),
        [Step::Wait(Duration::from_millis(5))]
    );
    assert_eq!(steps(&json!([])).unwrap(), []);
}

#[test]
fn what_a_phone_cannot_do_is_refused_with_the_reason() {
    let wheel = json!([{"type": "wheel", "id": "w", "actions": [
        {"type": "scroll", "x": 0, "y": 0, "deltaX": 0, "deltaY": 1},
    ]}]);
    for (actions, words) in [
        (wheel, "mobile: scroll"),
        (
            json!([finger(
                "f",
                json!([{"type": "pointerMove", "x": 999, "y": 0}])
            )]),
            "not on the screen",
        ),
        (
            json!([finger(
                "f",
                json!([{"type": "pause", "duration": 999_999_999}])
            )]),
            "too long",
        ),
        (
            json!([finger("f", json!([])), finger("f", json!([]))]),
            "the id `f`",
        ),
        (
            json!([finger("f", json!([{"type": "pointerDance"}]))]),
            "actions",
        ),
    ] {
        let error = steps(&actions).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
