//! Where log lines go: stderr, as text or as JSON.

mod lines;
mod text;

use std::io::{self, IsTerminal as _};

use tracing_subscriber::{
    Layer as _,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt as _,
    util::SubscriberInitExt as _,
};

use crate::{
    cli::{LogFormat, Settings},
    exit::Failure,
};
use lines::{LogLines, Taker};
use text::Text;

/// Starts logging for the rest of the process; to be kept until its end.
pub(crate) fn start(settings: &Settings) -> Result<LogLines, Failure> {
    let lines = LogLines::start()
        .map_err(|error| Failure::CannotRun(format!("cannot start a thread: {error}")))?;
    let level = settings.level();
    // Libraries speak up only when something is wrong: their debug lines bury ours.
    let filter = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_target("hansom", level);
    let layer = match settings.log_format {
        LogFormat::Text => fmt::layer()
            .with_writer(Taker::new())
            .with_ansi(io::stderr().is_terminal())
            .event_format(Text)
            .boxed(),
        LogFormat::Json => fmt::layer()
            .with_writer(Taker::new())
            .json()
            .flatten_event(true)
            .boxed(),
    };
    // For all at once, so that the answer is remembered with each place in the code.
    tracing_subscriber::registry()
        .with(filter)
        .with(layer)
        .init();
    Ok(lines)
}
