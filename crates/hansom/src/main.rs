//! The command line; wires the rooms together.
//!
//! `main` reads the layers of settings ([`cli`]), then runs one task: the server ([`serve`]), a look
//! at the machine ([`doctor`]) or a page for the terminal. Everything printed for people goes through
//! here; the rooms below only log.

mod address;
mod agent;
mod apple_capabilities;
mod apples;
mod attached;
mod banner;
#[cfg(test)]
mod catalogue;
mod cli;
mod config;
mod devices;
mod doctor;
mod drivers;
mod exit;
mod grid_config;
mod logging;
mod phones;
mod port_owner;
mod serve;
mod simulators;
#[cfg(test)]
mod unsaid;
mod version;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use cli::{CliError, Task};
use exit::Failure;

fn main() -> ExitCode {
    // First of all: this program also cleans up after a copy of itself that was killed.
    if let Some(code) = hansom_host::janitor_main(std::env::args_os()) {
        return code;
    }
    match run() {
        Ok(code) => code,
        // Whoever reads our output, such as `head`, has enough of it.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            report(&failure);
            failure.exit_code().into()
        }
    }
}

fn run() -> Result<ExitCode, Failure> {
    let cli = cli::parse(std::env::args_os())?;
    match cli.task {
        None if cli.version => version::print(cli.json)?,
        None => return serve::run(&cli.settings),
        Some(Task::Serve(settings)) => return serve::run(&settings),
        Some(Task::Agent { agent, settings }) => return agent::run(&agent, &settings),
        Some(Task::Devices { json, settings }) => return devices::run(&settings, json),
        Some(Task::Doctor { json, settings }) => return doctor::run(&settings, json),
        Some(Task::GridConfig { options, settings }) => {
            return grid_config::run(&options, &settings);
        }
        Some(Task::Completions { shell }) => {
            // Into memory first: it panics when a pipe closes early.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut cli::command(), "hansom", &mut script);
            io::stdout().write_all(&script)?;
        }
        Some(Task::Man { task }) => {
            let mut page = cli::command();
            if let Some(task) = task {
                // Gives the tasks their full names, `hansom-doctor`.
                page.build();
                page = page.find_subcommand(task).cloned().unwrap_or(page);
            }
            let page = page.version(hansom_protocol::VERSION);
            clap_mangen::Man::new(page).render(&mut io::stdout())?;
        }
        Some(Task::Version { json }) => version::print(json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what went wrong. clap prints its own errors, because `--help` is one of them.
fn report(failure: &Failure) {
    let written = match failure {
        Failure::Cli(CliError::Usage(error)) => error.print(),
        other => writeln!(io::stderr(), "hansom: {other}"),
    };
    // When even stderr is gone, only the exit code is left to tell.
    drop(written);
}
