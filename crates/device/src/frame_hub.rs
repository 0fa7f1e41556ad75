//! One capture loop per device, however many listen.
//!
//! Capture starts with the first listener and ends with the last. Listeners may want different rates
//! and qualities: the highest of each is captured, because a recorder drops what it does not need
//! and a viewer shows it. When that changes, the capture is opened anew.
//!
//! A capture that breaks is opened again, with pauses that grow; only a device that is lost ends it.
//! A listener that is slow misses frames, never the others.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use futures_util::StreamExt;
use tokio::sync::{broadcast, watch};
use tokio_util::task::AbortOnDropHandle;

use crate::{
    Device, DeviceError, Frame, FrameOptions, FrameStream, Orientation, Picture, Result, Screen,
    ScreenInfo,
};

/// Frames held for a listener that is busy; at 30 a second about one second.
const BUFFER: usize = 32;
/// Pauses between attempts to open a capture that broke.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The frames of one device.
pub struct FrameHub {
    screen: Arc<dyn Screen>,
    frames: broadcast::Sender<Frame>,
    health: watch::Sender<Health>,
    latest: Arc<Mutex<Option<Frame>>>,
    state: Mutex<State>,
    next: AtomicU64,
}

/// How the capture fares.
#[derive(Debug, Clone, PartialEq)]
enum Health {
    Well,
    /// Broken for now.
    Trouble(String),
    /// Over for good.
    Ended(String),
}

#[derive(Default)]
struct State {
    listeners: Vec<(u64, FrameOptions)>,
    capture: Option<Capture>,
    closed: bool,
}

struct Capture {
    wanted: watch::Sender<FrameOptions>,
    _task: AbortOnDropHandle<()>,
}

/// Somebody who listens. Dropping it may end the capture.
pub struct FrameListener {
    hub: Arc<FrameHub>,
    id: u64,
    first: Option<Frame>,
    frames: broadcast::Receiver<Frame>,
    health: watch::Receiver<Health>,
}

impl FrameHub {
    /// The frames of a screen. Nothing is captured until somebody listens.
    pub fn new(screen: Arc<dyn Screen>) -> Arc<Self> {
        Arc::new(Self {
            screen,
            frames: broadcast::Sender::new(BUFFER),
            health: watch::Sender::new(Health::Well),
            latest: Arc::default(),
            state: Mutex::default(),
            next: AtomicU64::new(0),
        })
    }

    /// The frames of a device's screen.
    pub fn of_device<D: Device + ?Sized>(device: Arc<D>) -> Arc<Self> {
        Self::new(Arc::new(ScreenOf(device)))
    }

    /// Listens. Must be called within a tokio runtime.
    pub fn listen(self: &Arc<Self>, wanted: FrameOptions) -> FrameListener {
        let mut state = self.state();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        state.listeners.push((id, wanted));
        let frames = self.frames.subscribe();
        // A screen that does not change may send nothing for long.
        let first = lock(&self.latest).clone();
        if state.capture.is_none() && !state.closed {
            self.health.send_replace(Health::Well);
        }
        self.adapt(&mut state);
        FrameListener {
            hub: Arc::clone(self),
            id,
            first,
            frames,
            health: self.health.subscribe(),
        }
    }

    /// Ends the capture and every listener.
    pub fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        self.adapt(&mut state);
        self.health
            .send_replace(Health::Ended("the session ended".into()));
    }

    /// Starts, changes or ends the capture as the listeners want.
    fn adapt(&self, state: &mut State) {
        let wanted = state.listeners.iter().map(|(_, wanted)| *wanted);
        let wanted = wanted.reduce(highest).filter(|_| !state.closed);
        let Some(wanted) = wanted else {
            state.capture = None;
            *lock(&self.latest) = None;
            return;
        };
        if let Some(capture) = &state.capture {
            capture.wanted.send_if_modified(|current| {
                let changed = *current != wanted;
                *current = wanted;
                changed
            });
            return;
        }
        let (sender, receiver) = watch::channel(wanted);
        let output = Output {
            frames: self.frames.clone(),
            latest: Arc::clone(&self.latest),
            health: self.health.clone(),
        };
        let task = tokio::spawn(capture(Arc::clone(&self.screen), receiver, output));
        state.capture = Some(Capture {
            wanted: sender,
            _task: AbortOnDropHandle::new(task),
        });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl FrameListener {
    /// The next frame, or why there will be none. Cancel safe.
    pub async fn next(&mut self) -> Result<Frame, String> {
        if let Some(frame) = self.first.take() {
            return Ok(frame);
        }
        loop {
            tokio::select! {
                biased;
                frame = self.frames.recv() => match frame {
                    Ok(frame) => return Ok(frame),
                    // Too slow: what was missed is gone.
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return Err("the capture ended".into()),
                },
                reason = ended(&mut self.health) => return Err(reason),
            }
        }
    }

    /// The newest frame not seen yet: what a viewer who was slow wants. Cancel safe.
    pub async fn newest(&mut self) -> Result<Frame, String> {
        let mut newest = self.next().await?;
        loop {
            match self.frames.try_recv() {
                Ok(frame) => newest = frame,
                Err(broadcast::error::TryRecvError::Lagged(_)) => {}
                Err(_) => return Ok(newest),
            }
        }
    }

    /// What is wrong with the capture at the moment, if anything.
    pub fn trouble(&self) -> Option<String> {
        match &*self.health.borrow() {
            Health::Well => None,
            Health::Trouble(why) | Health::Ended(why) => Some(why.clone()),
        }
    }
}

impl Drop for FrameListener {
    fn drop(&mut self) {
        let mut state = self.hub.state();
        state.listeners.retain(|(id, _)| *id != self.id);
        self.hub.adapt(&mut state);
    }
}

async fn ended(health: &mut watch::Receiver<Health>) -> String {
    match health.wait_for(|now| matches!(now, Health::Ended(_))).await {
        Ok(now) => match &*now {
            Health::Ended(why) | Health::Trouble(why) => why.clone(),
            Health::Well => String::new(),
        },
        Err(_) => "the capture ended".into(),
    }
}

fn highest(one: FrameOptions, other: FrameOptions) -> FrameOptions {
    FrameOptions {
        fps: one.fps.max(other.fps),
        quality: one.quality.max(other.quality),
        scale: one.scale.max(other.scale),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where frames go.
struct Output {
    frames: broadcast::Sender<Frame>,
    latest: Arc<Mutex<Option<Frame>>>,
    health: watch::Sender<Health>,
}

/// Captures until nobody listens (then the task is dropped) or the device is lost.
async fn capture(
    screen: Arc<dyn Screen>,
    mut wanted: watch::Receiver<FrameOptions>,
    output: Output,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        let options = *wanted.borrow_and_update();
        let broken = tokio::select! {
            broken = pump(&*screen, options, &output, &mut pause) => broken,
            _ = wanted.changed() => continue,
        };
        if let DeviceError::Lost(why) = broken {
            output.health.send_replace(Health::Ended(why));
            return;
        }
        tracing::warn!(error = %broken, ?pause, "the capture broke and is opened again");
        output
            .health
            .send_replace(Health::Trouble(broken.to_string()));
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Hands frames on until the stream breaks.
async fn pump(
    screen: &dyn Screen,
    options: FrameOptions,
    output: &Output,
    pause: &mut Duration,
) -> DeviceError {
    let mut stream = match screen.frames(options).await {
        Ok(stream) => stream,
        Err(error) => return error,
    };
    loop {
        match stream.next().await {
            Some(Ok(frame)) => {
                *pause = FIRST_PAUSE;
                output.health.send_if_modified(|health| {
                    let changed = *health != Health::Well;
                    *health = Health::Well;
                    changed
                });
                *lock(&output.latest) = Some(frame.clone());
                // Nobody listening is no error: the last listener is just leaving.
                let _ = output.frames.send(frame);
            }
            Some(Err(error)) => return error,
            None => return DeviceError::Failed("the device ended its stream of frames".into()),
        }
    }
}

/// The screen of a device that is shared.
struct ScreenOf<D: ?Sized>(Arc<D>);

#[async_trait]
impl<D: Device + ?Sized> Screen for ScreenOf<D> {
    async fn info(&self) -> Result<ScreenInfo> {
        self.0.screen().info().await
    }

    async fn screenshot(&self) -> Result<Picture> {
        self.0.screen().screenshot().await
    }

    async fn orientation(&self) -> Result<Orientation> {
        self.0.screen().orientation().await
    }

    async fn rotate(&self, orientation: Orientation) -> Result<()> {
        self.0.screen().rotate(orientation).await
    }

    async fn frames(&self, options: FrameOptions) -> Result<FrameStream> {
        self.0.screen().frames(options).await
    }
}
