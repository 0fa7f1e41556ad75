//! The states of a session's recording, as the specification has them.
//!
//! | state | start | stop |
//! |---|---|---|
//! | nothing | records, `""` | `""` |
//! | recording | stops, records anew, answers the old film (`forceRestart`: drops it, `""`) | answers the film |
//! | a film is there | records, `""`; the film is dropped | answers the film again |
//!
//! A start that fails keeps the film that was there, and so does an upload that fails. A film that is
//! not finished when a stop has to answer is finished in the background, for the next stop.

use std::{path::PathBuf, sync::Arc, time::Duration};

use hansom_device::{Device, Facts, FrameHub};
use hansom_host::StateDir;
use hansom_protocol::{Answer, Error, Feature, Grants};
use tokio::sync::Mutex;

use super::{
    RecordingError, RecordingOptions, availability, ffmpeg, live,
    recorder::{Outcome, Recorder, Workshop},
    upload,
};

/// What recordings of all sessions share.
#[derive(Debug, Clone)]
pub struct RecordingConfig {
    /// The encoder, when it is not to be found on `PATH`.
    pub ffmpeg: Option<PathBuf>,
    /// Where films are kept.
    pub state: Arc<StateDir>,
    /// What clients may do.
    pub grants: Grants,
    /// How long the first picture may take.
    pub start_within: Duration,
    /// How long a stop waits for the film to be finished; it is finished all the same.
    pub stop_within: Duration,
    /// How long an upload may take as a whole.
    pub upload_within: Duration,
}

impl RecordingConfig {
    /// The defaults: ffmpeg from `PATH`, 5 s to start, 1 minute to stop, 4 minutes to upload.
    pub fn new(state: Arc<StateDir>, grants: Grants) -> Self {
        Self {
            ffmpeg: None,
            state,
            grants,
            start_within: Duration::from_secs(5),
            stop_within: Duration::from_mins(1),
            upload_within: Duration::from_mins(4),
        }
    }
}

/// Recording and live view of one device. Dropping it ends both and removes the films.
pub struct Recordings {
    hub: Arc<FrameHub>,
    facts: Facts,
    config: RecordingConfig,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    running: Option<Recorder>,
    last: Option<Outcome>,
}

impl State {
    /// Ends what runs; afterwards `last` is the most recent outcome. Cancel safe: what is not
    /// finished in time goes on, and can be asked for again.
    async fn settle(&mut self, within: Duration) -> Result<(), RecordingError> {
        if let Some(running) = &mut self.running {
            let stopped = tokio::time::timeout(within, running.stop()).await;
            self.last = Some(stopped.map_err(|_| RecordingError::StopTimeout { after: within })?);
            self.running = None;
        }
        Ok(())
    }
}

impl Recordings {
    /// For a device.
    pub fn new<D: Device + ?Sized>(device: Arc<D>, config: RecordingConfig) -> Self {
        let facts = device.facts().clone();
        Self::of_hub(FrameHub::of_device(device), facts, config)
    }

    /// For a hub that others listen to as well.
    pub fn of_hub(hub: Arc<FrameHub>, facts: Facts, config: RecordingConfig) -> Self {
        Self {
            hub,
            facts,
            config,
            state: Mutex::default(),
        }
    }

    /// Starts a recording; answers the film of one that was running, or `""`.
    pub async fn start(&self, options: RecordingOptions) -> Result<Answer, Error> {
        availability::check(&self.facts)?;
        self.check_grant(&options)?;
        let workshop = Workshop {
            program: ffmpeg::find(self.config.ffmpeg.as_deref())?,
            state: Arc::clone(&self.config.state),
            start_within: self.config.start_within,
            encode_within: self.config.stop_within * 2,
        };
        let mut state = self.state.lock().await;
        let was_running = state.running.as_ref().is_some_and(Recorder::runs);
        let answered = was_running && !options.force_restart;
        if was_running && options.force_restart {
            state.running = None;
        }
        state.settle(self.config.stop_within).await?;
        let answer = match &state.last {
            Some(last @ Ok(_)) if answered => self.deliver(last, &options).await?,
            Some(Err(error)) if answered => {
                tracing::warn!(%error, "the recording that ran left no film");
                Answer::value("")
            }
            _ => Answer::value(""),
        };
        state.running = Some(Recorder::start(&self.hub, workshop, options.film).await?);
        state.last = None;
        Ok(answer)
    }

    /// Stops the recording and answers the film, or uploads it and answers `""`. Without a recording
    /// it is the most recent film again, or `""`.
    pub async fn stop(&self, options: RecordingOptions) -> Result<Answer, Error> {
        self.check_grant(&options)?;
        let mut state = self.state.lock().await;
        state.settle(self.config.stop_within).await?;
        match &state.last {
            Some(last) => self.deliver(last, &options).await,
            None => Ok(Answer::value("")),
        }
    }

    /// The screen as a live MJPEG stream. Waits for nothing that start or stop do.
    pub async fn watch_screen(&self) -> Result<Answer, Error> {
        Ok(live::watch(&self.hub, self.config.start_within).await?)
    }

    /// Ends recording, films and views; for the end of the session.
    pub async fn close(&self) {
        self.hub.close();
        *self.state.lock().await = State::default();
    }

    async fn deliver(&self, last: &Outcome, options: &RecordingOptions) -> Result<Answer, Error> {
        let film = Arc::clone(last.as_ref().map_err(Clone::clone)?);
        match &options.target {
            None => Ok(film.answer().await?),
            Some(target) => {
                upload::upload(&film, target, self.config.upload_within).await?;
                Ok(Answer::value(""))
            }
        }
    }

    fn check_grant(&self, options: &RecordingOptions) -> Result<(), Error> {
        match options.target {
            Some(_) => self.config.grants.require(Feature::RemoteUpload),
            None => Ok(()),
        }
    }
}
