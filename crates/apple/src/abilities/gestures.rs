//! Gestures as the agent names them.

use hansom_device::{Gesture, Target};
use serde_json::{Map, Value, json};

/// The path and body of a gesture.
pub(super) fn request(gesture: &Gesture, target: &Target) -> (String, Value) {
    let (name, mut body) = match gesture {
        Gesture::Tap {
            taps: 1,
            fingers: 1,
        } => ("tap", json!({})),
        Gesture::Tap {
            taps: 2,
            fingers: 1,
        } => ("doubleTap", json!({})),
        Gesture::Tap {
            taps: 1,
            fingers: 2,
        } => ("twoFingerTap", json!({})),
        Gesture::Tap { taps, fingers } => (
            "tapWithNumberOfTaps",
            json!({"numberOfTaps": taps, "numberOfTouches": fingers}),
        ),
        Gesture::Hold { duration } => ("touchAndHold", json!({"duration": duration.as_secs_f64()})),
        Gesture::Swipe {
            direction,
            velocity,
        } => {
            let mut body = json!({"direction": direction.name()});
            if let Some(velocity) = velocity {
                body["velocity"] = json!(velocity);
            }
            ("swipe", body)
        }
        Gesture::Scroll {
            direction,
            distance,
        } => (
            "scroll",
            json!({"direction": direction.name(), "distance": distance}),
        ),
        Gesture::Pinch { scale, velocity } => {
            ("pinch", json!({"scale": scale, "velocity": velocity}))
        }
        Gesture::Rotate { rotation, velocity } => (
            "rotate",
            json!({"rotation": rotation, "velocity": velocity}),
        ),
        Gesture::Drag {
            from,
            to,
            press,
            velocity: None,
            ..
        } => {
            let mut body = points(*from, *to);
            body.insert("duration".into(), json!(press.as_secs_f64()));
            ("dragfromtoforduration", Value::Object(body))
        }
        Gesture::Drag {
            from,
            to,
            press,
            velocity: Some(velocity),
            hold,
        } => {
            let mut body = points(*from, *to);
            body.insert("pressDuration".into(), json!(press.as_secs_f64()));
            body.insert("holdDuration".into(), json!(hold.as_secs_f64()));
            body.insert("velocity".into(), json!(velocity));
            ("pressAndDragWithVelocity", Value::Object(body))
        }
    };
    if let Some((x, y)) = target.point {
        body["x"] = json!(x);
        body["y"] = json!(y);
    }
    let path = match &target.element {
        Some(element) => format!("/wda/element/{element}/{name}"),
        None => format!("/wda/{name}"),
    };
    (path, body)
}

fn points(from: (f64, f64), to: (f64, f64)) -> Map<String, Value> {
    [
        ("fromX", from.0),
        ("fromY", from.1),
        ("toX", to.0),
        ("toY", to.1),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), json!(value)))
    .collect()
}

#[cfg(test)]
mod tests {
    use hansom_device::{Direction, ElementId};

    use super::*;

    #[test]
    fn an_element_is_part_of_the_path_and_a_point_of_the_body() {
        let target = Target {
            element: Some(ElementId("E".into())),
            point: Some((1.0, 2.0)),
        };
        let (path, body) = request(
            &Gesture::Tap {
                taps: 1,
                fingers: 1,
            },
            &target,
        );
        assert_eq!(path, "/wda/element/E/tap");
        assert_eq!(body, json!({"x": 1.0, "y": 2.0}));
    }

    #[test]
    fn a_swipe_names_its_direction() {
        let swipe = Gesture::Swipe {
            direction: Direction::Up,
            velocity: Some(900.0),
        };
        let (path, body) = request(&swipe, &Target::default());
        assert_eq!(path, "/wda/swipe");
        assert_eq!(body, json!({"direction": "up", "velocity": 900.0}));
    }
}
