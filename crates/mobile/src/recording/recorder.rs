//! The task that makes one film.
//!
//! It begins when the encoder has taken the first picture and ends by itself: when it is asked to, at
//! the time limit, when the device is lost, when the encoder ends. In each case what came so far
//! becomes the film. The outcome waits for whoever asks, so a stop that is cut short loses nothing.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use hansom_device::{Frame, FrameHub, FrameListener, FrameOptions};
use hansom_host::{StateDir, TempFolder};
use hansom_protocol::Error;
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval, sleep_until, timeout_at},
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    RecordingError,
    encoder::Encoder,
    film::Film,
    finish::{self, FRAGMENTS},
    jpeg,
    options::FilmOptions,
    pacer::Pacer,
};

/// How late a frame may come and still stand in its own slot; a still screen is written this much
/// behind the clock.
const LATENESS: Duration = Duration::from_secs(1);
/// How often a still screen is written on.
const TICK: Duration = Duration::from_millis(250);
/// How long a stop waits, at most, for the frame that shows the moment of the stop.
const LAST_FRAME: Duration = Duration::from_millis(300);

/// A film or why there is none.
pub(super) type Outcome = Result<Arc<Film>, Error>;

/// What a recorder needs from this machine.
#[derive(Debug, Clone)]
pub(super) struct Workshop {
    pub(super) program: std::path::PathBuf,
    pub(super) state: Arc<StateDir>,
    /// The first picture must be encoded within this time.
    pub(super) start_within: Duration,
    /// What the encoder has not taken when the recording ends it must take within this time, and
    /// give back within the same again; otherwise the film ends there.
    pub(super) encode_within: Duration,
}

/// A recording that runs, or has ended and waits to be asked for. Dropping it undoes it.
pub(super) struct Recorder {
    stop: CancellationToken,
    outcome: watch::Receiver<Option<Outcome>>,
    _task: AbortOnDropHandle<()>,
}

impl Recorder {
    /// Starts; returns when the first picture is in the film. When it fails nothing is left.
    pub(super) async fn start(
        hub: &Arc<FrameHub>,
        workshop: Workshop,
        options: FilmOptions,
    ) -> Result<Self, RecordingError> {
        let deadline = tokio::time::Instant::now() + workshop.start_within;
        let mut listener = hub.listen(FrameOptions {
            fps: options.fps,
            quality: options.quality,
            scale: 1.0,
        });
        let timed_out = |what, listener: &FrameListener| RecordingError::StartTimeout {
            what,
            after: workshop.start_within,
            cause: listener.trouble(),
        };
        let Ok(first) = timeout_at(deadline, first_picture(&mut listener)).await else {
            return Err(timed_out("the first picture of the screen", &listener));
        };
        let (picture, size) = first.map_err(RecordingError::Capture)?;
        let folder = workshop.state.folder("film")?;
        let begin = begin(&workshop, &options, &folder, &picture, size);
        let encoder = match timeout_at(deadline, begin).await {
            Ok(encoder) => encoder?,
            Err(_) => return Err(timed_out("the encoding of the first picture", &listener)),
        };
        let pacer = Pacer::new(options.fps, Instant::now(), options.time_limit);
        let stop = CancellationToken::new();
        let (report, outcome) = watch::channel(None);
        let recording = Recording {
            listener,
            encoder,
            pacer,
            picture,
            stop: stop.clone(),
        };
        let task = tokio::spawn(async move {
            let made = make(recording, &workshop, folder).await;
            report.send_replace(Some(made.map(Arc::new).map_err(Error::from)));
        });
        Ok(Self {
            stop,
            outcome,
            _task: AbortOnDropHandle::new(task),
        })
    }

    /// Whether it still records.
    pub(super) fn runs(&self) -> bool {
        self.outcome.borrow().is_none()
    }

    /// Ends it, if it has not ended, and gives the film. Cancel safe: it can be asked again.
    pub(super) async fn stop(&mut self) -> Outcome {
        self.stop.cancel();
        match self.outcome.wait_for(Option::is_some).await {
            Ok(outcome) => match &*outcome {
                Some(outcome) => outcome.clone(),
                None => Err(gone()),
            },
            Err(_) => Err(gone()),
        }
    }
}

fn gone() -> Error {
    RecordingError::Empty {
        why: "the recording broke off".into(),
    }
    .into()
}

/// The first frame that is a picture.
async fn first_picture(listener: &mut FrameListener) -> Result<(Bytes, (u32, u32)), String> {
    loop {
        let frame = listener.next().await?;
        if let Some(size) = jpeg::size(&frame.jpeg) {
            return Ok((frame.jpeg, size));
        }
        tracing::warn!(
            bytes = frame.jpeg.len(),
            "a frame that is no JPEG is left out"
        );
    }
}

async fn begin(
    workshop: &Workshop,
    options: &FilmOptions,
    folder: &TempFolder,
    picture: &Bytes,
    size: (u32, u32),
) -> Result<Encoder, RecordingError> {
    let path = folder.path().join(FRAGMENTS);
    let mut encoder =
        Encoder::start(&workshop.program, &workshop.state, options, size, path).await?;
    // When it cannot be written the encoder has ended, and `ready` knows its words.
    let _ = encoder.write(picture).await;
    encoder.ready().await?;
    Ok(encoder)
}

/// What a running recording holds.
struct Recording {
    listener: FrameListener,
    encoder: Encoder,
    pacer: Pacer,
    picture: Bytes,
    stop: CancellationToken,
}

/// Records to the end, then makes the film.
async fn make(
    mut recording: Recording,
    workshop: &Workshop,
    folder: TempFolder,
) -> Result<Film, RecordingError> {
    let within = workshop.encode_within;
    let overdue = overdue(recording.stop.clone(), recording.pacer.end(), within);
    let mut ended_by = tokio::select! {
        biased;
        ended_by = recording.run() => ended_by,
        () = overdue => {
            tracing::warn!(?within, "the encoder did not catch up; the film ends early");
            format!("an encoder that was more than {within:?} behind")
        }
    };
    // The capture is not needed while the film is being finished.
    drop(recording.listener);
    let (mut written, words) = recording.encoder.close(within).await?;
    match written.trouble.take() {
        Some(trouble) if written.pictures == 0 => return Err(trouble.into()),
        Some(trouble) => ended_by = format!("the film could not be written: {trouble}"),
        None if !words.is_empty() => ended_by = format!("{ended_by} (ffmpeg said: {words})"),
        None => {}
    }
    finish::finish(
        &workshop.program,
        &workshop.state,
        folder,
        &written,
        ended_by,
    )
    .await
}

/// Passes when the encoder has had its time after the end of the recording.
async fn overdue(stop: CancellationToken, limit: Instant, within: Duration) {
    tokio::select! {
        () = stop.cancelled() => {}
        () = sleep_until(limit.into()) => {}
    }
    tokio::time::sleep(within).await;
}

impl Recording {
    /// Writes frames until something ends it, and says what.
    async fn run(&mut self) -> String {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Skip);
        let limit = self.pacer.end();
        let outcome = loop {
            let step = tokio::select! {
                biased;
                () = self.stop.cancelled() => break self.last_frame(Instant::now().min(limit)).await,
                () = sleep_until(limit.into()) => {
                    break self.fill(limit).await.map(|()| "the time limit");
                }
                () = self.encoder.ended() => break Err("the encoder ended".into()),
                frame = self.listener.next() => match frame {
                    Ok(frame) => self.take(frame).await,
                    Err(why) => {
                        let filled = self.fill(Instant::now()).await;
                        break filled.and(Err(format!("the capture ended: {why}")));
                    }
                },
                _ = tick.tick() => match Instant::now().checked_sub(LATENESS) {
                    Some(until) => self.fill(until).await,
                    None => Ok(()),
                },
            };
            if let Err(why) = step {
                break Err(why);
            }
        };
        match outcome {
            Ok(reason) => reason.to_owned(),
            Err(why) => {
                tracing::warn!(why, "the recording ended early");
                why
            }
        }
    }

    /// Takes a frame into the film, from its own time on.
    async fn take(&mut self, frame: Frame) -> Result<(), String> {
        if jpeg::size(&frame.jpeg).is_none() {
            tracing::warn!(
                bytes = frame.jpeg.len(),
                "a frame that is no JPEG is left out"
            );
            return Ok(());
        }
        self.fill(frame.at).await?;
        self.picture = frame.jpeg;
        Ok(())
    }

    /// Repeats the current picture up to a time.
    async fn fill(&mut self, until: Instant) -> Result<(), String> {
        for _ in 0..self.pacer.due(until) {
            self.encoder.write(&self.picture).await?;
            self.pacer.wrote_one();
        }
        Ok(())
    }

    /// Waits a little for the frame that shows the end, so that what was on screen at the stop is in
    /// the film, and ends it there.
    async fn last_frame(&mut self, end: Instant) -> Result<&'static str, String> {
        let patience = tokio::time::Instant::now() + LAST_FRAME;
        while let Ok(Ok(frame)) = timeout_at(patience, self.listener.next()).await {
            if frame.at >= end {
                break;
            }
            self.take(frame).await?;
        }
        self.fill(end).await?;
        Ok("the stop")
    }
}
