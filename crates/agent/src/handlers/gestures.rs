//! Gestures and W3C actions.

use std::time::Duration;

use hansom_device::{Direction, ElementId, Gesture, Rect, Target, locator::Locator};
use serde_json::Value;

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    match ask.found.call {
        Call::Actions => {
            let actions = ask
                .body
                .get("actions")
                .map(Value::to_string)
                .unwrap_or_default();
            hansom_device::actions::perform(&*state.device, &actions).await?;
        }
        Call::Scroll => scroll(state, ask).await?,
        Call::DragWithVelocity => drag_with_velocity(state, ask).await?,
        call => {
            let gesture = gesture(call, ask)?;
            let point = if matches!(call, Call::Drag) {
                None
            } else {
                ask.point()?
            };
            let target = Target {
                element: element(ask),
                point,
            };
            state.device.input().gesture(&gesture, &target).await?;
        }
    }
    Ok(Value::Null)
}

/// The element of the path; `0` is the app in front, as older clients write it.
fn element(ask: &Ask) -> Option<ElementId> {
    let id = ask.found.var("uuid");
    (!id.is_empty() && id != "0").then(|| ElementId(id.to_owned()))
}

fn gesture(call: Call, ask: &Ask) -> Result<Gesture, Failure> {
    let count = |name: &str| -> Result<u32, Failure> {
        let number = ask.body.get(name).and_then(Value::as_u64);
        number
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| (1..=10).contains(number))
            .ok_or_else(|| Failure::invalid_argument(format!("'{name}' must be from 1 to 10")))
    };
    Ok(match call {
        Call::DoubleTap => Gesture::Tap {
            taps: 2,
            fingers: 1,
        },
        Call::TwoFingerTap => Gesture::Tap {
            taps: 1,
            fingers: 2,
        },
        Call::Taps => Gesture::Tap {
            taps: count("numberOfTaps")?,
            fingers: count("numberOfTouches")?,
        },
        Call::TouchAndHold => Gesture::Hold {
            duration: seconds(ask.number("duration").unwrap_or(1.0))?,
        },
        Call::Swipe => Gesture::Swipe {
            direction: direction(ask)?,
            velocity: ask.number("velocity"),
        },
        Call::Pinch => Gesture::Pinch {
            scale: ask.need_number("scale")?,
            velocity: ask.need_number("velocity")?,
        },
        Call::Rotate => Gesture::Rotate {
            rotation: ask.need_number("rotation")?,
            velocity: ask.need_number("velocity")?,
        },
        Call::Drag => Gesture::Drag {
            from: (ask.need_number("fromX")?, ask.need_number("fromY")?),
            to: (ask.need_number("toX")?, ask.need_number("toY")?),
            press: seconds(ask.need_number("duration")?)?,
            velocity: None,
            hold: Duration::ZERO,
        },
        _ => Gesture::Tap {
            taps: 1,
            fingers: 1,
        },
    })
}

fn direction(ask: &Ask) -> Result<Direction, Failure> {
    ask.text("direction")
        .and_then(Direction::from_name)
        .ok_or_else(|| {
            Failure::invalid_argument("'direction' must be one of up, down, left, right")
        })
}

fn seconds(value: f64) -> Result<Duration, Failure> {
    Duration::try_from_secs_f64(value)
        .map_err(|error| Failure::invalid_argument(format!("not a time in seconds: {error}")))
}

/// The first of name, direction, predicateString and toVisible wins.
async fn scroll(state: &State, ask: &Ask) -> Result<(), Failure> {
    let elements = state.device.elements();
    let within = element(ask);
    if ask.body.contains_key("direction") && ask.text("name").is_none() {
        let distance = ask.number("distance").unwrap_or(1.0);
        let gesture = Gesture::Scroll {
            direction: direction(ask)?,
            distance,
        };
        let target = Target {
            element: within,
            point: None,
        };
        return Ok(state.device.input().gesture(&gesture, &target).await?);
    }
    let locator = match (ask.text("name"), ask.text("predicateString")) {
        (Some(name), _) => Locator::new("accessibility id", name)?,
        (None, Some(predicate)) => Locator::new("-ios predicate string", predicate)?,
        (None, None) => match (ask.body.get("toVisible").and_then(Value::as_bool), within) {
            (Some(true), Some(element)) => return Ok(elements.scroll_to(&element).await?),
            _ => return Err(Failure::invalid_argument("Unsupported scroll type")),
        },
    };
    let found = elements.find(&locator, within.as_ref(), true).await?;
    match found.first() {
        Some(element) => Ok(elements.scroll_to(element).await?),
        None => Err(Failure::no_such_element("scroll", &format!("{locator:?}"))),
    }
}

/// Between two elements, or between two points of the screen.
async fn drag_with_velocity(state: &State, ask: &Ask) -> Result<(), Failure> {
    let middle = |rect: Rect| rect.center();
    let (from, to) = match element(ask) {
        Some(source) => {
            let target = ElementId(ask.need_text("toElement")?.to_owned());
            let elements = state.device.elements();
            let source = elements.node(&source).await?.rect;
            (middle(source), middle(elements.node(&target).await?.rect))
        }
        None => (
            (ask.need_number("fromX")?, ask.need_number("fromY")?),
            (ask.need_number("toX")?, ask.need_number("toY")?),
        ),
    };
    let gesture = Gesture::Drag {
        from,
        to,
        press: seconds(ask.number("pressDuration").unwrap_or(0.0))?,
        velocity: ask.number("velocity"),
        hold: seconds(ask.number("holdDuration").unwrap_or(0.0))?,
    };
    Ok(state
        .device
        .input()
        .gesture(&gesture, &Target::default())
        .await?)
}
