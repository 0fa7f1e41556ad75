//! What each row does, a file per chapter.

mod alerts;
mod apps;
mod elements;
mod find;
mod gestures;
mod screen;
mod sessions;
mod system;

use serde_json::Value;

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

/// Carries out a request.
pub(crate) async fn handle(state: &State, ask: &Ask) -> Handled {
    use Call::*;
    match ask.found.call {
        Status | HealthCheck | CreateSession | GetSession | DeleteSession | GetSettings
        | SetSettings | Timeouts => sessions::handle(state, ask).await,
        OpenUrl | LaunchApp | ActivateApp | TerminateApp | AppState | ListApps | HomeScreen
        | DeactivateApp | ActiveAppInfo => apps::handle(state, ask).await,
        Lock
        | Unlock
        | Locked
        | SetPasteboard
        | GetPasteboard
        | BatteryInfo
        | DeviceInfo
        | ResetAppAuth
        | SetAppearance
        | DeviceLocation
        | GetSimulatedLocation
        | SetSimulatedLocation
        | ResetSimulatedLocation
        | TouchId => system::handle(state, ask).await,
        WindowSize | WindowRect | ScreenInfo | Screens | GetOrientation | SetOrientation
        | GetRotation | SetRotation | DeviceOrientation | Source | AccessibleSource
        | Screenshot => screen::handle(state, ask).await,
        FindElement | FindElements | FindElementWithin | FindElementsWithin | VisibleCells
        | ActiveElement => find::handle(state, ask).await,
        Enabled
        | Rect
        | Attribute
        | Text
        | Displayed
        | Selected
        | TypeName
        | SetValue
        | Click
        | Clear
        | ElementScreenshot
        | Accessible
        | AccessibilityContainer
        | Keys
        | KeyboardInput
        | DismissKeyboard
        | PressButton
        | IoHidEvent
        | ScrollTo => elements::handle(state, ask).await,
        Swipe | Pinch | Rotate | DoubleTap | TwoFingerTap | Taps | TouchAndHold | Scroll | Drag
        | DragWithVelocity | Tap | Actions => gestures::handle(state, ask).await,
        AlertText | SetAlertText | AcceptAlert | DismissAlert | AlertButtons => {
            alerts::handle(state, ask).await
        }
    }
}

impl Ask {
    /// A string of the body.
    fn text(&self, name: &str) -> Option<&str> {
        self.body.get(name).and_then(Value::as_str)
    }

    /// A string that must be there.
    fn need_text(&self, name: &str) -> Result<&str, Failure> {
        self.text(name)
            .ok_or_else(|| Failure::invalid_argument(format!("'{name}' must be a string")))
    }

    /// A number of the body.
    fn number(&self, name: &str) -> Option<f64> {
        self.body.get(name).and_then(Value::as_f64)
    }

    /// A number that must be there.
    fn need_number(&self, name: &str) -> Result<f64, Failure> {
        self.number(name)
            .ok_or_else(|| Failure::invalid_argument(format!("'{name}' must be a number")))
    }

    /// `x` and `y`: both or neither.
    fn point(&self) -> Result<Option<(f64, f64)>, Failure> {
        match (self.number("x"), self.number("y")) {
            (Some(x), Some(y)) => Ok(Some((x, y))),
            (None, None) => Ok(None),
            _ => Err(Failure::invalid_argument(
                "Both 'x' and 'y' must be given, or neither",
            )),
        }
    }
}
