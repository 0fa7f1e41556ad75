//! The active context: `content`, the page, or `chrome`, the browser's own window.
//!
//! The state is Firefox's; it belongs to the session, not to a window.

use hansom_firefox::Marionette;
use hansom_protocol::{Answer, Error, Feature, Grants, Params};

/// The names of the contexts.
const CONTEXTS: &[&str] = &["content", "chrome"];

/// Answers the name of the active context.
pub(crate) async fn get(marionette: &Marionette) -> Result<Answer, Error> {
    Ok(Answer::json(
        marionette.value("Marionette:GetContext", "{}").await?,
    ))
}

/// Makes a context the active one.
pub(crate) async fn set(
    marionette: &Marionette,
    params: &Params,
    grants: &Grants,
) -> Result<Answer, Error> {
    let context: String = params.required("context")?;
    if !CONTEXTS.contains(&context.as_str()) {
        return Err(Error::invalid_argument(format!(
            "`{context}` is not a context. Send `content` or `chrome`."
        )));
    }
    if context == "chrome" {
        grants.require(Feature::SystemAccess)?;
    }
    let params = format!("{{\"value\":\"{context}\"}}");
    marionette.send("Marionette:SetContext", params).await?;
    Ok(Answer::null())
}
