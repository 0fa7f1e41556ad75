//! The localized strings of an app.

use hansom_protocol::{Answer, Error, Params};
use serde_json::Value;

use crate::{error::Result, session::SessionState, strings};

/// Keys and texts in a language, English unless one is named.
pub(crate) async fn get(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let language = match params.optional::<Value>("language")? {
        None => None,
        Some(Value::String(language)) => Some(language),
        Some(other) => {
            return Err(Error::invalid_argument(format!(
                "`language` must be a string, got {other}."
            ))
            .into());
        }
    };
    let file: Option<String> = params.optional("stringFile")?;
    let app = state.app_of(params)?;
    let folder = state.device.apps().bundle_folder(&app).await?;
    // Files may be many and large, and the file system slow: not on the runtime's threads.
    let read = tokio::task::spawn_blocking(move || {
        strings::read(&folder, language.as_deref(), file.as_deref())
    });
    let strings = read
        .await
        .map_err(|error| Error::unknown(format!("the strings could not be read: {error}.")))??;
    Ok(Answer::value(strings))
}
