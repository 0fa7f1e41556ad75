//! Sessions, status and the server itself.

use super::{Drivers, ParamType::*, Route, Source::*, delete, get, optional, post, required};
use crate::Command::*;

const SERVER: Drivers = Drivers::SERVER;
const BOTH: Drivers = Drivers::BOTH;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    get("/status", Status, SERVER, "Whether the server can take a new session."),
    post("/session", NewSession, SERVER, "Start a session.")
        .with(&[required("capabilities", Object)]),
    get("/session/{sessionId}", GetSession, SERVER, "Capabilities of the session.")
        .of(Base),
    delete("/session/{sessionId}", DeleteSession, SERVER, "End the session; cancels what runs."),
    get("/sessions", GetSessions, SERVER, "List the sessions; needs the grant server:session_discovery.")
        .of(Base),
    get("/automation/sessions", GetSessions, SERVER, "List the sessions; needs the grant server:session_discovery.")
        .of(Base),
    get("/session/{sessionId}/timeouts", GetTimeouts, BOTH, "The three time limits, in milliseconds."),
    post("/session/{sessionId}/timeouts", SetTimeouts, BOTH, "Set time limits, in milliseconds.")
        .with(&[optional("script", Any), optional("pageLoad", Any), optional("implicit", Any), optional("type", String), optional("ms", Number)]),
];
