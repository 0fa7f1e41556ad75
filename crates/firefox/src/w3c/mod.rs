//! Every W3C command as a Marionette command.
//!
//! [`table`] says which Marionette command a W3C command is and what travels each way; [`shapes`]
//! holds the few adapters where the two differ; [`mend`] puts right what Firefox answers otherwise
//! than the specification says. Where the shapes agree, body and answer pass through as text.

mod element_name;
mod last_tick;
mod mend;
mod shadow;
mod shapes;
mod table;

use bytes::Bytes;
use hansom_protocol::{Answer, Command, Error, Request};

use crate::Marionette;

pub use shapes::older_timeout;
pub(crate) use shapes::{limit_scripts, unlimit_scripts};
pub use table::{commands, knows};

/// Carries out a W3C command.
pub async fn execute(marionette: &Marionette, request: &Request) -> Result<Answer, Error> {
    Ok(Answer::json(text(marionette, request).await?))
}

/// Carries out a W3C command; the answer's value as JSON text.
pub async fn text(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    // Boxes keep the future of every command as small as that of a plain one: it is moved several
    // times on its way.
    match request.command {
        Command::GetElementTagName => Box::pin(element_name::get(marionette, request)).await,
        Command::GetCurrentUrl if marionette.notes().is_in_frame() => {
            Box::pin(mend::current_url_in_frame(marionette, request)).await
        }
        Command::ExecuteScript | Command::ExecuteAsyncScript => {
            mend::script(marionette, request).await
        }
        Command::PerformActions => Box::pin(last_tick::perform(marionette, request)).await,
        Command::FindElementFromShadowRoot | Command::FindElementsFromShadowRoot
            if shadow::needs_help(request) =>
        {
            Box::pin(shadow::find(marionette, request)).await
        }
        _ => plain(marionette, request).await,
    }
}

/// Carries out a command by its row alone.
async fn plain(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    let Some(row) = table::row_of(request.command) else {
        return Err(Error::unsupported(format!(
            "Firefox has no remote command for {}.",
            request.command
        )));
    };
    let params = row.send.params(request)?;
    let result = marionette.send(row.marionette, params).await;
    let result = result.map_err(|error| mend::error(request, error))?;
    let value = row.receive.value(request, result)?;
    marionette.notes().after(request);
    Ok(value)
}
