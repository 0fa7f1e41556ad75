//! Navigation, windows and frames (W3C WebDriver).

use super::{Drivers, ParamType::*, Route, delete, get, optional, post, required};
use crate::Command::*;

const BOTH: Drivers = Drivers::BOTH;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    get("/session/{sessionId}/url", GetCurrentUrl, BOTH, "Address of the current page."),
    post("/session/{sessionId}/url", NavigateTo, BOTH, "Open an address.")
        .with(&[required("url", String)]),
    post("/session/{sessionId}/back", Back, BOTH, "One page back in history."),
    post("/session/{sessionId}/forward", Forward, BOTH, "One page forward in history."),
    post("/session/{sessionId}/refresh", Refresh, BOTH, "Load the page again."),
    get("/session/{sessionId}/title", GetTitle, BOTH, "Title of the page."),
    get("/session/{sessionId}/window", GetWindowHandle, BOTH, "Handle of the current window."),
    delete("/session/{sessionId}/window", CloseWindow, BOTH, "Close the current window."),
    post("/session/{sessionId}/window", SwitchToWindow, BOTH, "Make another window the current one.")
        .with(&[required("handle", String)]),
    get("/session/{sessionId}/window/handles", GetWindowHandles, BOTH, "Handles of all windows."),
    post("/session/{sessionId}/window/new", NewWindow, BOTH, "Open a tab or window.")
        .with(&[optional("type", String)]),
    post("/session/{sessionId}/frame", SwitchToFrame, BOTH, "Make a frame the current browsing context.")
        .with(&[required("id", Any)]),
    post("/session/{sessionId}/frame/parent", SwitchToParentFrame, BOTH, "Go up one frame."),
    get("/session/{sessionId}/window/rect", GetWindowRect, BOTH, "Position and size of the window."),
    post("/session/{sessionId}/window/rect", SetWindowRect, BOTH, "Move and resize the window.")
        .with(&[optional("x", Any), optional("y", Any), optional("width", Any), optional("height", Any)]),
    post("/session/{sessionId}/window/maximize", MaximizeWindow, BOTH, "Maximize the window."),
    post("/session/{sessionId}/window/minimize", MinimizeWindow, BOTH, "Minimize the window."),
    post("/session/{sessionId}/window/fullscreen", FullscreenWindow, BOTH, "Make the window full screen."),
];
