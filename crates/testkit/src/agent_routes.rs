//! Every route of WebDriverAgent 16.12, as data: what an agent must answer, and what a client may ask.

/// One route.
#[derive(Debug, Clone, Copy)]
pub struct AgentRoute {
    /// The method.
    pub method: &'static str,
    /// The path without the session; `:name` stands for one segment. Empty is the session itself.
    pub path: &'static str,
    /// Whether it is there behind `/session/:id`.
    pub in_session: bool,
    /// Whether it is there without a session.
    pub outside: bool,
    /// Why our agent does not serve it; none when it does.
    pub unserved: Option<&'static str>,
}

impl AgentRoute {
    const fn unserved(mut self, why: &'static str) -> Self {
        self.unserved = Some(why);
        self
    }

    /// Whether a request goes to this route.
    pub fn takes(&self, method: &str, path: &str) -> bool {
        let path = path.split('?').next().unwrap_or_default();
        let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let rest = match segments.as_slice() {
            ["session", _, rest @ ..] if self.in_session => rest,
            ["session", _, ..] => return false,
            rest if self.outside => rest,
            _ => return false,
        };
        let wanted: Vec<&str> = self
            .path
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        self.method == method
            && wanted.len() == rest.len()
            && wanted
                .iter()
                .zip(rest)
                .all(|(wanted, given)| wanted.starts_with(':') || wanted == given)
    }
}

/// Where a route stands: behind a session, without one.
type Place = (bool, bool);
const SESSION: Place = (true, false);
const NONE: Place = (false, true);
const BOTH: Place = (true, true);

const fn row(method: &'static str, path: &'static str, place: Place) -> AgentRoute {
    AgentRoute {
        method,
        path,
        in_session: place.0,
        outside: place.1,
        unserved: None,
    }
}

const WATCH: &str = "for watches, which no device here is";
const NO_ACCESSIBILITY: &str = "a device has no screen reader or audit that could be asked";
const BUTTONS: &str = "the buttons of a device are pressed by name, with /wda/pressButton";
const NO_SYSTEM: &str = "a device has no such service of its system";
const BY_ANOTHER: &str = "answered by the route of all attributes";
const NO_WHEELS: &str = "a device shows choices as lists, not as wheels";
const PICTURES: &str = "films are made of the MJPEG stream, by the driver";
const FALLBACK: &str = "not a route: what is not known is refused";

/// The table, in the order of the agent's sources.
#[rustfmt::skip] // one row, one thought: the table is read across
pub const AGENT_ROUTES: &[AgentRoute] = &[
    // Session, status, settings.
    row("POST", "/url", SESSION),
    row("POST", "/session", NONE),
    row("POST", "/wda/apps/launch", SESSION),
    row("POST", "/wda/apps/activate", SESSION),
    row("POST", "/wda/apps/terminate", SESSION),
    row("POST", "/wda/apps/state", SESSION),
    row("GET", "/wda/apps/list", SESSION),
    row("GET", "", SESSION),
    row("DELETE", "", SESSION),
    row("GET", "/status", NONE),
    row("GET", "/wda/healthcheck", NONE),
    row("GET", "/appium/settings", SESSION),
    row("POST", "/appium/settings", SESSION),

    // Device and app (custom commands).
    row("POST", "/timeouts", SESSION),
    row("POST", "/wda/homescreen", NONE),
    row("POST", "/wda/deactivateApp", SESSION),
    row("POST", "/wda/keyboard/dismiss", SESSION),
    row("POST", "/wda/lock", BOTH),
    row("POST", "/wda/unlock", BOTH),
    row("GET", "/wda/locked", BOTH),
    row("GET", "/wda/screen", BOTH),
    row("GET", "/wda/screens", BOTH),
    row("GET", "/wda/activeAppInfo", BOTH),
    row("POST", "/wda/setPasteboard", BOTH),
    row("POST", "/wda/getPasteboard", BOTH),
    row("GET", "/wda/batteryInfo", SESSION),
    row("POST", "/wda/pressButton", SESSION),
    row("POST", "/wda/rotateDigitalCrown", SESSION).unserved(WATCH),
    row("POST", "/wda/performHandGesture", SESSION).unserved(WATCH),
    row("POST", "/wda/performAccessibilityAudit", SESSION).unserved(NO_ACCESSIBILITY),
    row("POST", "/wda/performIoHidEvent", SESSION),
    row("POST", "/wda/expectNotification", SESSION).unserved(NO_SYSTEM),
    row("POST", "/wda/siri/activate", SESSION).unserved(NO_SYSTEM),
    row("POST", "/wda/apps/launchUnattached", NONE),
    row("GET", "/wda/device/info", BOTH),
    row("POST", "/wda/resetAppAuth", SESSION),
    row("POST", "/wda/device/appearance", NONE),
    row("GET", "/wda/device/location", BOTH),
    row("POST", "/wda/element/:uuid/keyboardInput", SESSION),
    row("GET", "/wda/simulatedLocation", BOTH),
    row("POST", "/wda/simulatedLocation", BOTH),
    row("DELETE", "/wda/simulatedLocation", BOTH),
    row("POST", "/wda/voiceOver/enable", BOTH).unserved(NO_ACCESSIBILITY),
    row("POST", "/wda/voiceOver/disable", BOTH).unserved(NO_ACCESSIBILITY),
    row("GET", "/wda/voiceOver/enabled", BOTH).unserved(NO_ACCESSIBILITY),
    row("POST", "/wda/voiceOver/move", BOTH).unserved(NO_ACCESSIBILITY),
    row("GET", "/wda/voiceOver/currentSpeech", BOTH).unserved(NO_ACCESSIBILITY),
    row("OPTIONS", "/*", NONE).unserved(FALLBACK),

    // Elements and gestures.
    row("GET", "/window/size", BOTH),
    row("GET", "/window/rect", SESSION),
    row("GET", "/element/:uuid/enabled", SESSION),
    row("GET", "/element/:uuid/rect", SESSION),
    row("GET", "/element/:uuid/attribute/:name", SESSION),
    row("GET", "/element/:uuid/text", SESSION),
    row("GET", "/element/:uuid/displayed", SESSION),
    row("GET", "/element/:uuid/selected", SESSION),
    row("GET", "/element/:uuid/name", SESSION),
    row("POST", "/element/:uuid/value", SESSION),
    row("POST", "/element/:uuid/click", SESSION),
    row("POST", "/element/:uuid/clear", SESSION),
    row("GET", "/element/:uuid/screenshot", SESSION),
    row("GET", "/screenshot/:uuid", SESSION),
    row("GET", "/wda/element/:uuid/accessible", SESSION),
    row("GET", "/wda/element/:uuid/accessibilityContainer", SESSION),
    row("GET", "/element/:uuid/attribute/focused", SESSION).unserved(BY_ANOTHER),
    row("POST", "/wda/element/:uuid/focuse", SESSION).unserved(BUTTONS),
    row("POST", "/wda/element/:uuid/swipe", SESSION),
    row("POST", "/wda/swipe", SESSION),
    row("POST", "/wda/element/:uuid/pinch", SESSION),
    row("POST", "/wda/pinch", SESSION),
    row("POST", "/wda/element/:uuid/rotate", SESSION),
    row("POST", "/wda/rotate", SESSION),
    row("POST", "/wda/element/:uuid/doubleTap", SESSION),
    row("POST", "/wda/doubleTap", SESSION),
    row("POST", "/wda/element/:uuid/twoFingerTap", SESSION),
    row("POST", "/wda/twoFingerTap", SESSION),
    row("POST", "/wda/element/:uuid/tapWithNumberOfTaps", SESSION),
    row("POST", "/wda/tapWithNumberOfTaps", SESSION),
    row("POST", "/wda/element/:uuid/touchAndHold", SESSION),
    row("POST", "/wda/touchAndHold", SESSION),
    row("POST", "/wda/element/:uuid/scroll", SESSION),
    row("POST", "/wda/scroll", SESSION),
    row("POST", "/wda/element/:uuid/scrollTo", SESSION),
    row("POST", "/wda/element/:uuid/dragfromtoforduration", SESSION),
    row("POST", "/wda/dragfromtoforduration", SESSION),
    row("POST", "/wda/element/:uuid/pressAndDragWithVelocity", SESSION),
    row("POST", "/wda/pressAndDragWithVelocity", SESSION),
    row("POST", "/wda/element/:uuid/forceTouch", SESSION),
    row("POST", "/wda/forceTouch", SESSION),
    row("POST", "/wda/element/:uuid/tap", SESSION),
    row("POST", "/wda/tap", SESSION),
    row("POST", "/wda/pickerwheel/:uuid/select", SESSION).unserved(NO_WHEELS),
    row("POST", "/wda/keys", SESSION),

    // Find.
    row("POST", "/element", SESSION),
    row("POST", "/elements", SESSION),
    row("POST", "/element/:uuid/element", SESSION),
    row("POST", "/element/:uuid/elements", SESSION),
    row("GET", "/wda/element/:uuid/getVisibleCells", SESSION),
    row("GET", "/element/active", SESSION),

    // W3C actions.
    row("POST", "/actions", SESSION),

    // Alerts.
    row("GET", "/alert/text", BOTH),
    row("POST", "/alert/text", SESSION),
    row("POST", "/alert/accept", BOTH),
    row("POST", "/alert/dismiss", BOTH),
    row("GET", "/wda/alert/buttons", SESSION),

    // Orientation.
    row("GET", "/orientation", BOTH),
    row("POST", "/orientation", BOTH),
    row("GET", "/rotation", BOTH),
    row("POST", "/rotation", BOTH),
    row("GET", "/wda/deviceOrientation", BOTH),

    // Source.
    row("GET", "/source", BOTH),
    row("GET", "/wda/accessibleSource", BOTH),

    // Screenshot.
    row("GET", "/screenshot", BOTH),

    // Native video.
    row("POST", "/wda/video/start", BOTH).unserved(PICTURES),
    row("POST", "/wda/video/stop", BOTH).unserved(PICTURES),
    row("GET", "/wda/video", BOTH).unserved(PICTURES),

    // Touch ID.
    row("POST", "/wda/touch_id", SESSION),

    // Fallback.
    row("GET", "/*", NONE).unserved(FALLBACK),
    row("POST", "/*", NONE).unserved(FALLBACK),
    row("PUT", "/*", NONE).unserved(FALLBACK),
    row("DELETE", "/*", NONE).unserved(FALLBACK),
];
