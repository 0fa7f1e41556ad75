//! `hansom devices`: what a mobile session could be started on, and if not, why.

use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
};

use hansom_apple::simulators;
use hansom_device::Profile;
use hansom_firefox::find_binary;
use serde::Serialize;

use crate::{cli::Settings, exit::Failure, serve};

/// One device.
#[derive(Debug, Serialize, PartialEq, Eq)]
struct Row {
    kind: &'static str,
    name: String,
    os: String,
    udid: String,
    state: String,
    /// Why no session could start; nothing when one could.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<String>,
}

/// Prints the list. The exit code is a failure when nothing at all can be used.
pub(crate) fn run(settings: &Settings, as_json: bool) -> Result<ExitCode, Failure> {
    let mut rows = virtual_phones(settings);
    let notes = serve::runtime()?.block_on(async {
        let state = serve::state_dir(settings.state_dir.as_deref())?;
        match simulators(Path::new("xcrun"), &state).await {
            Ok(found) => {
                rows.extend(found.into_iter().map(|one| {
                    Row {
                        kind: "simulator",
                        name: one.name,
                        os: format!("{} {}", one.platform, one.version),
                        udid: one.udid,
                        state: if one.booted { "booted" } else { "shut down" }.into(),
                        obstacle: (!one.booted)
                            .then(|| "boot it first, and start WebDriverAgent on it".to_owned()),
                    }
                }));
                Ok::<_, Failure>(Vec::new())
            }
            Err(_) if cfg!(not(target_os = "macos")) => {
                Ok(vec!["Simulators need a Mac with Xcode.".to_owned()])
            }
            Err(error) => Ok(vec![format!("Simulators: {error}. {}", error.cure())]),
        }
    })?;
    let mut notes = notes;
    notes.push(
        "Devices with a running WebDriverAgent are used by its address: appium:webDriverAgentUrl."
            .to_owned(),
    );
    print(&rows, &notes, as_json)?;
    let any = rows.iter().any(|row| row.obstacle.is_none());
    Ok(if any {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn virtual_phones(settings: &Settings) -> Vec<Row> {
    let obstacle = find_binary(settings.binary.as_deref())
        .err()
        .map(|error| error.to_string());
    [
        (Profile::Phone, "iOS"),
        (Profile::Tablet, "iPadOS"),
        (Profile::Tv, "tvOS"),
    ]
    .into_iter()
    .map(|(profile, os)| Row {
        kind: "virtual",
        name: profile.name().into(),
        os: format!("{os}, any version"),
        udid: "made per session".into(),
        state: if obstacle.is_none() {
            "ready"
        } else {
            "cannot start"
        }
        .into(),
        obstacle: obstacle.clone(),
    })
    .collect()
}

fn print(rows: &[Row], notes: &[String], as_json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        return writeln!(
            out,
            "{:#}",
            serde_json::json!({"devices": rows, "notes": notes})
        );
    }
    for row in rows {
        let Row {
            kind,
            name,
            os,
            udid,
            state,
            obstacle,
        } = row;
        write!(out, "{kind:<10} {name:<20} {os:<20} {state:<12} {udid}")?;
        match obstacle {
            Some(obstacle) => writeln!(out, "\n           no session: {obstacle}")?,
            None => writeln!(out)?,
        }
    }
    for note in notes {
        writeln!(out, "{note}")?;
    }
    Ok(())
}
