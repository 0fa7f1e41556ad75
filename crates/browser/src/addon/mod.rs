//! Addons: installed from base64 or from a path, and uninstalled.
//!
//! Base64 is decoded here and handed to Firefox as a file, because Firefox decodes it character by
//! character in JavaScript (seconds for 20 MB). The file stays until the session ends: Firefox reads
//! from it while the addon is installed.

mod check;
pub(crate) mod error;
mod request;

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

use hansom_firefox::Marionette;
use hansom_protocol::{Answer, Error, Params};
use serde_json::json;

use self::{error::AddonError, request::Install};
use crate::base64_text;
pub(crate) use request::Source;

/// Installs an addon and answers its id. Files of the session go into `folder`.
pub(crate) async fn install(
    marionette: &Marionette,
    params: &Params,
    folder: &Path,
) -> Result<Answer, Error> {
    let install = Install::read(params)?;
    let file = match &install.source {
        Source::Base64 => store(params.clone(), folder.to_owned()).await?,
        Source::Path(path) => {
            let (path, temporary) = (path.clone(), install.temporary);
            on_thread(move || check::path(&path, temporary).map(|()| path)).await?
        }
    };
    let file = file
        .to_str()
        .ok_or_else(|| AddonError::OddPath(file.clone()))?;
    let params = json!({
        "path": file,
        "temporary": install.temporary,
        "allowPrivateBrowsing": install.allow_private_browsing,
    });
    let id = marionette
        .value("Addon:Install", params.to_string())
        .await
        .map_err(AddonError::installing)?;
    Ok(Answer::json(id))
}

/// Uninstalls an addon.
pub(crate) async fn uninstall(marionette: &Marionette, params: &Params) -> Result<Answer, Error> {
    let id: String = params.required("id")?;
    if id.is_empty() {
        return Err(AddonError::EmptyId.into());
    }
    marionette
        .send("Addon:Uninstall", json!({ "id": id }).to_string())
        .await
        .map_err(AddonError::uninstalling)?;
    Ok(Answer::null())
}

/// Whether the request names a file of this machine, which is a power of the operator.
pub(crate) fn names_a_path(params: &Params) -> bool {
    params.has("path")
}

/// Decodes, writes and checks the addon; answers where.
async fn store(params: Params, folder: PathBuf) -> Result<PathBuf, Error> {
    let path = on_thread(move || {
        let path = folder.join(format!("{}.xpi", uuid::Uuid::new_v4()));
        write(&params, &path)
            .and_then(|()| check::file(&path, "the addon"))
            .inspect_err(|_| {
                // It goes with the session at the latest.
                let _ = fs::remove_file(&path);
            })?;
        Ok(path)
    })
    .await?;
    Ok(path)
}

fn write(params: &Params, path: &Path) -> Result<(), AddonError> {
    let text = base64_text::text(params, "addon")?;
    let failed = |source| AddonError::Write(path.to_owned(), source);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut file = File::create(path).map_err(failed)?;
    for piece in base64_text::pieces("addon", &text) {
        file.write_all(&piece?).map_err(failed)?;
    }
    Ok(())
}

/// Runs what blocks on a thread for such things.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, AddonError> + Send + 'static,
) -> Result<T, AddonError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| AddonError::Interrupted)?
}
