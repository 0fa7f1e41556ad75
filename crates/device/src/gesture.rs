//! Gestures by name, and how they become fingers.
//!
//! A device whose own tools know gestures (an on-device agent) overrides [`crate::Input::gesture`];
//! every other device gets the fingers of [`Gesture::fingers`].

use std::time::Duration;

use crate::{ElementId, Finger, Rect, Touch};

/// Where a gesture happens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Target {
    /// The element; the whole screen when there is none.
    pub element: Option<ElementId>,
    /// A point relative to the element's top left corner; its middle when there is none.
    pub point: Option<(f64, f64)>,
}

/// Where a swipe or scroll goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Up.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Direction {
    /// The direction of that name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "up" => Some(Self::Up),
            "down" => Some(Self::Down),
            "left" => Some(Self::Left),
            "right" => Some(Self::Right),
            _ => None,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Unit vector, y growing downwards.
    const fn vector(self) -> (f64, f64) {
        match self {
            Self::Up => (0.0, -1.0),
            Self::Down => (0.0, 1.0),
            Self::Left => (-1.0, 0.0),
            Self::Right => (1.0, 0.0),
        }
    }
}

/// A gesture.
#[derive(Debug, Clone, PartialEq)]
pub enum Gesture {
    /// Taps with some fingers, some times.
    Tap {
        /// How many taps.
        taps: u32,
        /// With how many fingers.
        fingers: u32,
    },
    /// A long press.
    Hold {
        /// How long.
        duration: Duration,
    },
    /// A flick; the content moves against it.
    Swipe {
        /// Where the finger goes.
        direction: Direction,
        /// Points per second.
        velocity: Option<f64>,
    },
    /// Moves the content by a part of the target's size, without a fling.
    Scroll {
        /// Which part comes into view.
        direction: Direction,
        /// In sizes of the target.
        distance: f64,
    },
    /// Two fingers together (scale below 1) or apart.
    Pinch {
        /// Factor.
        scale: f64,
        /// Scale per second; the sign is ignored.
        velocity: f64,
    },
    /// Two fingers around a middle.
    Rotate {
        /// Radians.
        rotation: f64,
        /// Radians per second; the sign is ignored.
        velocity: f64,
    },
    /// Press, move, lift. The points are relative to the target's top left corner.
    Drag {
        /// Where it starts.
        from: (f64, f64),
        /// Where it ends.
        to: (f64, f64),
        /// How long the finger rests before it moves.
        press: Duration,
        /// Points per second; a comfortable one when absent.
        velocity: Option<f64>,
        /// How long it rests before it lifts.
        hold: Duration,
    },
}

/// How long a tap touches the glass.
const TAP: Duration = Duration::from_millis(50);
/// The pause between two taps that still make a double tap.
const BETWEEN_TAPS: Duration = Duration::from_millis(90);
/// A swipe of a hand in no hurry, in points per second.
const SWIPE_VELOCITY: f64 = 1500.0;
/// A drag that apps follow without a fling.
const DRAG_VELOCITY: f64 = 600.0;
/// Two fingers of a tap are this far apart.
const FINGER_GAP: f64 = 40.0;

impl Gesture {
    /// The fingers of the gesture inside `rect`, `point` (relative to its corner) as its middle.
    pub fn fingers(&self, rect: Rect, point: Option<(f64, f64)>) -> Vec<Finger> {
        let middle = point.map_or_else(|| rect.center(), |(x, y)| (rect.x + x, rect.y + y));
        match *self {
            Gesture::Tap { taps, fingers } => (0..fingers.max(1))
                .map(|finger| {
                    let shift = f64::from(finger) * FINGER_GAP
                        - f64::from(fingers.max(1) - 1) * FINGER_GAP / 2.0;
                    taps_at((middle.0 + shift, middle.1), taps.max(1))
                })
                .collect(),
            Gesture::Hold { duration } => vec![still(middle, Duration::ZERO, duration)],
            Gesture::Swipe {
                direction,
                velocity,
            } => {
                let (from, to) = across(rect, middle, direction, 0.7);
                vec![line(
                    from,
                    to,
                    Duration::ZERO,
                    velocity.unwrap_or(SWIPE_VELOCITY),
                    Duration::ZERO,
                )]
            }
            Gesture::Scroll {
                direction,
                distance,
            } => {
                // The finger goes against the content, and rests at the end so that nothing flings.
                let (to, from) = across(rect, middle, direction, (0.8 * distance).clamp(0.05, 0.9));
                vec![line(
                    from,
                    to,
                    Duration::ZERO,
                    DRAG_VELOCITY,
                    Duration::from_millis(150),
                )]
            }
            Gesture::Pinch { scale, velocity } => pinch(rect, middle, scale, velocity),
            Gesture::Rotate { rotation, velocity } => rotate(rect, middle, rotation, velocity),
            Gesture::Drag {
                from,
                to,
                press,
                velocity,
                hold,
            } => {
                let at = |(x, y): (f64, f64)| (rect.x + x, rect.y + y);
                vec![line(
                    at(from),
                    at(to),
                    press,
                    velocity.unwrap_or(DRAG_VELOCITY),
                    hold,
                )]
            }
        }
    }
}

fn touch(at: Duration, (x, y): (f64, f64), down: bool) -> Touch {
    Touch { at, x, y, down }
}

fn still(at: (f64, f64), from: Duration, length: Duration) -> Finger {
    Finger(vec![touch(from, at, true), touch(from + length, at, false)])
}

fn taps_at(at: (f64, f64), count: u32) -> Finger {
    let step = TAP + BETWEEN_TAPS;
    Finger(
        (0..count)
            .flat_map(|n| still(at, step * n, TAP).0)
            .collect(),
    )
}

fn line(
    from: (f64, f64),
    to: (f64, f64),
    press: Duration,
    velocity: f64,
    hold: Duration,
) -> Finger {
    let distance = (to.0 - from.0).hypot(to.1 - from.1);
    let travel = seconds(distance / velocity.abs().max(1.0));
    let mut touches = vec![touch(Duration::ZERO, from, true)];
    if !press.is_zero() {
        touches.push(touch(press, from, true));
    }
    touches.push(touch(press + travel, to, true));
    touches.push(touch(press + travel + hold, to, false));
    Finger(touches)
}

/// Two points around the middle, `part` of the rectangle's size apart, the second in the direction.
fn across(
    rect: Rect,
    middle: (f64, f64),
    direction: Direction,
    part: f64,
) -> ((f64, f64), (f64, f64)) {
    let (dx, dy) = direction.vector();
    let (half_x, half_y) = (dx * rect.width * part / 2.0, dy * rect.height * part / 2.0);
    let inside = |x: f64, y: f64| {
        (
            x.clamp(rect.x + 1.0, (rect.x + rect.width - 1.0).max(rect.x + 1.0)),
            y.clamp(rect.y + 1.0, (rect.y + rect.height - 1.0).max(rect.y + 1.0)),
        )
    };
    (
        inside(middle.0 - half_x, middle.1 - half_y),
        inside(middle.0 + half_x, middle.1 + half_y),
    )
}

fn pinch(rect: Rect, middle: (f64, f64), scale: f64, velocity: f64) -> Vec<Finger> {
    let reach = rect.width.min(rect.height) * 0.4;
    let scale = scale.max(0.01);
    let (start, end) = if scale >= 1.0 {
        (reach / scale, reach)
    } else {
        (reach, reach * scale)
    };
    let time = seconds((scale - 1.0).abs() / velocity.abs().max(0.1));
    [-1.0, 1.0]
        .iter()
        .map(|side| {
            Finger(vec![
                touch(Duration::ZERO, (middle.0 + side * start, middle.1), true),
                touch(time, (middle.0 + side * end, middle.1), true),
                touch(time, (middle.0 + side * end, middle.1), false),
            ])
        })
        .collect()
}

fn rotate(rect: Rect, middle: (f64, f64), rotation: f64, velocity: f64) -> Vec<Finger> {
    const STEPS: u32 = 12;
    let radius = rect.width.min(rect.height) * 0.3;
    let time = seconds(rotation.abs() / velocity.abs().max(0.1));
    [0.0, std::f64::consts::PI]
        .iter()
        .map(|start| {
            let at = |part: f64| {
                let angle = start + rotation * part;
                (
                    middle.0 + radius * angle.cos(),
                    middle.1 + radius * angle.sin(),
                )
            };
            let mut touches: Vec<Touch> = (0..=STEPS)
                .map(|step| {
                    let part = f64::from(step) / f64::from(STEPS);
                    touch(time.mul_f64(part), at(part), true)
                })
                .collect();
            touches.push(touch(time, at(1.0), false));
            Finger(touches)
        })
        .collect()
}

/// Seconds as a duration; a gesture never takes longer than half a minute.
fn seconds(value: f64) -> Duration {
    Duration::try_from_secs_f64(value.clamp(0.02, 30.0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect {
        x: 0.0,
        y: 100.0,
        width: 300.0,
        height: 600.0,
    };

    #[test]
    fn a_tap_is_down_and_up_in_the_middle() {
        let fingers = Gesture::Tap {
            taps: 1,
            fingers: 1,
        }
        .fingers(SCREEN, None);
        assert_eq!(fingers.len(), 1);
        let touches = &fingers[0].0;
        assert_eq!(
            (touches[0].x, touches[0].y, touches[0].down),
            (150.0, 400.0, true)
        );
        assert!(!touches[1].down);
    }

    #[test]
    fn a_double_tap_lifts_between_the_taps() {
        let fingers = Gesture::Tap {
            taps: 2,
            fingers: 1,
        }
        .fingers(SCREEN, Some((10.0, 20.0)));
        let downs: Vec<bool> = fingers[0].0.iter().map(|touch| touch.down).collect();
        assert_eq!(downs, [true, false, true, false]);
        assert_eq!((fingers[0].0[0].x, fingers[0].0[0].y), (10.0, 120.0));
    }

    #[test]
    fn a_swipe_up_moves_the_finger_up_and_scrolling_down_does_too() {
        for gesture in [
            Gesture::Swipe {
                direction: Direction::Up,
                velocity: None,
            },
            Gesture::Scroll {
                direction: Direction::Down,
                distance: 1.0,
            },
        ] {
            let touches = gesture.fingers(SCREEN, None).remove(0).0;
            assert!(touches[0].y > touches[1].y, "{gesture:?}");
        }
    }

    #[test]
    fn fingers_of_a_pinch_stay_inside_and_keep_the_scale() {
        let fingers = Gesture::Pinch {
            scale: 2.0,
            velocity: 2.0,
        }
        .fingers(SCREEN, None);
        let span = |at: usize| fingers[1].0[at].x - fingers[0].0[at].x;
        assert!((span(1) / span(0) - 2.0).abs() < 1e-9);
        assert!(
            fingers
                .iter()
                .flat_map(|f| &f.0)
                .all(|t| t.x > 0.0 && t.x < 300.0)
        );
    }

    #[test]
    fn a_drag_rests_before_it_moves() {
        let drag = Gesture::Drag {
            from: (10.0, 10.0),
            to: (10.0, 310.0),
            press: Duration::from_secs(1),
            velocity: Some(300.0),
            hold: Duration::ZERO,
        };
        let touches = drag.fingers(SCREEN, None).remove(0).0;
        assert_eq!(touches[1].at, Duration::from_secs(1));
        assert_eq!(touches[2].at, Duration::from_secs(2));
    }
}
