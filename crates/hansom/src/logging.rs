//! Where log lines go: stderr, as text or as JSON.

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{
    Layer as _,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::cli::{LogFormat, Settings};

/// Starts logging for the rest of the process.
pub(crate) fn start(settings: &Settings) {
    let level = settings.level();
    // Libraries speak up only when something is wrong: their debug lines bury ours.
    let filter = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("hansom", level);
    let layer = match settings.log_format {
        LogFormat::Text => fmt::layer()
            .with_writer(io::stderr)
            .with_ansi(io::stderr().is_terminal())
            .with_target(false)
            .compact()
            .boxed(),
        LogFormat::Json => fmt::layer()
            .with_writer(io::stderr)
            .json()
            .flatten_event(true)
            .boxed(),
    };
    tracing_subscriber::registry()
        .with(layer.with_filter(filter))
        .init();
}
