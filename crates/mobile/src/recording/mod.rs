//! Screen recording and the live view, on any device that yields timed frames.
//!
//! ```text
//! device ─frames─► hub ─► recorder ─► ffmpeg ─► fragments on disk ─► film (MP4, fast start)
//!                   └───► viewers (MJPEG)                             └─► base64 or upload
//! ```
//!
//! - The hub ([`hansom_device::FrameHub`]) owns the one capture loop of a device and hands its frames
//!   to whoever listens.
//! - `recorder` is a task: it repeats or drops frames by their times (`pacer`) so that a film lasts
//!   as long as what it shows, and writes them to `encoder`, a child process.
//! - The encoder's output comes back through a pipe and is kept as fragmented MP4 (`fragments`): each
//!   picture on disk is a playable end. So neither a killed ffmpeg nor a full disk loses a film.
//! - `finish` turns the fragments into one plain MP4 and `boxes` checks it.
//! - `film` streams it as base64, `upload` sends it away; both with constant memory.
//! - [`Recordings`] keeps the states of the specification; `options` checks what a client asks for.
//!
//! Limits: one recording per session, 4,200 s at most, video only.

mod availability;
mod boxes;
mod codec;
mod encoder;
mod error;
mod ffmpeg;
mod film;
mod filters;
mod finish;
mod fragments;
mod jpeg;
mod live;
mod option_table;
mod options;
mod pacer;
mod probe;
mod recorder;
mod recordings;
mod target;
mod upload;

pub use error::RecordingError;
pub use option_table::{OPTIONS, OptionRow, options_page};
pub use options::RecordingOptions;
pub use probe::{Encoders, probe};
pub use recordings::{RecordingConfig, Recordings};
