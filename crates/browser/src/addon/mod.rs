//! Addons: installed from base64 or from a path, and uninstalled.
//!
//! Base64 is decoded here and handed to Firefox as a file, because Firefox decodes it character by
//! character in JavaScript (seconds for 20 MB). That is done while it arrives ([`inlet`]). The file
//! of an addon that is installed for now stays as long as the addon, because Firefox reads from it.

mod check;
pub(crate) mod error;
mod inlet;
mod request;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use hansom_firefox::{Firefox, Marionette};
use hansom_protocol::{Answer, Error, Inlet, Params, Request, Upload, base64};
use serde_json::json;

use self::{error::AddonError, request::Install};
pub(crate) use inlet::AddonInlet;
pub(crate) use request::Source;

/// Where addons that clients send are kept.
pub(crate) fn folder(firefox: &Firefox) -> PathBuf {
    firefox.files().join("addons")
}

/// Files that Firefox reads from, by the id of their addon.
pub(crate) type Kept = HashMap<String, Upload>;

/// Installs an addon and answers its id. A file that comes with the request and is not there yet goes
/// into `folder`; what Firefox needs for as long as the addon is installed goes to `kept`.
pub(crate) async fn install(
    marionette: &Marionette,
    request: &Request,
    folder: PathBuf,
    kept: &mut Kept,
) -> Result<Answer, Error> {
    let install = Install::read(&request.params)?;
    let (path, upload) = match (&install.source, &request.upload) {
        (Source::Base64, upload) => {
            let upload = match upload {
                Some(upload) => upload.as_ref().clone()?,
                None => store(request.params.clone(), folder).await?,
            };
            (upload.path().to_owned(), Some(upload))
        }
        (Source::Path(path), _) => {
            let (path, temporary) = (path.clone(), install.temporary);
            let check = move || check::path(&path, temporary).map(|()| path);
            (on_thread(check).await?, None)
        }
    };
    let params = json!({
        "path": text_of(&path)?,
        "temporary": install.temporary,
        "allowPrivateBrowsing": install.allow_private_browsing,
    });
    let id = marionette
        .value("Addon:Install", params.to_string())
        .await
        .map_err(AddonError::installing)?;
    // What is installed for good was copied into the profile.
    if let (Some(upload), true, Ok(id)) = (upload, install.temporary, serde_json::from_slice(&id)) {
        kept.insert(id, upload);
    }
    Ok(Answer::json(id))
}

fn text_of(path: &Path) -> Result<&str, AddonError> {
    path.to_str()
        .ok_or_else(|| AddonError::OddPath(path.to_owned()))
}

/// Uninstalls an addon.
pub(crate) async fn uninstall(
    marionette: &Marionette,
    params: &Params,
    kept: &mut Kept,
) -> Result<Answer, Error> {
    let id: String = params.required("id")?;
    if id.is_empty() {
        return Err(AddonError::EmptyId.into());
    }
    marionette
        .send("Addon:Uninstall", json!({ "id": id }).to_string())
        .await
        .map_err(AddonError::uninstalling)?;
    kept.remove(&id);
    Ok(Answer::null())
}

/// Whether the request names a file of this machine, which is a power of the operator.
pub(crate) fn names_a_path(params: &Params) -> bool {
    params.has("path")
}

/// Makes a file of an addon that did not come through the inlet: its key was written with escapes,
/// or stood there twice.
async fn store(params: Params, folder: PathBuf) -> Result<Upload, Error> {
    let stored = on_thread(move || {
        let text = base64::text(&params, "addon")?;
        let mut inlet = AddonInlet::new(folder);
        inlet.take(text.as_bytes());
        Ok(Box::new(inlet).finish())
    });
    stored.await?
}

/// Runs what blocks on a thread for such things.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, AddonError> + Send + 'static,
) -> Result<T, AddonError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| AddonError::Interrupted)?
}
