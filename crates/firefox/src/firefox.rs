//! A running Firefox: started, connected, and certain to die.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use hansom_host::{Child, StateDir, TempFolder, narrate};
use hansom_protocol::Phases;
use serde_json::{Map, Value};

use crate::{
    Death, Launch, Marionette, MarionetteError, Profile, StartError, Witness,
    profile::{self, ProfileFolder},
    start,
    start_error::Scene,
    w3c,
};

/// How long a clean quit may take before Firefox is killed; the server closes a session within 10 s.
const QUIT_GRACE: Duration = Duration::from_secs(9);

/// A running Firefox. Dropping one of ours kills the whole process group and removes a throw-away
/// profile; dropping one that we are a guest of only closes the connection.
#[derive(Debug)]
pub struct Firefox {
    pub(crate) hold: Hold,
    pub(crate) marionette: Marionette,
    pub(crate) witness: Witness,
    pub(crate) bidi: Option<SocketAddr>,
    pub(crate) command_line: String,
    pub(crate) phases: Phases,
    pub(crate) began: Instant,
    pub(crate) deadline: Instant,
    /// What to make a template with, after a start without one.
    pub(crate) template_wanted: Option<Box<(Launch, Arc<StateDir>)>>,
}

/// Whose a Firefox is.
#[derive(Debug)]
pub(crate) enum Hold {
    /// We started it, and it ends with us.
    Owner {
        child: Arc<Child>,
        profile: ProfileFolder,
        throw_away: bool,
    },
    /// Somebody else started it, and it stays. The files of the session are ours.
    Guest { files: TempFolder },
}

impl Firefox {
    /// Starts a Firefox and connects to it. Cancel safe: when the future is dropped, all of it is
    /// undone.
    pub async fn launch(launch: Launch, state: &Arc<StateDir>) -> Result<Self, StartError> {
        let (fallback, began) = (launch.clone(), Instant::now());
        match narrate("the start of Firefox", start::start(launch, state)).await {
            Err(start::Failed {
                template: Some(template),
                error:
                    error @ (StartError::Crashed(_)
                    | StartError::Exited(_)
                    | StartError::ProfileUnreadable(_)),
            }) => {
                let left = fallback.startup_timeout.saturating_sub(began.elapsed());
                let fresh = Launch {
                    profile: Profile::Fresh,
                    startup_timeout: left,
                    ..fallback
                };
                let firefox = start::start(fresh, state).await?;
                // It starts without the template, so the fault is the template's.
                template.discard(&error.to_string());
                Ok(firefox)
            }
            other => Ok(other?),
        }
    }

    /// Opens the WebDriver session inside Firefox, with capabilities that it understands, and
    /// returns those it answers with. The first one waits until Firefox has finished starting.
    pub async fn new_session(
        &mut self,
        capabilities: &Map<String, Value>,
    ) -> Result<Map<String, Value>, StartError> {
        let mut wanted = capabilities.clone();
        w3c::limit_scripts(&mut wanted);
        // Marionette takes the matched capabilities as they are, without the envelope of W3C.
        let params = Value::Object(wanted).to_string();
        let deadline = tokio::time::Instant::from_std(self.deadline);
        let answer = self.marionette.send("WebDriver:NewSession", params);
        let answer = match tokio::time::timeout_at(deadline, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error @ MarionetteError::Failed { .. })) => {
                return Err(StartError::Refused(Box::new(error.into())));
            }
            Ok(Err(MarionetteError::Died(death))) => {
                return Err(StartError::of_early_end(self.scene(Some(&death))));
            }
            Ok(Err(error)) => {
                return Err(StartError::Marionette {
                    error: error.to_string(),
                    scene: Box::new(self.scene(None)),
                });
            }
            Err(_) => return Err(StartError::TimedOut(Box::new(self.scene(None)))),
        };
        self.phases.reached(Phase::Ready.name());
        tracing::debug!(pid = self.pid(), phases = %self.phases, "Firefox is ready");
        if let Some(wanted) = self.template_wanted.take() {
            profile::maker::make_in_background(&wanted.0, &wanted.1);
        }
        let answer: Value = serde_json::from_slice(&answer).unwrap_or_default();
        match answer.get("capabilities") {
            Some(Value::Object(capabilities)) => {
                let mut capabilities = capabilities.clone();
                w3c::unlimit_scripts(&mut capabilities);
                Ok(capabilities)
            }
            _ => Err(StartError::Marionette {
                error: "New Session answered without capabilities".into(),
                scene: Box::new(self.scene(None)),
            }),
        }
    }

    /// Closes the session inside Firefox; another may be opened after it.
    pub(crate) async fn end_session(&self) -> Result<(), StartError> {
        let ended = self.marionette.send("WebDriver:DeleteSession", "{}");
        match tokio::time::timeout_at(self.deadline.into(), ended).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(StartError::Marionette {
                error: error.to_string(),
                scene: Box::new(self.scene(None)),
            }),
            Err(_) => Err(StartError::TimedOut(Box::new(self.scene(None)))),
        }
    }

    /// Gives one that was started ahead the time limit and the notes of the session it serves.
    pub(crate) fn begin_again(&mut self, wanted: &Launch) {
        self.began = Instant::now();
        self.deadline = self.began + wanted.startup_timeout;
        self.phases = wanted.phases.clone();
        self.phases.reached("warm");
    }

    fn scene(&self, death: Option<&Death>) -> Scene {
        Scene {
            exit: death.map(|death| death.exit),
            phase: Some(Phase::Ready),
            elapsed: self.began.elapsed(),
            command_line: self.command_line.clone(),
            stderr: death.map_or_else(|| self.witness.so_far(), |death| death.stderr.clone()),
        }
    }

    /// The connection to Marionette; cheap to clone.
    pub fn marionette(&self) -> &Marionette {
        &self.marionette
    }

    /// Where its BiDi socket listens, when one was asked for.
    pub fn bidi_address(&self) -> Option<SocketAddr> {
        self.bidi
    }

    /// Its profile, when we made or opened it.
    pub fn profile(&self) -> Option<&Path> {
        match &self.hold {
            Hold::Owner { profile, .. } => Some(profile.path()),
            Hold::Guest { .. } => None,
        }
    }

    /// A folder for files of the session that Firefox must be able to read. It need not exist yet;
    /// it goes with Firefox.
    pub fn files(&self) -> &Path {
        match &self.hold {
            Hold::Owner { profile, .. } => profile.files(),
            Hold::Guest { files } => files.path(),
        }
    }

    /// Where downloads go; `None` when the profile is the user's own and says that by itself.
    pub fn downloads(&self) -> Option<PathBuf> {
        match &self.hold {
            Hold::Owner { profile, .. } => profile.downloads(),
            Hold::Guest { .. } => None,
        }
    }

    /// Its process, which leads a group of its own, when we started it.
    pub fn pid(&self) -> Option<u32> {
        match &self.hold {
            Hold::Owner { child, .. } => Some(child.pid()),
            Hold::Guest { .. } => None,
        }
    }

    /// What the start cost.
    pub fn phases(&self) -> &Phases {
        &self.phases
    }

    /// Waits until its process is gone, if that is ours. Cancel safe.
    pub async fn died(&self) -> Death {
        match self.witness.death().await {
            Some(death) => death,
            None => std::future::pending().await,
        }
    }

    /// Waits until no command can reach it any more, and says why. Cancel safe.
    pub async fn gone(&self) -> MarionetteError {
        match &self.hold {
            Hold::Owner { .. } => MarionetteError::Died(Box::new(self.died().await)),
            Hold::Guest { .. } => self.marionette.lost().await,
        }
    }

    /// Ends it in the way it deserves: at once with a throw-away profile, cleanly with a given one;
    /// of somebody else's, only the session. All that is ours is gone when this returns.
    pub async fn end(self) {
        match &self.hold {
            Hold::Owner {
                throw_away: true, ..
            } => self.kill().await,
            Hold::Owner { .. } => self.quit().await,
            Hold::Guest { .. } => self.leave().await,
        }
    }

    /// Kills it with all its processes, and removes a throw-away profile. Somebody else's is left
    /// alone.
    pub async fn kill(self) {
        if let Hold::Owner { child, profile, .. } = self.hold {
            // A killed process writes nothing more, so the files can go while the processes do.
            tokio::join!(child.kill(), profile.remove());
        }
    }

    /// Asks it to quit, so that its profile is written, and kills it when it takes too long.
    pub async fn quit(self) {
        let quit = async {
            // It may be gone before it answers; the wait tells.
            let _ = self
                .marionette
                .send("Marionette:Quit", r#"{"flags":["eForceQuit"]}"#)
                .await;
            if let Hold::Owner { child, .. } = &self.hold {
                child.wait().await;
            }
        };
        if tokio::time::timeout(QUIT_GRACE, quit).await.is_err() {
            tracing::warn!(
                pid = self.pid(),
                "Firefox did not quit in time and is killed"
            );
        }
        self.kill().await;
    }

    /// Closes the session and lets the browser be.
    async fn leave(self) {
        let left = tokio::time::timeout(QUIT_GRACE, self.end_session()).await;
        // It may be gone, or busy for good: closing the connection ends the session as well.
        if !matches!(left, Ok(Ok(()))) {
            tracing::debug!(?left, "the session was not closed, its connection is");
        }
    }
}

/// The steps of a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The program is found and its profile is made.
    Found,
    /// The process runs and has told its ports.
    Started,
    /// Marionette has greeted us.
    Connected,
    /// The first session is open.
    Ready,
}

impl Phase {
    /// The name in logs and errors.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Found => "found",
            Phase::Started => "started",
            Phase::Connected => "connected",
            Phase::Ready => "ready",
        }
    }
}
