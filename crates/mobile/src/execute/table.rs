//! The `mobile:` methods, one row each.

use std::pin::Pin;

use hansom_protocol::{
    Answer, Params,
    routes::{Param, ParamType::*, optional, required},
};

use super::gestures;
use crate::{
    commands::{
        alerts, apps, biometrics, clipboard, contexts, device, files, input, installed, location,
        lock, permissions, recording, screen, strings, time,
    },
    error::Result,
    session::SessionState,
};

type Outcome<'a> = Pin<Box<dyn Future<Output = Result<Answer>> + Send + 'a>>;

/// One method.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) params: &'static [Param],
    pub(super) meaning: &'static str,
    pub(super) run: for<'a> fn(&'a mut SessionState, &'a Params) -> Outcome<'a>,
}

const APP: Param = required("bundleId", String);
const ELEMENT: Param = optional("elementId", Any);
const NONE: &[Param] = &[];

/// The options of films are checked by their own table.
#[rustfmt::skip]
const RECORDING: &[Param] = &[
    optional("videoType", Any), optional("videoQuality", Any), optional("videoFps", Any), optional("videoScale", Any),
    optional("videoFilters", Any), optional("pixelFormat", Any), optional("timeLimit", Any), optional("forceRestart", Any),
    optional("hardwareAcceleration", Any),
    optional("remotePath", Any), optional("user", Any), optional("pass", Any), optional("method", Any),
    optional("headers", Any), optional("fileFieldName", Any), optional("formFields", Any),
];

/// `name [required and optional parameters] meaning => function`, one row per line.
macro_rules! methods {
    ($($name:literal $params:expr, $meaning:literal => $run:path;)+) => {
        &[$(Method {
            name: $name,
            params: $params,
            meaning: $meaning,
            run: |state, params| Box::pin($run(state, params)),
        },)+]
    };
}

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const METHODS: &[Method] = methods! {
    "launchApp" &[APP, optional("arguments", Array), optional("environment", Object)], "Start an app, or bring it to the front." => apps::launch;
    "activateApp" &[APP], "Bring an app to the front." => apps::activate;
    "terminateApp" &[APP], "End an app; answers whether it ran." => apps::terminate;
    "backgroundApp" &[optional("seconds", Any)], "Show the home screen; bring the app back after so many seconds, or not if negative or absent." => apps::background;
    "queryAppState" &[optional("bundleId", String)], "State of an app: 0 not installed, 1 not running, 2 suspended, 3 background, 4 foreground." => apps::state;
    "activeAppInfo" NONE, "The app on the screen." => apps::active;
    "deepLink" &[required("url", String), optional("bundleId", String)], "Open an address, with a certain app if named." => apps::deep_link;
    "installApp" &[optional("app", String), optional("payload", String)], "Install an app from a path or data: URL (app) or a zip in base64 (payload)." => installed::install;
    "removeApp" &[APP], "Remove an app with its data; answers whether it was there." => installed::remove;
    "isAppInstalled" &[APP], "Whether an app is installed." => installed::is_installed;
    "listApps" &[optional("applicationType", String), optional("returnAttributes", Array)], "What is installed, by bundle id." => installed::list;
    "clearApp" &[APP], "End an app and delete its data." => installed::clear;
    "getAppStrings" &[optional("language", String), optional("stringFile", String), optional("bundleId", String)], "Localized strings of the app; English unless a language is named." => strings::get;

    "isLocked" NONE, "Whether the device is locked." => lock::is_locked;
    "lock" &[optional("seconds", Number)], "Lock the device; with seconds above 0 unlock it after them." => lock::lock;
    "unlock" NONE, "Unlock the device." => lock::unlock;
    "shake" NONE, "Shake the device (simulators)." => biometrics::shake;
    "enrollBiometric" &[optional("isEnabled", Boolean)], "Set whether a finger or face is enrolled, default true (simulators)." => biometrics::enroll;
    "sendBiometricMatch" &[optional("type", String), optional("match", Boolean)], "Present a finger or face that matches, or not (simulators)." => biometrics::present;
    "isBiometricEnrolled" NONE, "Whether a finger or face is enrolled (simulators)." => biometrics::is_enrolled;

    "getSimulatedLocation" NONE, "The simulated position; nulls when none is set." => location::simulated;
    "setSimulatedLocation" &[required("latitude", Number), required("longitude", Number), optional("altitude", Number)], "Simulate a position." => location::simulate;
    "resetSimulatedLocation" NONE, "Stop simulating a position." => location::reset;

    "getClipboard" &[optional("contentType", String)], "Clipboard content as base64; contentType is plaintext, image or url." => clipboard::get;
    "setClipboard" &[required("content", String), optional("contentType", String), optional("label", String)], "Set the clipboard from base64." => clipboard::set;

    "tap" &[required("x", Number), required("y", Number), ELEMENT], "Tap a point of the screen or, with an element, relative to its corner." => gestures::tap;
    "doubleTap" &[optional("x", Number), optional("y", Number), ELEMENT], "Tap twice: a point, or the middle of an element or the screen." => gestures::double_tap;
    "twoFingerTap" &[ELEMENT], "Tap with two fingers." => gestures::two_finger_tap;
    "tapWithNumberOfTaps" &[optional("numberOfTaps", Integer), optional("numberOfTouches", Integer), ELEMENT], "Tap several times with several fingers." => gestures::many_taps;
    "touchAndHold" &[required("duration", Number), optional("x", Number), optional("y", Number), ELEMENT], "Hold a finger down for so many seconds." => gestures::hold;
    "swipe" &[required("direction", String), optional("velocity", Number), ELEMENT], "Swipe up, down, left or right; velocity in points per second." => gestures::swipe;
    "scroll" &[optional("name", String), optional("direction", String), optional("predicateString", String), optional("toVisible", Boolean), optional("distance", Number), ELEMENT], "Scroll in a direction by a share of the size, or to a name, a predicate's match or the element itself." => gestures::scroll;
    "scrollToElement" &[required("elementId", Any)], "Scroll until the element can be seen." => gestures::scroll_to;
    "pinch" &[required("scale", Number), required("velocity", Number), ELEMENT], "Pinch with two fingers: scale above 1 zooms in." => gestures::pinch;
    "rotateElement" &[required("rotation", Number), required("velocity", Number), ELEMENT], "Turn two fingers around each other: radians, and radians per second." => gestures::rotate;
    "dragFromToForDuration" &[required("duration", Number), required("fromX", Number), required("fromY", Number), required("toX", Number), required("toY", Number), ELEMENT], "Hold a point for so many seconds, then drag it." => gestures::drag;

    "alert" &[required("action", String), optional("buttonLabel", String)], "accept, dismiss or getButtons of the open alert." => alerts::method;
    "pressButton" &[required("name", String), optional("durationSeconds", Number)], "Press a hardware button." => input::press;
    "keys" &[required("keys", Array), ELEMENT], "Type texts or {key, modifierFlags} into an element or what has focus." => input::keys_method;
    "hideKeyboard" &[optional("keys", Array)], "Put the keyboard away, by one of these keys if given." => input::hide_keyboard;
    "isKeyboardShown" NONE, "Whether the keyboard is shown." => input::keyboard_shown;

    "deviceInfo" NONE, "Name, model, system, language and zone of the device." => device::info;
    "deviceScreenInfo" NONE, "Sizes of screen and status bar in points, and the scale." => device::screen_info;
    "batteryInfo" NONE, "Level 0 to 1 and state of the battery." => device::battery;
    "getDeviceTime" &[optional("format", String)], "Time of the device, in a Day.js format." => time::get;
    "getAppearance" NONE, "light or dark." => device::appearance;
    "setAppearance" &[required("style", String)], "Make the system light or dark." => device::set_appearance;
    "configureLocalization" &[optional("language", Object), optional("locale", Object), optional("keyboard", Object)], "Change language and region, each as {name}." => device::localize;
    "setPermission" &[APP, required("access", Object)], "Set what an app may do: {service: yes, no, unset}; location: always, inuse, never, unset." => permissions::set;
    "getPermission" &[APP, required("service", String)], "What an app may do." => permissions::get;
    "resetPermission" &[required("service", Any)], "Forget a permission of the app under test." => permissions::reset;

    "source" &[optional("format", String), optional("excludedAttributes", String)], "The tree of the screen as xml, json or description." => gestures::source;
    "viewportScreenshot" NONE, "Picture without the status bar, PNG in base64." => screen::viewport_screenshot;
    "viewportRect" NONE, "The screen without the status bar, in pixels." => screen::viewport_rect;
    "startScreenRecording" RECORDING, "Start a film of the screen; options as on the route." => recording::start_method;
    "stopScreenRecording" RECORDING, "Stop the film; answers it as base64, or uploads it." => recording::stop_method;
    "getContexts" &[optional("waitForWebviewMs", Integer)], "All contexts with address, title and app." => contexts::detailed;
    "pushFile" &[required("remotePath", String), required("payload", String)], "Write a file from base64." => files::push;
    "pullFile" &[required("remotePath", String)], "Read a file as base64." => files::pull;
    "pullFolder" &[required("remotePath", String)], "Read a folder as a zip in base64." => files::pull_folder;
    "deleteFile" &[required("remotePath", String)], "Delete a file." => files::delete;
    "deleteFolder" &[required("remotePath", String)], "Delete a folder." => files::delete;
};
