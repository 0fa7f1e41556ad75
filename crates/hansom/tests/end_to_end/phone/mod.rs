//! The program with a virtual phone, or with what stands in for an Apple device.

mod agent;
mod cable;
mod capabilities;
mod endings;
mod films;
mod inspector;
mod inspector_browser;
mod page;
mod paint;
mod pictures;
mod recording;
mod simulator;
mod uploads;
mod viewers;
mod warm;
mod watched;
