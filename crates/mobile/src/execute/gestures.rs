//! The methods with fingers: what they ask for, as a gesture on an element or on the screen.

use std::time::Duration;

use hansom_device::{DeviceError, Direction, Gesture, Target, locator::Locator};
use hansom_protocol::{Answer, Error, Params};

use crate::{
    commands::{elements, input::element, screen, time},
    error::Result,
    session::SessionState,
};

/// Plays a gesture where the parameters say.
async fn play(state: &SessionState, params: &Params, gesture: Gesture) -> Result<Answer> {
    let point = match (params.optional("x")?, params.optional("y")?) {
        (Some(x), Some(y)) => Some((x, y)),
        (None, None) => None,
        _ => return Err(Error::invalid_argument("give both `x` and `y`, or neither.").into()),
    };
    let target = Target {
        element: element(params)?,
        point,
    };
    state.device.input().gesture(&gesture, &target).await?;
    Ok(Answer::null())
}

/// `mobile: tap`.
pub(super) async fn tap(state: &mut SessionState, params: &Params) -> Result<Answer> {
    taps(state, params, 1, 1).await
}

/// `mobile: doubleTap`.
pub(super) async fn double_tap(state: &mut SessionState, params: &Params) -> Result<Answer> {
    taps(state, params, 2, 1).await
}

/// `mobile: twoFingerTap`.
pub(super) async fn two_finger_tap(state: &mut SessionState, params: &Params) -> Result<Answer> {
    taps(state, params, 1, 2).await
}

/// `mobile: tapWithNumberOfTaps`.
pub(super) async fn many_taps(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let count = |name: &str| -> Result<u32> {
        match params.optional::<u32>(name)?.unwrap_or(1) {
            count @ 1..=10 => Ok(count),
            other => {
                let message = format!("`{name}` must be 1 to 10, got {other}.");
                Err(Error::invalid_argument(message).into())
            }
        }
    };
    taps(
        state,
        params,
        count("numberOfTaps")?,
        count("numberOfTouches")?,
    )
    .await
}

async fn taps(state: &SessionState, params: &Params, taps: u32, fingers: u32) -> Result<Answer> {
    play(state, params, Gesture::Tap { taps, fingers }).await
}

fn seconds(params: &Params, name: &str) -> Result<Duration> {
    Ok(time::duration(params.required(name)?, name)?)
}

/// `mobile: touchAndHold`.
pub(super) async fn hold(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let duration = seconds(params, "duration")?;
    play(state, params, Gesture::Hold { duration }).await
}

fn direction(params: &Params) -> Result<Direction> {
    let name: String = params.required("direction")?;
    Direction::from_name(&name).ok_or_else(|| {
        let message = format!("`direction` must be up, down, left or right, got `{name}`.");
        Error::invalid_argument(message).into()
    })
}

/// `mobile: swipe`.
pub(super) async fn swipe(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let velocity: Option<f64> = params.optional("velocity")?;
    if velocity.is_some_and(|velocity| velocity <= 0.0) {
        return Err(
            Error::invalid_argument("`velocity` must be above 0, in points per second.").into(),
        );
    }
    let direction = direction(params)?;
    play(
        state,
        params,
        Gesture::Swipe {
            direction,
            velocity,
        },
    )
    .await
}

/// `mobile: scroll`: by one of four strategies, looked for in the peers' order.
pub(super) async fn scroll(state: &mut SessionState, params: &Params) -> Result<Answer> {
    if let Some(name) = params.optional::<String>("name")? {
        return scroll_to_match(state, params, Locator::new("name", &name)?).await;
    }
    if params.has("direction") {
        let direction = direction(params)?;
        let distance = params.optional("distance")?.unwrap_or(1.0);
        return play(
            state,
            params,
            Gesture::Scroll {
                direction,
                distance,
            },
        )
        .await;
    }
    if let Some(predicate) = params.optional::<String>("predicateString")? {
        return scroll_to_match(
            state,
            params,
            Locator::new("-ios predicate string", &predicate)?,
        )
        .await;
    }
    if params.optional("toVisible")?.unwrap_or(false) {
        return scroll_to(state, params).await;
    }
    Err(Error::invalid_argument(
        "`mobile: scroll` needs one of `name`, `direction`, `predicateString` or `toVisible` with an element.",
    )
    .into())
}

async fn scroll_to_match(
    state: &SessionState,
    params: &Params,
    locator: Locator,
) -> Result<Answer> {
    let within = element(params)?;
    let found = state
        .device
        .elements()
        .find(&locator, within.as_ref(), true)
        .await?;
    match found.first() {
        Some(id) => elements::scroll_to(state, id).await,
        None => Err(DeviceError::NoSuchElement(locator.to_string()).into()),
    }
}

/// `mobile: scrollToElement`.
pub(super) async fn scroll_to(state: &mut SessionState, params: &Params) -> Result<Answer> {
    match element(params)? {
        Some(id) => elements::scroll_to(state, &id).await,
        None => Err(Error::invalid_argument("`elementId` is missing.").into()),
    }
}

/// `mobile: pinch`.
pub(super) async fn pinch(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let scale: f64 = params.required("scale")?;
    let velocity: f64 = params.required("velocity")?;
    if scale <= 0.0 || velocity == 0.0 {
        return Err(
            Error::invalid_argument("`scale` must be above 0 and `velocity` not 0.").into(),
        );
    }
    play(state, params, Gesture::Pinch { scale, velocity }).await
}

/// `mobile: rotateElement`.
pub(super) async fn rotate(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let rotation: f64 = params.required("rotation")?;
    let velocity: f64 = params.required("velocity")?;
    if velocity == 0.0 {
        return Err(Error::invalid_argument("`velocity` must not be 0.").into());
    }
    play(state, params, Gesture::Rotate { rotation, velocity }).await
}

/// `mobile: dragFromToForDuration`.
pub(super) async fn drag(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let gesture = Gesture::Drag {
        from: (params.required("fromX")?, params.required("fromY")?),
        to: (params.required("toX")?, params.required("toY")?),
        press: seconds(params, "duration")?,
        velocity: None,
        hold: Duration::ZERO,
    };
    play(state, params, gesture).await
}

/// `mobile: source`.
pub(super) async fn source(state: &mut SessionState, params: &Params) -> Result<Answer> {
    screen::source(state, params).await
}
