//! The agent's routes as data, and how a path finds its row.

/// One endpoint of the agent.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Path without the session prefix; `:name` stands for one segment.
    pub path: &'static str,
    /// Whether it stands behind `/session/:sid`.
    pub prefix: Prefix,
    pub(crate) call: Call,
}

/// Where a row may stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Prefix {
    /// Only behind `/session/:sid`.
    Session,
    /// Only without.
    None,
    /// Either way.
    Both,
}

/// What a row asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    // Session, status, settings.
    Status,
    HealthCheck,
    CreateSession,
    GetSession,
    DeleteSession,
    OpenUrl,
    LaunchApp,
    ActivateApp,
    TerminateApp,
    AppState,
    ListApps,
    GetSettings,
    SetSettings,
    // Device and app.
    Timeouts,
    HomeScreen,
    DeactivateApp,
    DismissKeyboard,
    Lock,
    Unlock,
    Locked,
    ScreenInfo,
    Screens,
    ActiveAppInfo,
    SetPasteboard,
    GetPasteboard,
    BatteryInfo,
    PressButton,
    IoHidEvent,
    DeviceInfo,
    ResetAppAuth,
    SetAppearance,
    DeviceLocation,
    GetSimulatedLocation,
    SetSimulatedLocation,
    ResetSimulatedLocation,
    KeyboardInput,
    TouchId,
    // Elements and gestures.
    WindowSize,
    WindowRect,
    Enabled,
    Rect,
    Attribute,
    Text,
    Displayed,
    Selected,
    TypeName,
    SetValue,
    Click,
    Clear,
    ElementScreenshot,
    Accessible,
    AccessibilityContainer,
    Swipe,
    Pinch,
    Rotate,
    DoubleTap,
    TwoFingerTap,
    Taps,
    TouchAndHold,
    Scroll,
    ScrollTo,
    Drag,
    DragWithVelocity,
    Tap,
    Keys,
    // Find.
    FindElement,
    FindElements,
    FindElementWithin,
    FindElementsWithin,
    VisibleCells,
    ActiveElement,
    // The rest.
    Actions,
    AlertText,
    SetAlertText,
    AcceptAlert,
    DismissAlert,
    AlertButtons,
    GetOrientation,
    SetOrientation,
    GetRotation,
    SetRotation,
    DeviceOrientation,
    Source,
    AccessibleSource,
    Screenshot,
}

const fn row(method: &'static str, path: &'static str, prefix: Prefix, call: Call) -> Row {
    Row {
        method,
        path,
        prefix,
        call,
    }
}

const SESSION: Prefix = Prefix::Session;
const NONE: Prefix = Prefix::None;
const BOTH: Prefix = Prefix::Both;

#[rustfmt::skip] // one row, one thought: the table is read across
const ROWS: &[Row] = &[
    row("GET", "/status", NONE, Call::Status),
    row("GET", "/wda/healthcheck", NONE, Call::HealthCheck),
    row("POST", "/session", NONE, Call::CreateSession),
    row("GET", "", SESSION, Call::GetSession),
    row("DELETE", "", SESSION, Call::DeleteSession),
    row("POST", "/url", SESSION, Call::OpenUrl),
    row("POST", "/wda/apps/launch", SESSION, Call::LaunchApp),
    row("POST", "/wda/apps/launchUnattached", NONE, Call::LaunchApp),
    row("POST", "/wda/apps/activate", SESSION, Call::ActivateApp),
    row("POST", "/wda/apps/terminate", SESSION, Call::TerminateApp),
    row("POST", "/wda/apps/state", SESSION, Call::AppState),
    row("GET", "/wda/apps/list", SESSION, Call::ListApps),
    row("GET", "/appium/settings", SESSION, Call::GetSettings),
    row("POST", "/appium/settings", SESSION, Call::SetSettings),

    row("POST", "/timeouts", SESSION, Call::Timeouts),
    row("POST", "/wda/homescreen", NONE, Call::HomeScreen),
    row("POST", "/wda/deactivateApp", SESSION, Call::DeactivateApp),
    row("POST", "/wda/keyboard/dismiss", SESSION, Call::DismissKeyboard),
    row("POST", "/wda/lock", BOTH, Call::Lock),
    row("POST", "/wda/unlock", BOTH, Call::Unlock),
    row("GET", "/wda/locked", BOTH, Call::Locked),
    row("GET", "/wda/screen", BOTH, Call::ScreenInfo),
    row("GET", "/wda/screens", BOTH, Call::Screens),
    row("GET", "/wda/activeAppInfo", BOTH, Call::ActiveAppInfo),
    row("POST", "/wda/setPasteboard", BOTH, Call::SetPasteboard),
    row("POST", "/wda/getPasteboard", BOTH, Call::GetPasteboard),
    row("GET", "/wda/batteryInfo", SESSION, Call::BatteryInfo),
    row("POST", "/wda/pressButton", SESSION, Call::PressButton),
    row("POST", "/wda/performIoHidEvent", SESSION, Call::IoHidEvent),
    row("GET", "/wda/device/info", BOTH, Call::DeviceInfo),
    row("POST", "/wda/resetAppAuth", SESSION, Call::ResetAppAuth),
    row("POST", "/wda/device/appearance", NONE, Call::SetAppearance),
    row("GET", "/wda/device/location", BOTH, Call::DeviceLocation),
    row("GET", "/wda/simulatedLocation", BOTH, Call::GetSimulatedLocation),
    row("POST", "/wda/simulatedLocation", BOTH, Call::SetSimulatedLocation),
    row("DELETE", "/wda/simulatedLocation", BOTH, Call::ResetSimulatedLocation),
    row("POST", "/wda/element/:uuid/keyboardInput", SESSION, Call::KeyboardInput),
    row("POST", "/wda/touch_id", SESSION, Call::TouchId),

    row("GET", "/window/size", BOTH, Call::WindowSize),
    row("GET", "/window/rect", SESSION, Call::WindowRect),
    row("GET", "/element/active", SESSION, Call::ActiveElement),
    row("GET", "/element/:uuid/enabled", SESSION, Call::Enabled),
    row("GET", "/element/:uuid/rect", SESSION, Call::Rect),
    row("GET", "/element/:uuid/attribute/:name", SESSION, Call::Attribute),
    row("GET", "/element/:uuid/text", SESSION, Call::Text),
    row("GET", "/element/:uuid/displayed", SESSION, Call::Displayed),
    row("GET", "/element/:uuid/selected", SESSION, Call::Selected),
    row("GET", "/element/:uuid/name", SESSION, Call::TypeName),
    row("POST", "/element/:uuid/value", SESSION, Call::SetValue),
    row("POST", "/element/:uuid/click", SESSION, Call::Click),
    row("POST", "/element/:uuid/clear", SESSION, Call::Clear),
    row("GET", "/element/:uuid/screenshot", SESSION, Call::ElementScreenshot),
    row("GET", "/screenshot/:uuid", SESSION, Call::ElementScreenshot),
    row("GET", "/wda/element/:uuid/accessible", SESSION, Call::Accessible),
    row("GET", "/wda/element/:uuid/accessibilityContainer", SESSION, Call::AccessibilityContainer),
    row("GET", "/wda/element/:uuid/getVisibleCells", SESSION, Call::VisibleCells),
    row("POST", "/wda/element/:uuid/swipe", SESSION, Call::Swipe),
    row("POST", "/wda/swipe", SESSION, Call::Swipe),
    row("POST", "/wda/element/:uuid/pinch", SESSION, Call::Pinch),
    row("POST", "/wda/pinch", SESSION, Call::Pinch),
    row("POST", "/wda/element/:uuid/rotate", SESSION, Call::Rotate),
    row("POST", "/wda/rotate", SESSION, Call::Rotate),
    row("POST", "/wda/element/:uuid/doubleTap", SESSION, Call::DoubleTap),
    row("POST", "/wda/doubleTap", SESSION, Call::DoubleTap),
    row("POST", "/wda/element/:uuid/twoFingerTap", SESSION, Call::TwoFingerTap),
    row("POST", "/wda/twoFingerTap", SESSION, Call::TwoFingerTap),
    row("POST", "/wda/element/:uuid/tapWithNumberOfTaps", SESSION, Call::Taps),
    row("POST", "/wda/tapWithNumberOfTaps", SESSION, Call::Taps),
    row("POST", "/wda/element/:uuid/touchAndHold", SESSION, Call::TouchAndHold),
    row("POST", "/wda/touchAndHold", SESSION, Call::TouchAndHold),
    row("POST", "/wda/element/:uuid/forceTouch", SESSION, Call::TouchAndHold),
    row("POST", "/wda/forceTouch", SESSION, Call::TouchAndHold),
    row("POST", "/wda/element/:uuid/scroll", SESSION, Call::Scroll),
    row("POST", "/wda/scroll", SESSION, Call::Scroll),
    row("POST", "/wda/element/:uuid/scrollTo", SESSION, Call::ScrollTo),
    row("POST", "/wda/element/:uuid/dragfromtoforduration", SESSION, Call::Drag),
    row("POST", "/wda/dragfromtoforduration", SESSION, Call::Drag),
    row("POST", "/wda/element/:uuid/pressAndDragWithVelocity", SESSION, Call::DragWithVelocity),
    row("POST", "/wda/pressAndDragWithVelocity", SESSION, Call::DragWithVelocity),
    row("POST", "/wda/element/:uuid/tap", SESSION, Call::Tap),
    row("POST", "/wda/tap", SESSION, Call::Tap),
    row("POST", "/wda/keys", SESSION, Call::Keys),

    row("POST", "/element", SESSION, Call::FindElement),
    row("POST", "/elements", SESSION, Call::FindElements),
    row("POST", "/element/:uuid/element", SESSION, Call::FindElementWithin),
    row("POST", "/element/:uuid/elements", SESSION, Call::FindElementsWithin),
    row("POST", "/actions", SESSION, Call::Actions),
    row("GET", "/alert/text", BOTH, Call::AlertText),
    row("POST", "/alert/text", SESSION, Call::SetAlertText),
    row("POST", "/alert/accept", BOTH, Call::AcceptAlert),
    row("POST", "/alert/dismiss", BOTH, Call::DismissAlert),
    row("GET", "/wda/alert/buttons", SESSION, Call::AlertButtons),
    row("GET", "/orientation", BOTH, Call::GetOrientation),
    row("POST", "/orientation", BOTH, Call::SetOrientation),
    row("GET", "/rotation", BOTH, Call::GetRotation),
    row("POST", "/rotation", BOTH, Call::SetRotation),
    row("GET", "/wda/deviceOrientation", BOTH, Call::DeviceOrientation),
    row("GET", "/source", BOTH, Call::Source),
    row("GET", "/wda/accessibleSource", BOTH, Call::AccessibleSource),
    row("GET", "/screenshot", BOTH, Call::Screenshot),

    // Spellings of older agents that clients still send.
    row("POST", "/wda/homescreen", SESSION, Call::HomeScreen),
    row("POST", "/wda/tap/:uuid", SESSION, Call::Tap),
    row("POST", "/wda/device/appearance", SESSION, Call::SetAppearance),
    row("POST", "/keys", SESSION, Call::Keys),
];

/// Every row that the agent answers.
pub fn table() -> &'static [Row] {
    ROWS
}

/// A path that found its row.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) call: Call,
    pub(crate) session: Option<String>,
    pub(crate) vars: Vec<(&'static str, String)>,
}

impl Found {
    pub(crate) fn var(&self, name: &str) -> &str {
        self.vars
            .iter()
            .find(|(key, _)| *key == name)
            .map_or("", |(_, value)| value)
    }
}

/// The row of a request; `None` when there is none.
pub(crate) fn find(method: &str, path: &str) -> Option<Found> {
    let segments: Vec<&str> = path
        .split('/')
        .filter(|segment| !segment.is_empty())
        .collect();
    let behind_session = segments.len() >= 2 && segments[0].eq_ignore_ascii_case("session");
    let (session, rest) = if behind_session {
        (Some(segments[1]), &segments[2..])
    } else {
        (None, &segments[..])
    };
    ROWS.iter()
        .filter(|row| row.method.eq_ignore_ascii_case(method))
        .filter(|row| match row.prefix {
            Prefix::Session => session.is_some(),
            Prefix::None => session.is_none(),
            Prefix::Both => true,
        })
        .find_map(|row| {
            let vars = variables(row.path, rest)?;
            Some(Found {
                call: row.call,
                session: session.map(str::to_owned),
                vars,
            })
        })
}

fn variables(pattern: &'static str, segments: &[&str]) -> Option<Vec<(&'static str, String)>> {
    let parts: Vec<&'static str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    if parts.len() != segments.len() {
        return None;
    }
    let mut vars = Vec::new();
    for (part, segment) in parts.into_iter().zip(segments) {
        match part.strip_prefix(':') {
            Some(name) => vars.push((name, (*segment).to_owned())),
            None if part.eq_ignore_ascii_case(segment) => {}
            None => return None,
        }
    }
    Some(vars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_trailing_slashes_do_not_matter() {
        let found = find("post", "/Session/ABC/WDA/Lock/").unwrap();
        assert_eq!(found.call, Call::Lock);
        assert_eq!(found.session.as_deref(), Some("ABC"));
    }

    #[test]
    fn a_session_row_is_not_found_without_a_session() {
        assert_eq!(find("GET", "/window/rect"), None);
        assert!(find("GET", "/window/size").is_some());
    }

    #[test]
    fn the_active_element_is_not_taken_for_an_element_called_active() {
        assert_eq!(
            find("GET", "/session/1/element/active").unwrap().call,
            Call::ActiveElement
        );
        assert_eq!(
            find("GET", "/session/1/element/X/rect")
                .unwrap()
                .var("uuid"),
            "X"
        );
    }
}
