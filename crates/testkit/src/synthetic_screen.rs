//! A screen that shows what a test says, and misbehaves when told to.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use hansom_device::{
    DeviceError, Frame, FrameOptions, FrameStream, Orientation, Picture, Result, Screen, ScreenInfo,
};
use tokio::sync::watch;

/// Red, green, blue.
pub type Colour = [u8; 3];

/// Yields JPEG frames of one colour at the rate asked for, with their times.
#[derive(Clone)]
pub struct SyntheticScreen {
    script: Arc<Mutex<Script>>,
    captures: Arc<watch::Sender<Captures>>,
    pictures: Arc<Mutex<Pictures>>,
}

/// Pictures by colour, width, height and quality: encoding them each time would be slow.
type Pictures = HashMap<(Colour, u16, u16, u8), Bytes>;

/// How often and with what the screen has been captured.
#[derive(Debug, Clone, Copy, Default)]
pub struct Captures {
    /// Captures that run now.
    pub running: usize,
    /// Captures ever opened.
    pub opened: usize,
    /// What the last one was asked for.
    pub options: FrameOptions,
}

/// What the screen does now.
struct Script {
    colour: Colour,
    size: (u16, u16),
    latency: Duration,
    fault: Fault,
}

/// Ways to misbehave.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Fault {
    /// None.
    #[default]
    None,
    /// Frames stop coming; the stream stays open.
    Stall,
    /// Frames are not JPEGs.
    Garbage,
    /// Frames are cut in half.
    Torn,
    /// The stream breaks, and cannot be opened, with this error.
    Error(DeviceError),
}

impl SyntheticScreen {
    /// A small black screen.
    pub fn new(width: u16, height: u16) -> Self {
        Self {
            script: Arc::new(Mutex::new(Script {
                colour: [0, 0, 0],
                size: (width, height),
                latency: Duration::ZERO,
                fault: Fault::None,
            })),
            captures: Arc::new(watch::Sender::new(Captures::default())),
            pictures: Arc::default(),
        }
    }

    /// Shows a colour from now on.
    pub fn show(&self, colour: Colour) {
        self.script().colour = colour;
    }

    /// Turns the screen.
    pub fn turn(&self) {
        let mut script = self.script();
        script.size = (script.size.1, script.size.0);
    }

    /// Frames come this much after their time.
    pub fn delay(&self, latency: Duration) {
        self.script().latency = latency;
    }

    /// Misbehaves from now on; [`Fault::None`] ends it.
    pub fn fail(&self, fault: Fault) {
        self.script().fault = fault;
    }

    /// How it is being captured.
    pub fn captures(&self) -> watch::Receiver<Captures> {
        self.captures.subscribe()
    }

    fn script(&self) -> MutexGuard<'_, Script> {
        lock(&self.script)
    }

    /// The picture that stands on the screen; `None` while it sends nothing.
    fn picture(&self, quality: u8) -> Result<Option<Bytes>> {
        let script = self.script();
        let (width, height) = script.size;
        let whole = self.jpeg(script.colour, width, height, quality);
        match &script.fault {
            Fault::None => Ok(Some(whole)),
            Fault::Stall => Ok(None),
            Fault::Garbage => Ok(Some(Bytes::from_static(b"not a picture"))),
            Fault::Torn => Ok(Some(whole.slice(..whole.len() / 2))),
            Fault::Error(error) => Err(error.clone()),
        }
    }

    fn jpeg(&self, colour: Colour, width: u16, height: u16, quality: u8) -> Bytes {
        let mut pictures = lock(&self.pictures);
        let picture = pictures
            .entry((colour, width, height, quality))
            .or_insert_with(|| {
                let pixels = colour.repeat(usize::from(width) * usize::from(height));
                let mut jpeg = Vec::new();
                jpeg_encoder::Encoder::new(&mut jpeg, quality)
                    .encode(&pixels, width, height, jpeg_encoder::ColorType::Rgb)
                    .expect("a picture of the right size");
                jpeg.into()
            });
        picture.clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts a capture as running until it is dropped.
struct Running(Arc<watch::Sender<Captures>>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.send_modify(|captures| captures.running -= 1);
    }
}

#[async_trait]
impl Screen for SyntheticScreen {
    async fn info(&self) -> Result<ScreenInfo> {
        let (width, height) = self.script().size;
        Ok(ScreenInfo {
            width: width.into(),
            height: height.into(),
            status_bar_height: 0.0,
            scale: 1.0,
        })
    }

    async fn screenshot(&self) -> Result<Picture> {
        Err(DeviceError::Failed(
            "a synthetic screen has frames only".into(),
        ))
    }

    async fn orientation(&self) -> Result<Orientation> {
        let (width, height) = self.script().size;
        Ok(if width > height {
            Orientation::LandscapeLeft
        } else {
            Orientation::Portrait
        })
    }

    async fn rotate(&self, orientation: Orientation) -> Result<()> {
        if orientation.is_landscape() != self.orientation().await?.is_landscape() {
            self.turn();
        }
        Ok(())
    }

    async fn frames(&self, options: FrameOptions) -> Result<FrameStream> {
        if let Fault::Error(error) = &self.script().fault {
            return Err(error.clone());
        }
        self.captures.send_modify(|captures| {
            captures.running += 1;
            captures.opened += 1;
            captures.options = options;
        });
        let running = Running(Arc::clone(&self.captures));
        let period = Duration::from_secs(1) / options.fps;
        let mut tick = tokio::time::interval(period);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        let screen = self.clone();
        let live = stream::unfold((tick, running), |(mut tick, running)| async move {
            tick.tick().await;
            Some((Instant::now(), (tick, running)))
        })
        // The picture is taken at its time and handed over later.
        .map(move |at| {
            let latency = screen.script().latency;
            let picture = screen.picture(options.quality);
            async move {
                tokio::time::sleep_until((at + latency).into()).await;
                picture.map(|jpeg| jpeg.map(|jpeg| Frame { jpeg, at }))
            }
        })
        .buffered(64)
        .filter_map(|frame| async { frame.transpose() });
        Ok(live.boxed())
    }
}
