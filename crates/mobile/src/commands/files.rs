//! Files on the device.

use hansom_protocol::{Answer, Params, base64};

use super::answers;
use crate::{error::Result, session::SessionState};

/// The path, by its name on the route or in the method.
fn path(params: &Params) -> Result<String> {
    let key = if params.has("path") {
        "path"
    } else {
        "remotePath"
    };
    Ok(params.required(key)?)
}

/// Writes a file from base64.
pub(crate) async fn push(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let key = if params.has("data") {
        "data"
    } else {
        "payload"
    };
    let bytes = base64::member(params, key)?;
    let files = state.device.files()?;
    files.push(&path(params)?, bytes.into()).await?;
    Ok(Answer::null())
}

/// Reads a file as base64.
pub(crate) async fn pull(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let content = state.device.files()?.pull(&path(params)?).await?;
    Ok(answers::base64(&content))
}

/// Reads a folder as a zip in base64.
pub(crate) async fn pull_folder(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let content = state.device.files()?.pull_folder(&path(params)?).await?;
    Ok(answers::base64(&content))
}

/// Deletes a file or folder.
pub(crate) async fn delete(state: &mut SessionState, params: &Params) -> Result<Answer> {
    state.device.files()?.delete(&path(params)?).await?;
    Ok(Answer::null())
}
