//! The active context: `content`, the page, or `chrome`, the browser's own window.
//!
//! The state is Firefox's; it belongs to the session, not to a window, and nobody but the session's
//! own connection changes it. So it is remembered, and Firefox is asked only when it is not known.

use hansom_firefox::Marionette;
use hansom_protocol::{Answer, Command, Error, ErrorCode, Feature, Grants, Params};

/// A context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    Content,
    Chrome,
}

impl Context {
    const ALL: [Self; 2] = [Self::Content, Self::Chrome];

    fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Chrome => "chrome",
        }
    }

    fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|context| context.name() == name)
    }
}

/// The active context of a session.
#[derive(Debug, Default)]
pub(crate) struct Active {
    /// Not known at first, nor after a change that was given up before Firefox had answered.
    known: Option<Context>,
    /// Firefox has let this session into the chrome context, and will again.
    admitted: bool,
}

impl Active {
    /// Which one it is.
    pub(crate) async fn get(&mut self, marionette: &Marionette) -> Result<Context, Error> {
        if let Some(context) = self.known {
            return Ok(context);
        }
        let reply = marionette.value("Marionette:GetContext", "{}").await?;
        let name: String = serde_json::from_slice(&reply).unwrap_or_default();
        let context = Context::of(&name).ok_or_else(|| {
            Error::unknown(format!(
                "Firefox named no context that is known: {}.",
                String::from_utf8_lossy(&reply)
            ))
        })?;
        self.known = Some(context);
        Ok(context)
    }

    /// Makes one the active one. Only the first entry into chrome can be refused, so only then is
    /// the reply waited for: Firefox takes commands in turn, and the next finds the change made.
    pub(crate) async fn set(
        &mut self,
        marionette: &Marionette,
        context: Context,
    ) -> Result<(), Error> {
        if self.known.take() != Some(context) {
            let command = "Marionette:SetContext";
            let params = format!("{{\"value\":\"{}\"}}", context.name());
            if context == Context::Chrome && !self.admitted {
                marionette.send(command, params).await?;
                self.admitted = true;
            } else {
                marionette.tell(command, params).await?;
            }
        }
        self.known = Some(context);
        Ok(())
    }
}

/// Answers the name of the active context.
pub(crate) async fn get(active: &mut Active, marionette: &Marionette) -> Result<Answer, Error> {
    let context = active.get(marionette).await?;
    Ok(Answer::value(context.name()))
}

/// Makes the context that the client names the active one.
pub(crate) async fn set(
    active: &mut Active,
    marionette: &Marionette,
    params: &Params,
    grants: &Grants,
) -> Result<Answer, Error> {
    let name: String = params.required("context")?;
    let context = Context::of(&name).ok_or_else(|| {
        Error::invalid_argument(format!(
            "`{name}` is not a context. Send `content` or `chrome`."
        ))
    })?;
    if context == Context::Chrome {
        grants.require(Feature::SystemAccess)?;
    }
    active.set(marionette, context).await?;
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
