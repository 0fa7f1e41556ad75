//! `hansom devices`: what a mobile session could be started on, and if not, why.

use std::{
    io::{self, Write as _},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use hansom_apple::{
    cable::{CableError, readiness},
    simulators,
};
use hansom_device::Profile;
use hansom_host::StateDir;
use hansom_phone::find_firefox;
use hansom_protocol::Cause as _;
use serde::Serialize;

use crate::{attached::Cables, cli::Settings, exit::Failure, serve};

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
    let mut notes = Vec::new();
    serve::runtime()?.block_on(async {
        let state = serve::state_dir(settings.state_dir.as_deref())?;
        let (simulated, attached) =
            tokio::join!(simulated(&state), attached(Cables::new(Arc::clone(&state))));
        for found in [simulated, attached] {
            match found {
                Ok(found) => rows.extend(found),
                Err(note) => notes.push(note),
            }
        }
        Ok::<_, Failure>(())
    })?;
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

async fn simulated(state: &Arc<StateDir>) -> Result<Vec<Row>, String> {
    match simulators(Path::new("xcrun"), state).await {
        Ok(found) => Ok(found
            .into_iter()
            .map(|one| Row {
                kind: "simulator",
                name: one.name,
                os: format!("{} {}", one.platform, one.version),
                udid: one.udid,
                state: if one.booted { "booted" } else { "shut down" }.into(),
                obstacle: (!one.booted)
                    .then(|| "boot it first, and start WebDriverAgent on it".to_owned()),
            })
            .collect()),
        Err(_) if cfg!(not(target_os = "macos")) => {
            Err("Simulators need a Mac with Xcode.".to_owned())
        }
        Err(error) => Err(format!("Simulators: {}", error.told())),
    }
}

async fn attached(cables: Cables) -> Result<Vec<Row>, String> {
    let words = |error: CableError| format!("Attached devices: {}", error.told());
    let all = cables.all().await.map_err(words)?;
    let mut rows = Vec::new();
    for one in all {
        let wireless = one.wireless;
        let cable = cables.to(one).map_err(words)?;
        let found = readiness(&cable).await;
        let state = match (&found.obstacle, found.agent_runs) {
            (Some(_), _) => "not ready",
            (None, true) => "agent runs",
            (None, false) => "ready",
        };
        rows.push(Row {
            kind: if wireless { "wireless" } else { "attached" },
            name: found
                .facts
                .as_ref()
                .map_or_else(|| "unknown".to_owned(), |facts| facts.name.clone()),
            os: found.facts.as_ref().map_or_else(
                || "unknown".to_owned(),
                |facts| format!("{} {}", facts.os().name(), facts.version),
            ),
            udid: cable.udid().to_owned(),
            state: state.to_owned(),
            obstacle: found.obstacle.map(|obstacle| obstacle.told()),
        });
    }
    Ok(rows)
}

fn virtual_phones(settings: &Settings) -> Vec<Row> {
    let obstacle = find_firefox(settings.binary.as_deref())
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
