//! Why a Firefox did not start: the class, a hint, its last words, the command line, the time.

use std::{fmt, io, path::PathBuf, time::Duration};

use hansom_host::{Exit, HostError};
use hansom_protocol::{Cause, Error, ErrorCode};
use serde_json::{Value, json};

use crate::{Existing, FindError, Phase, death::write_lines};

/// Why a Firefox did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is none, or it is too old.
    #[error(transparent)]
    Find(#[from] FindError),
    /// The machine did not let us.
    #[error(transparent)]
    Host(#[from] HostError),
    /// The profile could not be made or read.
    #[error("the profile {} cannot be used: {source}", path.display())]
    Profile {
        /// Where.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It has no display to open its window on.
    #[error("Firefox found no display to open its window on{0}")]
    NoDisplay(Box<Scene>),
    /// The system lacks a library that it needs.
    #[error("Firefox could not load a library it needs{0}")]
    MissingLibrary(Box<Scene>),
    /// Another Firefox uses the profile.
    #[error("the profile is in use by another Firefox{0}")]
    ProfileLocked(Box<Scene>),
    /// Another session of this or another server uses the profile.
    #[error("the profile {} is in use by another session", .0.display())]
    ProfileInUse(PathBuf),
    /// Firefox cannot read the profile.
    #[error("Firefox cannot read its profile{0}")]
    ProfileUnreadable(Box<Scene>),
    /// It runs as root in the session of another user.
    #[error("Firefox refuses to run as root in the home of another user{0}")]
    ForeignHome(Box<Scene>),
    /// Somebody else has the port that it was told to listen on.
    #[error("Firefox could not have the port for its remote control{0}")]
    PortTaken(Box<Scene>),
    /// A signal ended it while it started.
    #[error("Firefox crashed while it started{0}")]
    Crashed(Box<Scene>),
    /// It left while it started.
    #[error("Firefox ended while it started{0}")]
    Exited(Box<Scene>),
    /// It took too long.
    #[error("Firefox did not start in time{0}")]
    TimedOut(Box<Scene>),
    /// It started, but Marionette did not answer as it should.
    #[error("Firefox started but its remote control did not work: {error}{scene}")]
    Marionette {
        /// What came instead.
        error: String,
        /// What else is known.
        scene: Box<Scene>,
    },
    /// It started, and refused the session.
    #[error("{}", .0.message)]
    Refused(Box<Error>),
    /// None runs where one was to be found.
    #[error("no Firefox answers at {at}: {why}")]
    NotThere {
        /// Where.
        at: Existing,
        /// What came instead.
        why: String,
    },
}

/// What is known when a start fails.
#[derive(Debug, Clone, Default)]
pub struct Scene {
    /// How it ended, when it did.
    pub exit: Option<Exit>,
    /// What was being waited for.
    pub phase: Option<Phase>,
    /// Milliseconds since the start of the start.
    pub elapsed: Duration,
    /// Program and arguments.
    pub command_line: String,
    /// The last lines it wrote.
    pub stderr: Vec<String>,
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " (")?;
        if let Some(exit) = self.exit {
            write!(f, "{exit}, ")?;
        }
        if let Some(phase) = self.phase {
            write!(f, "waiting to be {}, ", phase.name())?;
        }
        write!(f, "after {:.1} s", self.elapsed.as_secs_f64())?;
        if !self.command_line.is_empty() {
            write!(f, ", command line: {}", self.command_line)?;
        }
        write!(f, ")")?;
        write_lines(f, &self.stderr)
    }
}

/// Makes an error of a class.
type Class = fn(Box<Scene>) -> StartError;

/// What Firefox, its loader and its toolkit write when something is missing.
#[rustfmt::skip] // one row, one thought
const SIGNS: &[(&str, Class)] = &[
    ("error while loading shared libraries",            StartError::MissingLibrary),
    ("cannot open shared object file",                  StartError::MissingLibrary),
    ("couldn't load xpcom",                             StartError::MissingLibrary),
    ("xpcomglueload error",                             StartError::MissingLibrary),
    ("as root in a regular user's session",             StartError::ForeignHome),
    ("no display environment variable specified",       StartError::NoDisplay),
    ("we don't have any display",                       StartError::NoDisplay),
    ("cannot open display",                             StartError::NoDisplay),
    ("unable to open display",                          StartError::NoDisplay),
    ("failed to open display",                          StartError::NoDisplay),
    ("failed to connect to wayland display",            StartError::NoDisplay),
    ("could not bind to port",                          StartError::PortTaken),
    ("is already running, but is not responding",       StartError::ProfileLocked),
    ("profile cannot be loaded",                        StartError::ProfileUnreadable),
    ("profile missing or inaccessible",                 StartError::ProfileUnreadable),
    ("failed to create profile",                        StartError::ProfileUnreadable),
];

impl StartError {
    /// Finds the class of an early end in what Firefox wrote.
    pub(crate) fn of_early_end(scene: Scene) -> Self {
        let signalled = scene.exit.is_some_and(|exit| exit.signal.is_some());
        let class = scene
            .stderr
            .iter()
            .rev()
            .map(|line| line.to_lowercase())
            .find_map(|line| {
                let found = SIGNS.iter().find(|(sign, _)| line.contains(sign));
                found.map(|(_, class)| *class)
            });
        let class = class.unwrap_or(if signalled {
            StartError::Crashed
        } else {
            StartError::Exited
        });
        class(Box::new(scene))
    }

    fn scene(&self) -> Option<&Scene> {
        match self {
            StartError::NoDisplay(scene)
            | StartError::MissingLibrary(scene)
            | StartError::ProfileLocked(scene)
            | StartError::ProfileUnreadable(scene)
            | StartError::ForeignHome(scene)
            | StartError::PortTaken(scene)
            | StartError::Crashed(scene)
            | StartError::Exited(scene)
            | StartError::TimedOut(scene)
            | StartError::Marionette { scene, .. } => Some(scene),
            StartError::Find(_)
            | StartError::Host(_)
            | StartError::Profile { .. }
            | StartError::ProfileInUse(_)
            | StartError::Refused(_)
            | StartError::NotThere { .. } => None,
        }
    }

    /// A short name for machines.
    pub fn class(&self) -> &'static str {
        match self {
            StartError::Find(FindError::TooOld { .. }) => "too old",
            StartError::Find(_) => "not found",
            StartError::Host(_) => "host",
            StartError::Profile { .. } | StartError::ProfileUnreadable(_) => "profile unreadable",
            StartError::NoDisplay(_) => "no display",
            StartError::MissingLibrary(_) => "missing library",
            StartError::ProfileLocked(_) | StartError::ProfileInUse(_) => "profile locked",
            StartError::ForeignHome(_) => "foreign home",
            StartError::PortTaken(_) => "port taken",
            StartError::Crashed(_) => "crashed",
            StartError::Exited(_) => "exited",
            StartError::TimedOut(_) => "timed out",
            StartError::Marionette { .. } => "no remote control",
            StartError::Refused(_) => "refused",
            StartError::NotThere { .. } => "not there",
        }
    }
}

impl Cause for StartError {
    fn code(&self) -> ErrorCode {
        match self {
            StartError::Refused(error) => error.code,
            _ => ErrorCode::SessionNotCreated,
        }
    }

    fn cure(&self) -> Option<String> {
        let text = match self {
            StartError::Find(error) => return error.cure(),
            StartError::Host(error) => return error.cure(),
            StartError::Refused(_) => return None,
            StartError::Profile { .. } => {
                "Check that the folder exists, belongs to the server's user and that its disk is not full."
            }
            StartError::NoDisplay(_) => {
                "Start it headless (argument -headless), or give the server a DISPLAY, for example with xvfb-run."
            }
            StartError::MissingLibrary(_) => {
                "Install the library it names; with a distribution's Firefox package it comes along."
            }
            StartError::ProfileLocked(_) => {
                "Close the other Firefox, or leave the profile out so that a throw-away one is used."
            }
            StartError::ProfileInUse(_) => {
                "End that session, or leave the profile out so that a throw-away one is used."
            }
            StartError::ProfileUnreadable(_) => {
                "A snap or flatpak Firefox sees only its own folders: choose one with --profile-root."
            }
            StartError::ForeignHome(_) => {
                "Set HOME to a folder that belongs to the server's user, or do not run the server as root."
            }
            StartError::PortTaken(_) => {
                "End what uses the port (with --marionette-port there is one session at a time), or leave --marionette-port out, and the system chooses one."
            }
            StartError::Crashed(_) => {
                "Start it once by hand with the same command line; containers often need more shared memory (--shm-size=2g)."
            }
            StartError::Exited(_) => {
                "Start it once by hand with the same command line to see what it misses."
            }
            StartError::TimedOut(_) => {
                "Give it more time with --startup-timeout, or the machine more room."
            }
            StartError::Marionette { .. } => "Check that the program really is a Firefox.",
            StartError::NotThere { .. } => {
                "Start one there with `firefox -marionette`; it listens on the port in its preference marionette.port, 2828 by default. Name another with --marionette-port."
            }
        };
        Some(text.into())
    }

    fn data(&self) -> Option<Value> {
        if let StartError::Refused(error) = self {
            return error.data.clone();
        }
        let scene = self.scene().cloned().unwrap_or_default();
        Some(json!({
            "class": self.class(),
            "exitCode": scene.exit.and_then(|exit| exit.code),
            "signal": scene.exit.and_then(|exit| exit.signal),
            "phase": scene.phase.map(Phase::name),
            "elapsedMs": u64::try_from(scene.elapsed.as_millis()).unwrap_or(u64::MAX),
            "commandLine": scene.command_line,
            "stderr": scene.stderr,
        }))
    }

    fn stacktrace(&self) -> Option<String> {
        match self {
            StartError::Refused(error) => Some(error.stacktrace.clone()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: Option<i32>, signal: Option<i32>, line: &str) -> StartError {
        StartError::of_early_end(Scene {
            exit: Some(Exit { code, signal }),
            stderr: vec![line.into(), "Error: something else".into()],
            ..Scene::default()
        })
    }

    #[test]
    fn what_firefox_says_decides_the_class() {
        let class = |line| ended(Some(1), None, line).class();
        assert_eq!(
            class("Error: no DISPLAY environment variable specified"),
            "no display"
        );
        assert_eq!(
            class(
                "/opt/f/firefox: error while loading shared libraries: libgtk-3.so.0: cannot open shared object file"
            ),
            "missing library"
        );
        assert_eq!(
            class("Firefox is already running, but is not responding."),
            "profile locked"
        );
        assert_eq!(
            class("Your Firefox profile cannot be loaded. It may be missing or inaccessible."),
            "profile unreadable"
        );
        assert_eq!(class("nothing we know"), "exited");
        assert_eq!(ended(None, Some(11), "nothing we know").class(), "crashed");
    }

    #[test]
    fn the_message_holds_cause_circumstances_and_cure() {
        let error = Error::from(ended(Some(1), None, "cannot open display: :9"));
        assert_eq!(error.code, ErrorCode::SessionNotCreated);
        assert!(
            error.message.starts_with(
                "Firefox found no display to open its window on (exited with code 1, after 0.0 s)"
            ),
            "{}",
            error.message
        );
        assert!(error.message.contains("cannot open display: :9"));
        assert!(error.message.contains("-headless"));
        assert_eq!(error.data.as_ref().unwrap()["class"], "no display");
    }
}
