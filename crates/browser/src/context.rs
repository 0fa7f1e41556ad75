//! The active context: `content`, the page, or `chrome`, the browser's own window.
//!
//! The state is Firefox's; it belongs to the session, not to a window.

use hansom_firefox::Marionette;
use hansom_protocol::{Answer, Command, Error, ErrorCode, Feature, Grants, Params};

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

/// The error of a command, with the cure when what it lacks is system access. Since version 153
/// Firefox asks for it at addresses such as `about:config` and `moz-extension:` too.
pub(crate) fn with_cure(mut error: Error, command: Command, grants: &Grants) -> Error {
    let asks = matches!(
        command,
        Command::NavigateTo | Command::ExecuteScript | Command::ExecuteAsyncScript
    );
    if !asks || error.code != ErrorCode::UnsupportedOperation {
        return error;
    }
    if let Err(refused) = grants.require(Feature::SystemAccess) {
        error.message = format!("{}: {}", error.message, refused.message);
    } else if error.message.ends_with("not allowed in this context") {
        // One that we started has it with the grant.
        error.message += ". Start that Firefox with -remote-allow-system-access.";
    }
    error
}
