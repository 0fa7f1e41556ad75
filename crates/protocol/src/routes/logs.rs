//! Logs, settings, events and listings that both drivers share.

use super::{Drivers, ParamType::*, Route, Source::*, get, optional, post, required};
use crate::Command::*;

const SERVER: Drivers = Drivers::SERVER;
const BOTH: Drivers = Drivers::BOTH;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    get("/session/{sessionId}/log/types", GetLogTypes, BOTH, "Names of the logs.")
        .of(Base),
    post("/session/{sessionId}/log", GetLog, BOTH, "Entries of a log since the last call.")
        .with(&[required("type", String)])
        .of(Base),
    get("/session/{sessionId}/se/log/types", GetLogTypes, BOTH, "Names of the logs.")
        .of(Base),
    post("/session/{sessionId}/se/log", GetLog, BOTH, "Entries of a log since the last call.")
        .with(&[required("type", String)])
        .of(Base),
    get("/session/{sessionId}/automation/settings", GetSettings, BOTH, "Settings of the session.")
        .of(Base),
    post("/session/{sessionId}/automation/settings", UpdateSettings, BOTH, "Change settings of the session.")
        .with(&[required("settings", Object)])
        .of(Base),
    get("/session/{sessionId}/automation/capabilities", GetSessionCapabilities, SERVER, "Capabilities of the session.")
        .of(Base),
    get("/session/{sessionId}/automation/commands", ListCommands, SERVER, "Commands of the session's driver.")
        .of(Base),
    get("/session/{sessionId}/automation/extensions", ListExtensions, SERVER, "Execute methods of the session's driver.")
        .of(Base),
    post("/session/{sessionId}/automation/events", GetLogEvents, SERVER, "Commands and events of the session with their times.")
        .with(&[optional("type", Any)])
        .of(Base),
    post("/session/{sessionId}/automation/log_event", LogCustomEvent, SERVER, "Note an event of the client's own.")
        .with(&[required("vendor", String), required("event", String)])
        .of(Base),
];
