//! Frames of the screen: one capture in the kernel, shared by all who look.

use std::{
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use hansom_device::{DeviceError, Frame, FrameOptions, FrameStream, Result};
use serde_json::json;
use tokio::sync::{broadcast, mpsc};

use crate::kernel::Link;

/// Frames that a slow reader may be behind before it skips some.
const BEHIND: usize = 16;

/// The capture and those who look at it.
pub(crate) struct FrameHub {
    link: Link,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    /// `None` once the phone is gone.
    frames: Option<broadcast::Sender<Frame>>,
    /// What each of those who look asked for.
    wanted: Vec<(u64, FrameOptions)>,
    next: u64,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FrameHub {
    pub(crate) fn new(link: Link) -> Self {
        let shared = Shared {
            frames: Some(broadcast::Sender::new(BEHIND)),
            ..Shared::default()
        };
        Self {
            link,
            shared: Arc::new(Mutex::new(shared)),
        }
    }

    /// Hands on what the kernel sends, until it is gone.
    pub(crate) fn follow(&self, mut frames: mpsc::Receiver<(f64, Bytes)>) {
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            while let Some((time, jpeg)) = frames.recv().await {
                let frame = Frame {
                    jpeg,
                    at: instant(time),
                };
                if let Some(sender) = &lock(&shared).frames {
                    // Nobody looks any more: the capture is about to stop.
                    let _ = sender.send(frame);
                }
            }
            lock(&shared).frames = None;
        });
    }

    /// Starts to look. The capture runs at the best of what those who look asked for.
    pub(crate) async fn look(&self, options: FrameOptions) -> Result<FrameStream> {
        let (receiver, ticket) = {
            let mut shared = lock(&self.shared);
            let Some(frames) = &shared.frames else {
                return Err(DeviceError::Lost("its Firefox has ended".into()));
            };
            let receiver = frames.subscribe();
            let ticket = shared.next;
            shared.next += 1;
            shared.wanted.push((ticket, options));
            (receiver, ticket)
        };
        let seat = Seat {
            link: self.link.clone(),
            shared: Arc::clone(&self.shared),
            ticket,
        };
        start(&self.link, &self.shared).await?;
        let frames = stream::unfold(receiver, |mut receiver| async move {
            loop {
                match receiver.recv().await {
                    Ok(frame) => return Some((Ok(frame), receiver)),
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                }
            }
        });
        Ok(Watched {
            frames: frames.boxed(),
            _seat: seat,
        }
        .boxed())
    }
}

/// Starts or adapts the capture to what is wanted; stops it when nothing is.
async fn start(link: &Link, shared: &Mutex<Shared>) -> Result<()> {
    let best = lock(shared)
        .wanted
        .iter()
        .map(|(_, options)| *options)
        .reduce(|a, b| FrameOptions {
            fps: a.fps.max(b.fps),
            quality: a.quality.max(b.quality),
            scale: a.scale.max(b.scale),
        });
    match best {
        Some(best) => {
            let arg = json!({
                "fps": best.fps.clamp(1, 60), "quality": best.quality, "scale": best.scale,
            });
            link.run("startFrames", arg).await
        }
        None => link.run("stopFrames", json!({})).await,
    }
}

/// A place among those who look; left on drop.
struct Seat {
    link: Link,
    shared: Arc<Mutex<Shared>>,
    ticket: u64,
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.shared)
            .wanted
            .retain(|(ticket, _)| *ticket != self.ticket);
        let (link, shared) = (self.link.clone(), Arc::clone(&self.shared));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = start(&link, &shared).await {
                    tracing::debug!(%error, "the capture ended with the phone");
                }
            });
        }
    }
}

struct Watched {
    frames: FrameStream,
    _seat: Seat,
}

impl Stream for Watched {
    type Item = Result<Frame>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.frames.as_mut().poll_next(cx)
    }
}

/// The moment of a time in milliseconds since 1970. The phone runs on this machine's clock.
fn instant(time: f64) -> Instant {
    let now = Instant::now();
    let taken =
        UNIX_EPOCH.checked_add(Duration::try_from_secs_f64(time / 1000.0).unwrap_or_default());
    let ago = taken.and_then(|taken| SystemTime::now().duration_since(taken).ok());
    ago.and_then(|ago| now.checked_sub(ago)).unwrap_or(now)
}
