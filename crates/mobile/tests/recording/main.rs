//! Recording with a real ffmpeg, on a screen whose colours are known; films are looked at with
//! ffprobe and decoded again.
#![expect(
    clippy::unwrap_used,
    clippy::similar_names,
    reason = "a failure here is a failed test, and films are received by receivers"
)]

mod faults;
mod films;
mod live;
mod options;
mod page;
mod receiver;
mod states;
mod studio;
mod uploads;
