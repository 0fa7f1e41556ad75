//! From action sequences to steps.

use std::{collections::HashMap, time::Duration};

use webdriver::actions::{
    ActionSequence, ActionsType, GeneralAction, KeyAction, KeyActionItem, NullActionItem,
    PointerAction, PointerActionItem,
};

use crate::{DeviceError, Finger, Result, Unsupported, keys};

use super::{
    origins::{Origins, target},
    pointer::{NOTICED, Pointer},
};

/// Longer pauses and movements are refused, before anything is touched.
const LONGEST: Duration = Duration::from_mins(10);

/// One thing to do on the device, in order.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// A gesture.
    Touch(Vec<Finger>),
    /// Typing.
    Type(String),
    /// Nothing, for a while.
    Wait(Duration),
}

struct Compiler<'a> {
    origins: &'a Origins,
    pointers: HashMap<&'a str, Pointer>,
    order: Vec<&'a str>,
    steps: Vec<Step>,
    /// Since the current gesture began.
    time: Duration,
    shift: bool,
}

/// Turns action sequences into steps.
pub(super) fn compile(sequences: &[ActionSequence], origins: &Origins) -> Result<Vec<Step>> {
    let mut compiler = Compiler {
        origins,
        pointers: HashMap::new(),
        order: Vec::new(),
        steps: Vec::new(),
        time: Duration::ZERO,
        shift: false,
    };
    for sequence in sequences {
        if let ActionsType::Pointer { .. } = sequence.actions {
            if compiler
                .pointers
                .insert(&sequence.id, Pointer::default())
                .is_some()
            {
                return Err(DeviceError::InvalidArgument(format!(
                    "two sequences of `actions` have the id `{}`.",
                    sequence.id
                )));
            }
            compiler.order.push(&sequence.id);
        }
    }
    let ticks = sequences.iter().map(length).max().unwrap_or_default();
    for tick in 0..ticks {
        compiler.tick(sequences, tick)?;
    }
    compiler.finish();
    Ok(compiler.steps)
}

fn length(sequence: &ActionSequence) -> usize {
    match &sequence.actions {
        ActionsType::Null { actions } => actions.len(),
        ActionsType::Key { actions } => actions.len(),
        ActionsType::Pointer { actions, .. } => actions.len(),
        ActionsType::Wheel { actions } => actions.len(),
    }
}

fn millis(duration: Option<u64>) -> Result<Duration> {
    let duration = Duration::from_millis(duration.unwrap_or_default());
    if duration > LONGEST {
        return Err(DeviceError::InvalidArgument(format!(
            "a `duration` of {} ms is too long; at most {} ms.",
            duration.as_millis(),
            LONGEST.as_millis()
        )));
    }
    Ok(duration)
}

impl<'a> Compiler<'a> {
    /// All items at one place of their sequences.
    fn tick(&mut self, sequences: &'a [ActionSequence], tick: usize) -> Result<()> {
        for sequence in sequences {
            if let ActionsType::Pointer { actions, .. } = &sequence.actions
                && let Some(pointer) = self.pointers.get(sequence.id.as_str())
            {
                self.time = pointer.earliest(actions.get(tick), self.time);
            }
        }
        let mut longest = Duration::ZERO;
        for sequence in sequences {
            let took = match &sequence.actions {
                ActionsType::Null { actions } => match actions.get(tick) {
                    Some(NullActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Key { actions } => match actions.get(tick) {
                    Some(KeyActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    Some(KeyActionItem::Key(key)) => {
                        self.key(key)?;
                        Duration::ZERO
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Pointer { actions, .. } => match actions.get(tick) {
                    Some(PointerActionItem::General(GeneralAction::Pause(pause))) => {
                        millis(pause.duration)?
                    }
                    Some(PointerActionItem::Pointer(action)) => {
                        self.pointer(&sequence.id, action)?
                    }
                    None => Duration::ZERO,
                },
                ActionsType::Wheel { .. } => {
                    return Err(Unsupported::new(
                        "a wheel",
                        "a phone has none; scroll with a touch pointer or `mobile: scroll`",
                    )
                    .into());
                }
            };
            longest = longest.max(took);
        }
        self.time += longest;
        Ok(())
    }

    /// One item of a pointer; how long it takes.
    fn pointer(&mut self, id: &'a str, action: &PointerAction) -> Result<Duration> {
        let time = self.time;
        let Some(pointer) = self.pointers.get_mut(id) else {
            return Ok(Duration::ZERO);
        };
        match action {
            PointerAction::Down(_) => {
                if !pointer.down {
                    pointer.down = true;
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                Ok(Duration::ZERO)
            }
            PointerAction::Up(_) => {
                if pointer.down {
                    // The finger may have rested since its last moment.
                    pointer.mark(time);
                    pointer.down = false;
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                Ok(Duration::ZERO)
            }
            PointerAction::Move(movement) => {
                let took = millis(movement.duration)?;
                let target = target(self.origins, pointer, movement)?;
                if pointer.down {
                    pointer.since = Some(time);
                    pointer.mark(time);
                }
                (pointer.x, pointer.y) = target;
                if pointer.down {
                    pointer.mark(time + took);
                }
                Ok(took)
            }
            PointerAction::Cancel => Err(Unsupported::new(
                "pointerCancel",
                "a finger on glass can only be lifted; use pointerUp",
            )
            .into()),
        }
    }

    /// One item of a keyboard. Typing ends the gesture before it.
    fn key(&mut self, action: &KeyAction) -> Result<()> {
        let (value, down) = match action {
            KeyAction::Down(key) => (&key.value, true),
            KeyAction::Up(key) => (&key.value, false),
        };
        if value.chars().any(keys::is_shift) {
            self.shift = down;
            return Ok(());
        }
        if !down {
            return Ok(());
        }
        if self.pointers.values().any(|pointer| pointer.down) {
            return Err(Unsupported::new(
                "typing while a finger is down",
                "lift it first, or send two requests",
            )
            .into());
        }
        let mut text = String::new();
        for character in value.chars() {
            text.extend(keys::key(character)?);
        }
        if self.shift {
            text = text.to_uppercase();
        }
        self.flush();
        match self.steps.last_mut() {
            Some(Step::Type(before)) => before.push_str(&text),
            _ => self.steps.push(Step::Type(text)),
        }
        Ok(())
    }

    /// Ends the gesture so far: its fingers become a step, or its pauses do.
    fn flush(&mut self) {
        let mut fingers = Vec::new();
        for id in &self.order {
            if let Some(pointer) = self.pointers.get_mut(id) {
                pointer.since = None;
                let way = std::mem::take(&mut pointer.way);
                if !way.is_empty() {
                    fingers.push(Finger(way));
                }
            }
        }
        let last = fingers
            .iter()
            .filter_map(|finger| finger.0.last())
            .map(|touch| touch.at)
            .max();
        if !fingers.is_empty() {
            self.steps.push(Step::Touch(fingers));
        }
        let rest = self.time.saturating_sub(last.unwrap_or_default());
        if !rest.is_zero() {
            self.steps.push(Step::Wait(rest));
        }
        self.time = Duration::ZERO;
    }

    /// Lifts what is down and ends the last gesture.
    fn finish(&mut self) {
        let down = self.pointers.values_mut().filter(|pointer| pointer.down);
        for pointer in down {
            let noticed = pointer.since.map_or(self.time, |since| since + NOTICED);
            let time = self.time.max(noticed);
            pointer.mark(time);
            pointer.down = false;
            pointer.mark(time);
        }
        self.flush();
    }
}

#[cfg(test)]
mod tests {
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
        let pause =
            json!([{"type": "none", "id": "n", "actions": [{"type": "pause", "duration": 5}]}]);
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
}
