//! Fingers, keys and buttons.

use std::time::Duration;

use async_trait::async_trait;

use crate::{Gesture, Result, Target};

/// One moment of a finger: where it is and whether it touches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Touch {
    /// Since the start of the gesture.
    pub at: Duration,
    /// Points from the left.
    pub x: f64,
    /// Points from the top.
    pub y: f64,
    /// Whether the finger is on the glass; a change from true to false lifts it.
    pub down: bool,
}

/// The way of one finger; between two moments it moves in a straight line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Finger(pub Vec<Touch>);

/// Hardware buttons. What a device does not have is an `InvalidArgument` that lists those it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button(pub String);

/// Input to a device.
#[async_trait]
pub trait Input: Send + Sync {
    /// Plays a gesture of one or more fingers and returns when the last finger is up.
    async fn touch(&self, fingers: Vec<Finger>) -> Result<()>;
    /// Performs a named gesture on an element or on the screen. A device without gestures of its own
    /// finds the target's rectangle and plays [`Gesture::fingers`].
    async fn gesture(&self, gesture: &Gesture, target: &Target) -> Result<()>;
    /// Types text into whatever has focus.
    async fn type_text(&self, text: &str) -> Result<()>;
    /// Presses a button.
    async fn press(&self, button: &Button, hold: Option<Duration>) -> Result<()>;
    /// The buttons there are.
    fn buttons(&self) -> &[&'static str];
    /// Whether a keyboard is on the screen.
    async fn keyboard_shown(&self) -> Result<bool>;
    /// Puts the keyboard away, by one of these keys if given.
    async fn hide_keyboard(&self, keys: &[String]) -> Result<()>;
}
