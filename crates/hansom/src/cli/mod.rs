//! The command line: subcommands, and the layers of settings below them.

mod file;
#[cfg(test)]
mod page;
mod settings;
#[cfg(test)]
mod tests;
mod values;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::{agent::AgentOptions, grid_config::GridOptions};

pub(crate) use file::ConfigError;
pub(crate) use settings::{LogFormat, Settings};
pub(crate) use values::http_url;

/// Drives Firefox and mobile devices over HTTP: W3C WebDriver and the Appium dialect.
///
/// Without a subcommand it serves.
#[derive(Debug, Parser)]
#[command(
    name = "hansom",
    disable_version_flag = true,
    args_conflicts_with_subcommands = true,
    after_help = "Exit codes: 0 well ended, 1 a check failed, 2 wrong flag, 3 wrong configuration, 4 port taken, 5 cannot run."
)]
pub(crate) struct Cli {
    /// What to do; serves when absent
    #[command(subcommand)]
    pub(crate) task: Option<Task>,

    /// Print the version
    #[arg(short = 'V', long)]
    pub(crate) version: bool,

    /// With --version: as JSON
    #[arg(long, requires = "version")]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) settings: Settings,
}

/// What the program can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Run the server (the default)
    Serve(Box<Settings>),
    /// Offer a virtual phone as a WebDriverAgent
    Agent {
        #[command(flatten)]
        agent: AgentOptions,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// List the devices that sessions could be started on
    Devices {
        /// Print them as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Check whether this machine has what the server needs
    Doctor {
        /// Print the checks as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Print the configuration of a Selenium Grid 4 node that relays to this server
    GridConfig {
        #[command(flatten)]
        options: GridOptions,
        #[command(flatten)]
        settings: Box<Settings>,
    },
    /// Print completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page (roff)
    Man {
        /// Of this task; of the whole program when absent
        #[arg(value_parser = task_name)]
        task: Option<String>,
    },
    /// Print the version
    Version {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
}

/// Why the command line cannot be followed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error(transparent)]
    Usage(#[from] clap::Error),
    #[error(transparent)]
    File(#[from] ConfigError),
}

/// The command line as clap sees it.
pub(crate) fn command() -> clap::Command {
    // An agent is looked for at a port of its own.
    Cli::command().mut_subcommand("agent", |agent| {
        agent.mut_arg("port", |port| port.default_value("8100"))
    })
}

/// The name of a task that has a manual page.
fn task_name(text: &str) -> Result<String, String> {
    let command = command();
    if command.find_subcommand(text).is_some() {
        return Ok(text.to_owned());
    }
    let known: Vec<_> = command
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    Err(format!("known are {}", known.join(", ")))
}

/// Reads flags, environment and, if one is named, the configuration file.
pub(crate) fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, CliError> {
    let words: Vec<OsString> = words.into_iter().collect();
    let cli = Cli::from_arg_matches(&command().try_get_matches_from(&words)?)?;
    let Some(path) = cli
        .chosen_settings()
        .and_then(|settings| settings.config.clone())
    else {
        return Ok(cli);
    };
    let entries = file::read(&path, &command())?;
    let layered = file::apply(command(), &entries)
        .mut_subcommand("serve", |serve| file::apply(serve, &entries))
        .mut_subcommand("agent", |agent| file::apply(agent, &entries))
        .mut_subcommand("devices", |devices| file::apply(devices, &entries))
        .mut_subcommand("doctor", |doctor| file::apply(doctor, &entries))
        .mut_subcommand("grid-config", |config| file::apply(config, &entries));
    Ok(Cli::from_arg_matches(
        &layered.try_get_matches_from(&words)?,
    )?)
}

impl Cli {
    /// The settings of the task, when it has some.
    fn chosen_settings(&self) -> Option<&Settings> {
        match &self.task {
            None => Some(&self.settings),
            Some(
                Task::Serve(settings)
                | Task::Agent { settings, .. }
                | Task::Devices { settings, .. }
                | Task::Doctor { settings, .. }
                | Task::GridConfig { settings, .. },
            ) => Some(settings),
            Some(Task::Completions { .. } | Task::Man { .. } | Task::Version { .. }) => None,
        }
    }
}
