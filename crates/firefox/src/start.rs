//! The start of a Firefox, step by step: found, started, connected, ready.

use std::{
    fmt,
    sync::Arc,
    time::{Duration, Instant},
};

use hansom_host::{Child, StateDir};

use crate::{
    Firefox, Launch, Marionette, MarionetteError, Phase, StartError, Witness, command_line,
    last_words::LastWords, ports::PortWatch, profile::ProfileFolder, start_error::Scene,
};

/// What the start cost, in milliseconds since its beginning, step by step.
#[derive(Debug, Clone)]
pub struct Phases {
    began: Instant,
    reached: Vec<(Phase, Duration)>,
}

impl Phases {
    fn begin() -> Self {
        Self {
            began: Instant::now(),
            reached: Vec::new(),
        }
    }

    pub(crate) fn reached(&mut self, phase: Phase) {
        self.reached.push((phase, self.began.elapsed()));
    }

    /// What is being waited for.
    pub(crate) fn next(&self) -> Phase {
        match self.reached.last() {
            None => Phase::Found,
            Some((Phase::Found, _)) => Phase::Started,
            Some((Phase::Started, _)) => Phase::Connected,
            Some((Phase::Connected | Phase::Ready, _)) => Phase::Ready,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Each step with the time from the beginning to it.
    pub fn iter(&self) -> impl Iterator<Item = (Phase, Duration)> + '_ {
        self.reached.iter().copied()
    }
}

impl fmt::Display for Phases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (phase, time)) in self.reached.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{} {} ms", phase.name(), time.as_millis())?;
        }
        Ok(())
    }
}

/// A start that is under way.
struct Start {
    phases: Phases,
    deadline: Instant,
    command_line: String,
}

/// Starts a Firefox and connects to it.
pub(crate) async fn start(launch: Launch, state: &Arc<StateDir>) -> Result<Firefox, StartError> {
    let phases = Phases::begin();
    let mut start = Start {
        deadline: phases.began + launch.startup_timeout,
        phases,
        command_line: String::new(),
    };
    let throw_away = launch.profile.is_throw_away();
    let wants_bidi = launch.bidi;

    let (launch, profile, watch) = prepare(launch, Arc::clone(state)).await?;
    start.phases.reached(Phase::Found);
    let line = command_line::build(&launch, profile.path());
    start.command_line = line.shown;
    if line.headless && launch.headless == crate::Headless::Auto {
        tracing::info!("this machine has no display; Firefox runs headless");
    }

    let mut child = Child::spawn(line.spec, state).await?;
    let last_words = match child.take_stderr() {
        Some(stderr) => LastWords::listen(stderr, child.pid()),
        None => LastWords::default(),
    };
    let child = Arc::new(child);
    let witness = Witness::new(&child, last_words, start.phases.began);

    let ports = start.within(&witness, watch.ports()).await?;
    drop(watch);
    start.phases.reached(Phase::Started);
    let connected = Marionette::connect(ports.marionette, witness.clone());
    let marionette = match start.within(&witness, connected).await? {
        Ok(marionette) => marionette,
        Err(MarionetteError::Died(death)) => {
            return Err(StartError::of_early_end(
                start.scene(Some(death.exit), death.stderr),
            ));
        }
        Err(error) => {
            return Err(StartError::Marionette {
                error: error.to_string(),
                scene: Box::new(start.scene(None, witness.so_far())),
            });
        }
    };
    start.phases.reached(Phase::Connected);
    tracing::debug!(
        pid = child.pid(),
        phases = %start.phases,
        template = profile.from_template,
        bidi = wants_bidi,
        "Firefox is connected"
    );
    Ok(Firefox {
        child,
        marionette,
        witness,
        bidi: ports.bidi,
        profile,
        throw_away,
        headless: line.headless,
        command_line: start.command_line,
        phases: start.phases,
        deadline: start.deadline,
    })
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
            phase: Some(self.phases.next()),
            elapsed: self.phases.elapsed(),
            command_line: self.command_line.clone(),
            stderr,
        }
    }
}
