//! The screen: pictures, frames, orientation.

use std::time::Instant;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use serde::Serialize;

use crate::{Picture, Result};

/// Sizes, in points, as the device is held now.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ScreenInfo {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Height of the status bar.
    pub status_bar_height: f64,
    /// Pixels per point.
    pub scale: f64,
}

/// How the device is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Orientation {
    /// Upright.
    Portrait,
    /// On its left side.
    LandscapeLeft,
    /// On its right side.
    LandscapeRight,
    /// Upside down.
    UpsideDown,
}

impl Orientation {
    /// Whether the long side is horizontal.
    pub const fn is_landscape(self) -> bool {
        matches!(
            self,
            Orientation::LandscapeLeft | Orientation::LandscapeRight
        )
    }
}

/// A picture of the screen with the time at which it was taken.
#[derive(Debug, Clone)]
pub struct Frame {
    /// JPEG.
    pub jpeg: Bytes,
    /// When.
    pub at: Instant,
}

/// How frames are to be made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameOptions {
    /// Frames per second wanted.
    pub fps: u32,
    /// JPEG quality, 1–100.
    pub quality: u8,
    /// Pixels per point.
    pub scale: f64,
}

impl Default for FrameOptions {
    fn default() -> Self {
        Self {
            fps: 10,
            quality: 70,
            scale: 1.0,
        }
    }
}

/// Frames as they come; ends when the device does, or when dropped.
pub type FrameStream = BoxStream<'static, Result<Frame>>;

/// The screen of a device.
#[async_trait]
pub trait Screen: Send + Sync {
    /// Sizes as it is held now.
    async fn info(&self) -> Result<ScreenInfo>;
    /// A picture, in pixels.
    async fn screenshot(&self) -> Result<Picture>;
    /// How it is held.
    async fn orientation(&self) -> Result<Orientation>;
    /// Turns it.
    async fn rotate(&self, orientation: Orientation) -> Result<()>;
    /// Starts to capture. One capture at a time: callers share the stream.
    async fn frames(&self, options: FrameOptions) -> Result<FrameStream>;
}
