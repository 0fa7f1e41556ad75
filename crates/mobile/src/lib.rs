//! The mobile driver: commands, mobile: methods, contexts, recording, app strings.

pub mod recording;
