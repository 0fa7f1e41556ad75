//! The life of sessions, over HTTP.

mod commands;
mod ends;
mod scene;
mod starts;
