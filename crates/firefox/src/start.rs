//! The start of a Firefox, step by step: found, started, connected, ready.

use std::{sync::Arc, time::Instant};

use hansom_host::{Child, StateDir};

use crate::{
    Firefox, Headless, Launch, Marionette, MarionetteError, Phase, Profile, StartError, Witness,
    command_line,
    firefox::Hold,
    last_words::LastWords,
    ports::PortWatch,
    profile::{ProfileFolder, Template},
    start_error::Scene,
};

/// A start that failed, and the template it began with.
pub(crate) struct Failed {
    pub(crate) template: Option<Template>,
    pub(crate) error: StartError,
}

impl From<Failed> for StartError {
    fn from(failed: Failed) -> Self {
        failed.error
    }
}

/// A start that is under way.
struct Start {
    launch: Launch,
    began: Instant,
    deadline: Instant,
    waiting_for: Phase,
    command_line: String,
}

/// Starts a Firefox and connects to it.
pub(crate) async fn start(launch: Launch, state: &Arc<StateDir>) -> Result<Firefox, Failed> {
    let began = Instant::now();
    let prepared = prepare(launch, Arc::clone(state)).await;
    let (launch, profile, watch) = prepared.map_err(|error| Failed {
        template: None,
        error,
    })?;
    let template = profile.template.clone();
    let mut start = Start {
        began,
        deadline: began + launch.startup_timeout,
        waiting_for: Phase::Found,
        command_line: String::new(),
        launch,
    };
    let started = start.run(profile, watch, state).await;
    started.map_err(|error| Failed { template, error })
}

/// Fills the profile and begins to watch it; both touch the disk, hence a thread of its own.
async fn prepare(
    launch: Launch,
    state: Arc<StateDir>,
) -> Result<(Launch, ProfileFolder, PortWatch), StartError> {
    let work = tokio::task::spawn_blocking(move || {
        let profile = ProfileFolder::prepare(&launch, &state)?;
        let watch = PortWatch::start(profile.path(), launch.bidi).map_err(|source| {
            StartError::Profile {
                path: profile.path().to_owned(),
                source,
            }
        })?;
        Ok((launch, profile, watch))
    });
    work.await.unwrap_or_else(|error| {
        Err(StartError::Profile {
            path: std::path::PathBuf::new(),
            source: std::io::Error::other(error),
        })
    })
}

impl Start {
    async fn run(
        &mut self,
        profile: ProfileFolder,
        watch: PortWatch,
        state: &Arc<StateDir>,
    ) -> Result<Firefox, StartError> {
        self.reached(Phase::Found);
        let line = command_line::build(&self.launch, profile.path());
        self.command_line = line.shown;
        if line.headless && self.launch.headless == Headless::Auto {
            tracing::info!("this machine has no display; Firefox runs headless");
        }
        let mut child = Child::spawn(line.spec, state).await?;
        let last_words = match (child.take_stdout(), child.take_stderr()) {
            (Some(stdout), Some(stderr)) => LastWords::listen(stdout, stderr, child.pid()),
            _ => LastWords::default(),
        };
        let child = Arc::new(child);
        let witness = Witness::new(&child, last_words, self.began);

        let ports = self.within(&witness, watch.ports()).await?;
        drop(watch);
        self.reached(Phase::Started);
        let connected = Marionette::connect(ports.marionette, witness.clone());
        let marionette = match self.within(&witness, connected).await? {
            Ok(marionette) => marionette,
            Err(MarionetteError::Died(death)) => {
                let scene = self.scene(Some(death.exit), death.stderr);
                return Err(StartError::of_early_end(scene));
            }
            Err(error) => {
                return Err(StartError::Marionette {
                    error: error.to_string(),
                    scene: Box::new(self.scene(None, witness.so_far())),
                });
            }
        };
        self.reached(Phase::Connected);
        tracing::debug!(
            pid = child.pid(),
            phases = %self.launch.phases,
            template = profile.template.is_some(),
            "Firefox is connected"
        );
        let wants_template =
            matches!(self.launch.profile, Profile::Template) && profile.template.is_none();
        Ok(Firefox {
            hold: Hold::Owner {
                child,
                profile,
                throw_away: self.launch.profile.is_throw_away(),
            },
            marionette,
            witness,
            bidi: ports.bidi,
            command_line: self.command_line.clone(),
            phases: self.launch.phases.clone(),
            began: self.began,
            deadline: self.deadline,
            template_wanted: wants_template
                .then(|| Box::new((self.launch.clone(), Arc::clone(state)))),
        })
    }

    fn reached(&mut self, phase: Phase) {
        self.launch.phases.reached(phase.name());
        self.waiting_for = match phase {
            Phase::Found => Phase::Started,
            Phase::Started => Phase::Connected,
            Phase::Connected | Phase::Ready => Phase::Ready,
        };
    }

    /// Waits for `wanted`, for the end of the process, and for the deadline, whichever is first.
    async fn within<T>(
        &self,
        witness: &Witness,
        wanted: impl Future<Output = T>,
    ) -> Result<T, StartError> {
        tokio::select! {
            biased;
            got = wanted => Ok(got),
            death = witness.death() => {
                let (exit, stderr) = death.map_or((None, Vec::new()), |d| (Some(d.exit), d.stderr));
                Err(StartError::of_early_end(self.scene(exit, stderr)))
            }
            () = tokio::time::sleep_until(self.deadline.into()) => {
                Err(StartError::TimedOut(Box::new(self.scene(None, witness.so_far()))))
            }
        }
    }

    fn scene(&self, exit: Option<hansom_host::Exit>, stderr: Vec<String>) -> Scene {
        Scene {
            exit,
            phase: Some(self.waiting_for),
            elapsed: self.began.elapsed(),
            command_line: self.command_line.clone(),
            stderr,
        }
    }
}
