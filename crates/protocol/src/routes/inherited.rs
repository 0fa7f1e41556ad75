//! Commands the mobile driver inherits from the base driver's dialect.

use super::{Drivers, ParamType::*, Route, Source::*, get, optional, post, required};
use crate::Command::*;

const MOBILE: Drivers = Drivers::MOBILE;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    post("/session/{sessionId}/receive_async_response", ReceiveAsyncResponse, MOBILE, "Complete the running async script (older spelling).")
        .with(&[optional("status", Any), optional("value", Any), optional("response", Any)])
        .of(Base)
        .deprecated(None)
        .aside(),
    post("/session/{sessionId}/timeouts/implicit_wait", ImplicitWait, MOBILE, "Set the implicit wait, in milliseconds.")
        .with(&[required("ms", Any)])
        .of(Base)
        .deprecated(Some("setTimeouts")),
    get("/session/{sessionId}/context", GetCurrentContext, MOBILE, "Name of the current context.")
        .of(Base),
    post("/session/{sessionId}/context", SwitchContext, MOBILE, "Switch to the native or a web context.")
        .with(&[required("name", Any)])
        .of(Base),
    get("/session/{sessionId}/contexts", GetContexts, MOBILE, "Names of all contexts.")
        .of(Base),
    get("/session/{sessionId}/automation/context", GetCurrentContext, MOBILE, "Name of the current context.")
        .of(Base),
    post("/session/{sessionId}/automation/context", SwitchContext, MOBILE, "Switch to the native or a web context.")
        .with(&[required("name", Any)])
        .of(Base),
    get("/session/{sessionId}/automation/contexts", GetContexts, MOBILE, "Names of all contexts.")
        .of(Base),
    get("/session/{sessionId}/orientation", GetOrientation, MOBILE, "PORTRAIT or LANDSCAPE.")
        .of(Base),
    post("/session/{sessionId}/orientation", SetOrientation, MOBILE, "Turn the device.")
        .with(&[required("orientation", String)])
        .of(Base),
    get("/session/{sessionId}/automation/device/orientation", GetOrientation, MOBILE, "PORTRAIT or LANDSCAPE.")
        .of(Base),
    post("/session/{sessionId}/automation/device/orientation", SetOrientation, MOBILE, "Turn the device.")
        .with(&[required("orientation", String)])
        .of(Base),
    get("/session/{sessionId}/rotation", GetRotation, MOBILE, "Rotation of the device in degrees.")
        .of(Base),
    post("/session/{sessionId}/rotation", SetRotation, MOBILE, "Turn the device by degrees.")
        .with(&[required("x", Number), required("y", Number), required("z", Number)])
        .of(Base),
    get("/session/{sessionId}/automation/device/rotation", GetRotation, MOBILE, "Rotation of the device in degrees.")
        .of(Base),
    post("/session/{sessionId}/automation/device/rotation", SetRotation, MOBILE, "Turn the device by degrees.")
        .with(&[required("x", Number), required("y", Number), required("z", Number)])
        .of(Base),
    get("/session/{sessionId}/automation/device/system_time", GetDeviceTime, MOBILE, "Time of the device.")
        .of(Base),
    post("/session/{sessionId}/automation/device/system_time", GetDeviceTime, MOBILE, "Time of the device, in a format.")
        .with(&[optional("format", String)])
        .of(Base),
    post("/session/{sessionId}/automation/device/activate_app", ActivateApp, MOBILE, "Bring an app to the front.")
        .with(&[optional("appId", String), optional("bundleId", String), optional("options", Any)])
        .of(Base),
    post("/session/{sessionId}/automation/device/terminate_app", TerminateApp, MOBILE, "End an app.")
        .with(&[optional("appId", String), optional("bundleId", String), optional("options", Any)])
        .of(Base),
    post("/session/{sessionId}/automation/device/install_app", InstallApp, MOBILE, "Install an app.")
        .with(&[required("appPath", String), optional("options", Any)])
        .of(Base),
    post("/session/{sessionId}/automation/device/remove_app", RemoveApp, MOBILE, "Remove an app and its data.")
        .with(&[optional("appId", String), optional("bundleId", String), optional("options", Any)])
        .of(Base),
    post("/session/{sessionId}/automation/device/app_installed", IsAppInstalled, MOBILE, "Whether an app is installed.")
        .with(&[optional("appId", String), optional("bundleId", String)])
        .of(Base),
    post("/session/{sessionId}/automation/device/hide_keyboard", HideKeyboard, MOBILE, "Put the keyboard away.")
        .with(&[optional("strategy", Any), optional("key", Any), optional("keyCode", Any), optional("keyName", Any)])
        .of(Base),
    get("/session/{sessionId}/automation/device/is_keyboard_shown", IsKeyboardShown, MOBILE, "Whether the keyboard is shown.")
        .of(Base),
    post("/session/{sessionId}/automation/device/push_file", PushFile, MOBILE, "Write a file on the device.")
        .with(&[required("path", String), required("data", String)])
        .of(Base),
    post("/session/{sessionId}/automation/device/pull_file", PullFile, MOBILE, "Read a file of the device, base64.")
        .with(&[required("path", String)])
        .of(Base),
    post("/session/{sessionId}/automation/device/pull_folder", PullFolder, MOBILE, "Read a folder of the device, zipped, base64.")
        .with(&[required("path", String)])
        .of(Base),
    post("/session/{sessionId}/automation/app/launch", LaunchApp, MOBILE, "Start the app under test.")
        .of(Base)
        .deprecated(Some("mobile: launchApp")),
    post("/session/{sessionId}/automation/app/close", CloseApp, MOBILE, "End the app under test.")
        .of(Base)
        .deprecated(Some("mobile: terminateApp")),
    post("/session/{sessionId}/automation/app/reset", ResetApp, MOBILE, "End the app under test, clear its data, start it.")
        .of(Base)
        .deprecated(Some("mobile: clearApp")),
    get("/session/{sessionId}/automation/screen", WatchScreen, MOBILE, "The screen as a live MJPEG stream.")
        .of(Base)
        .aside()
        .answering("multipart/x-mixed-replace"),
];
