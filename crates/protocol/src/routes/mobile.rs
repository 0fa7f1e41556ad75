//! The mobile driver's commands of the specification.

use super::{Drivers, ParamType::*, Route, Source::*, get, optional, post, required};
use crate::Command::*;

const MOBILE: Drivers = Drivers::MOBILE;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    post("/session/{sessionId}/automation/device/get_clipboard", GetClipboard, MOBILE, "Clipboard content as base64; empty when it holds none of that type.")
        .with(&[optional("contentType", Any)])
        .of(Hansom),
    post("/session/{sessionId}/automation/device/set_clipboard", SetClipboard, MOBILE, "Set the clipboard from base64.")
        .with(&[required("content", Any), optional("contentType", Any), optional("label", String)])
        .of(Hansom),
    get("/session/{sessionId}/location", GetGeoLocation, MOBILE, "Position of the device.")
        .of(Hansom),
    post("/session/{sessionId}/location", SetGeoLocation, MOBILE, "Set the position of the device.")
        .with(&[required("location", Object)])
        .of(Hansom),
    post("/session/{sessionId}/automation/start_recording_screen", StartRecordingScreen, MOBILE, "Start a screen recording.")
        .with(&[optional("options", Any)])
        .of(Hansom),
    post("/session/{sessionId}/automation/stop_recording_screen", StopRecordingScreen, MOBILE, "Stop the recording; answers the film as base64, or uploads it.")
        .with(&[optional("options", Any)])
        .of(Hansom),
    get("/session/{sessionId}/element/{elementId}/size", GetSize, MOBILE, "Size of the element.")
        .of(Hansom),
    post("/session/{sessionId}/element/{elementId}/submit", Submit, MOBILE, "Submit the form the element is in.")
        .of(Hansom),
    post("/session/{sessionId}/automation/app/background", Background, MOBILE, "Put the app in the background.")
        .with(&[required("seconds", Any)])
        .of(Hansom)
        .superseded("mobile: backgroundApp"),
    post("/session/{sessionId}/automation/device/app_state", QueryAppState, MOBILE, "State of an app, 0 to 4.")
        .with(&[optional("appId", String), optional("bundleId", String)])
        .of(Hansom)
        .superseded("mobile: queryAppState"),
    post("/session/{sessionId}/automation/device/is_locked", IsLocked, MOBILE, "Whether the device is locked.")
        .of(Hansom)
        .superseded("mobile: isLocked"),
    post("/session/{sessionId}/automation/device/lock", Lock, MOBILE, "Lock the device.")
        .with(&[optional("seconds", Any)])
        .of(Hansom)
        .superseded("mobile: lock"),
    post("/session/{sessionId}/automation/device/unlock", Unlock, MOBILE, "Unlock the device.")
        .of(Hansom)
        .superseded("mobile: unlock"),
    post("/session/{sessionId}/automation/device/shake", MobileShake, MOBILE, "Shake the device.")
        .of(Hansom)
        .superseded("mobile: shake"),
    post("/session/{sessionId}/automation/app/strings", GetStrings, MOBILE, "Localized strings of the app.")
        .with(&[optional("language", Any), optional("stringFile", String)])
        .of(Hansom)
        .superseded("mobile: getAppStrings"),
    post("/session/{sessionId}/automation/element/{elementId}/value", SetValueImmediate, MOBILE, "Type into the element.")
        .with(&[required("text", Any)])
        .of(Hansom)
        .deprecated(None),
    post("/session/{sessionId}/keys", Keys, MOBILE, "Send keys to the app.")
        .with(&[required("value", Any)])
        .of(Hansom)
        .deprecated(Some("setValue")),
    post("/session/{sessionId}/automation/receive_async_response", ReceiveAsyncResponse, MOBILE, "Complete the running async script.")
        .with(&[required("response", Any)])
        .of(Hansom)
        .deprecated(None)
        .aside(),
    post("/session/{sessionId}/automation/simulator/toggle_touch_id_enrollment", ToggleEnrollTouchId, MOBILE, "Set whether a biometric is enrolled.")
        .with(&[optional("enabled", Any)])
        .of(Hansom)
        .deprecated(Some("mobile: enrollBiometric")),
    post("/session/{sessionId}/automation/simulator/touch_id", TouchId, MOBILE, "Send a biometric match or a failure.")
        .with(&[optional("match", Any)])
        .of(Hansom)
        .deprecated(Some("mobile: sendBiometricMatch")),
    post("/session/{sessionId}/timeouts/async_script", AsyncScriptTimeout, MOBILE, "Set the script timeout, in milliseconds.")
        .with(&[required("ms", Any)])
        .of(Hansom)
        .deprecated(Some("scriptTimeoutW3C")),
    get("/session/{sessionId}/element/{elementId}/location", GetLocation, MOBILE, "Position of the element on screen.")
        .of(Hansom)
        .deprecated(Some("getElementRect")),
    get("/session/{sessionId}/element/{elementId}/location_in_view", GetLocationInView, MOBILE, "Position of the element on screen.")
        .of(Hansom)
        .deprecated(Some("getElementRect")),
    get("/session/{sessionId}/window/{windowhandle}/size", GetWindowSize, MOBILE, "Size of the window.")
        .of(Hansom)
        .deprecated(Some("getElementRect")),
];
