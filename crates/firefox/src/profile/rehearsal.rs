//! What Firefox does before its profile becomes the template: an addon comes and goes.
//!
//! What it compiles for that is kept with the rest, so that the first addon of a session takes half
//! the time. Nothing else of it stays: it is installed for now only, and uninstalled.

use std::{fs, io, path::PathBuf, time::Duration};

use hansom_host::archive::{self, ArchiveError};
use serde_json::json;

use crate::{Firefox, MarionetteError};

/// The addon's id; `.invalid` belongs to nobody.
const ID: &str = "rehearsal@hansom.invalid";

/// Why it did not work. The template is good without it.
#[derive(Debug, thiserror::Error)]
pub(super) enum RehearsalError {
    #[error("the addon could not be written: {0}")]
    Write(#[from] io::Error),
    #[error("the addon could not be packed: {0}")]
    Pack(#[from] ArchiveError),
    #[error("the addon has no path that Firefox could be told")]
    OddPath,
    #[error("Firefox did not take the addon, or did not let it go: {0}")]
    Firefox(#[from] MarionetteError),
    #[error("the addon did not come and go within {LIMIT:?}")]
    Late,
}

/// How long it may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Lets an addon come and go.
pub(super) async fn addon(firefox: &Firefox) -> Result<(), RehearsalError> {
    let done = tokio::time::timeout(LIMIT, come_and_go(firefox)).await;
    done.map_err(|_| RehearsalError::Late)?
}

async fn come_and_go(firefox: &Firefox) -> Result<(), RehearsalError> {
    let path = pack(firefox.files().join("rehearsal.xpi"))?;
    let path = path.to_str().ok_or(RehearsalError::OddPath)?;
    let marionette = firefox.marionette();
    let install = json!({ "path": path, "temporary": true }).to_string();
    marionette.send("Addon:Install", install).await?;
    let uninstall = json!({ "id": ID }).to_string();
    marionette.send("Addon:Uninstall", uninstall).await?;
    Ok(())
}

fn pack(path: PathBuf) -> Result<PathBuf, RehearsalError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let manifest = json!({
        "manifest_version": 2,
        "name": "rehearsal",
        "version": "1",
        "browser_specific_settings": { "gecko": { "id": ID } },
    })
    .to_string();
    let file = fs::File::create(&path)?;
    let size = manifest.len() as u64;
    archive::pack_file(manifest.as_bytes(), size, "manifest.json", file)?;
    Ok(path)
}
