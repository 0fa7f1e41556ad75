//! `hansom doctor`: has this machine what the server needs? Nothing is changed, and
//! nothing is started but ffmpeg, to list its encoders.

mod apple;
mod check;
mod machine;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use serde_json::json;

use crate::{cli::Settings, exit::Failure, serve};

/// Prints every check; the exit code says whether the default can run.
pub(crate) fn run(settings: &Settings, as_json: bool) -> Result<ExitCode, Failure> {
    let checks = serve::runtime()?.block_on(machine::all(settings));
    let fit = !checks.iter().any(check::Check::stops_the_default);
    let mut out = io::stdout().lock();
    if as_json {
        let report = json!({ "ok": fit, "version": hansom_protocol::VERSION, "checks": checks });
        writeln!(out, "{report:#}")?;
    } else {
        for check in &checks {
            writeln!(out, "{check}")?;
        }
        let verdict = if fit {
            "Ready: start the server with `hansom`."
        } else {
            "Not ready: the lines that say MISSING must be fixed first."
        };
        writeln!(out, "\n{verdict}")?;
    }
    Ok(if fit {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
