//! `hansom serve`: the rooms wired together, from the settings to the last stop signal.

use std::{convert::Infallible, fs, path::Path, process::ExitCode, sync::Arc};

use hansom_host::{HostError, StateDir, StopSignals};
use hansom_server::{BindError, Config, Server, StopHandle};

use crate::{banner, cli::Settings, config, drivers, exit::Failure, logging, port_owner};

/// Serves until it is asked to stop.
pub(crate) fn run(settings: &Settings) -> Result<ExitCode, Failure> {
    let _log = logging::start(settings)?;
    let config = config::from(settings)?;
    let state = state_dir(settings.state_dir.as_deref())?;
    runtime()?.block_on(serve(settings, config, state))
}

/// One thread for all tasks with I/O.
///
/// The work is passing bytes on: a second thread would be woken twice for each command, which costs a
/// third of its CPU and a fifth of its time, and so costs the machinery that could do it. Whatever
/// computes (archives, base64 of files, pictures) runs on the blocking threads.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::CannotRun(format!("cannot start: {error}")))
}

async fn serve(
    settings: &Settings,
    config: Config,
    state: Arc<StateDir>,
) -> Result<ExitCode, Failure> {
    let signals = StopSignals::listen().map_err(cannot_run)?;
    let drivers = drivers::all(settings, &config.grants, &state);
    let server = Server::bind(config, drivers).await.map_err(bind_failure)?;
    banner::show(settings, &server.local_addrs());
    let stop = server.stop_handle();
    hansom_host::release_code();
    tokio::select! {
        () = server.serve() => Ok(ExitCode::SUCCESS),
        never = obey(signals, stop) => match never {},
    }
}

/// The first signal lets open sessions end, the second does not.
async fn obey(mut signals: StopSignals, stop: StopHandle) -> Infallible {
    let signal = signals.next().await;
    tracing::info!(signal, "asked to stop; again to stop at once");
    stop.drain();
    loop {
        let signal = signals.next().await;
        tracing::warn!(signal, "asked again; ending the sessions");
        stop.stop();
    }
}

/// The directory for what this process owns.
pub(crate) fn state_dir(base: Option<&Path>) -> Result<Arc<StateDir>, Failure> {
    if let Some(base) = base {
        fs::create_dir_all(base).map_err(|error| {
            Failure::CannotRun(format!(
                "cannot make the state directory {}: {error}. Name another with --state-dir.",
                base.display()
            ))
        })?;
    }
    StateDir::open(base).map_err(cannot_run)
}

#[expect(clippy::needless_pass_by_value, reason = "it is a step of map_err")]
fn cannot_run(error: HostError) -> Failure {
    Failure::CannotRun(error.to_string())
}

fn bind_failure(error: BindError) -> Failure {
    match error {
        BindError::AddressInUse { address } => Failure::PortTaken {
            address,
            by: port_owner::describe(address.port()),
        },
        BindError::Listen { .. } => Failure::CannotRun(error.to_string()),
        settings => Failure::Setting(settings.to_string()),
    }
}
