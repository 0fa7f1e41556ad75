//! Where Firefox answers otherwise than the specification says, and it can be put right here.
//!
//! Nothing here costs an extra exchange on the usual way: an error is looked at, or a second try
//! made, only after Firefox has refused.

use bytes::Bytes;
use hansom_protocol::{Command, Error, ErrorCode, Request};
use serde_json::json;

use super::{
    plain,
    table::{self, Row},
};
use crate::{Marionette, MarionetteError};

/// An error of Firefox with the code the specification wants.
pub(super) fn error(request: &Request, error: MarionetteError) -> Error {
    let code = right_code(request.command, &error);
    let mut error = Error::from(error);
    if let Some(code) = code {
        error.code = code;
    }
    if code == Some(ErrorCode::InvalidArgument) && error.message.contains("NS_ERROR_ILLEGAL_VALUE")
    {
        let detail = std::mem::replace(
            &mut error.message,
            "no authenticator, or no credential of it, has that id. Use the id that adding it \
             answered."
                .into(),
        );
        error.detail = Some(detail);
    }
    error
}

/// The code the specification wants, where Firefox gives another.
fn right_code(command: Command, error: &MarionetteError) -> Option<ErrorCode> {
    use Command::*;
    let MarionetteError::Failed { code, message, .. } = error else {
        return None;
    };
    match (command, code) {
        // An id that no authenticator or credential has: the service inside Firefox refuses it
        // with a number, which Marionette does not know what to make of.
        (
            RemoveVirtualAuthenticator
            | AddCredential
            | GetCredentials
            | RemoveCredential
            | RemoveAllCredentials
            | SetUserVerified,
            ErrorCode::UnknownError,
        ) => Some(ErrorCode::InvalidArgument),
        // An XPath that leads to the document, which is no element and cannot leave its process.
        (
            FindElement | FindElements | FindElementFromElement | FindElementsFromElement,
            ErrorCode::UnknownError | ErrorCode::JavascriptError,
        ) if message.contains("cannot be cloned") || message.contains("Cyclic object value") => {
            Some(ErrorCode::InvalidSelector)
        }
        // With `pointer-events: none` nothing intercepts the click; the element takes none.
        (ElementClick, ErrorCode::ElementClickIntercepted)
            if message.contains("does not have pointer events enabled") =>
        {
            Some(ErrorCode::ElementNotInteractable)
        }
        _ => None,
    }
}

/// Firefox looks at the window only; a frame that is gone must be `no such window` too. The question
/// that finds it out may also meet a prompt, which is told as any other would be.
pub(super) async fn current_url_in_frame(
    marionette: &Marionette,
    request: &Request,
) -> Result<Bytes, Error> {
    let frame = marionette.value("WebDriver:GetActiveElement", "{}").await;
    match frame {
        Err(error)
            if matches!(
                error.refused_with(),
                Some(ErrorCode::NoSuchWindow | ErrorCode::UnexpectedAlertOpen)
            ) =>
        {
            Err(error.into())
        }
        _ => plain(marionette, request).await,
    }
}

/// A script may use `await`, though Firefox takes it for the body of a plain function. A body that
/// does not parse has done nothing, so it can be tried again inside an async function.
pub(super) async fn script(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    match plain(marionette, request).await {
        Err(error) if names_await(&error) => match table::row_of(request.command) {
            Some(row) => Box::pin(async_script(marionette, row, request, error)).await,
            None => Err(error),
        },
        done => done,
    }
}

async fn async_script(
    marionette: &Marionette,
    row: &Row,
    request: &Request,
    error: Error,
) -> Result<Bytes, Error> {
    let body: String = request.params.required("script")?;
    if parses(marionette, &body).await? {
        return Err(error);
    }
    let args = request.params.raw("args").unwrap_or("[]");
    let script = json!(format!(
        "return (async function () {{ {body}\n }}).apply(this, arguments);"
    ));
    let params = format!("{{\"script\":{script},\"args\":{args}}}");
    let again = marionette.value(row.marionette, params).await;
    again.map_err(|error| self::error(request, error))
}

/// Whether a script is the body of a plain function. One that is has been run, and has thrown such an
/// error itself: it must not be run again.
async fn parses(marionette: &Marionette, body: &str) -> Result<bool, Error> {
    let script = json!(format!("return true; (function () {{ {body}\n }});"));
    let params = format!("{{\"script\":{script},\"args\":[]}}");
    match marionette.value("WebDriver:ExecuteScript", params).await {
        Ok(_) => Ok(true),
        Err(error) if error.refused_with() == Some(ErrorCode::JavascriptError) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn names_await(error: &Error) -> bool {
    error.code == ErrorCode::JavascriptError
        && error.message.contains("SyntaxError")
        && error.message.contains("await")
}

#[cfg(test)]
mod tests {
    use hansom_protocol::Params;

    use super::*;

    fn failed(code: ErrorCode, message: &str) -> MarionetteError {
        MarionetteError::Failed {
            code,
            message: message.into(),
            stacktrace: String::new(),
            data: None,
        }
    }

    #[test]
    fn codes_are_put_right_where_firefox_errs_and_nowhere_else() {
        let illegal = failed(ErrorCode::UnknownError, "NS_ERROR_ILLEGAL_VALUE");
        assert_eq!(
            right_code(Command::GetCredentials, &illegal),
            Some(ErrorCode::InvalidArgument)
        );
        assert_eq!(right_code(Command::GetTitle, &illegal), None);
        let thrown = failed(ErrorCode::JavascriptError, "Error: NS_ERROR_ILLEGAL_VALUE");
        let request = Request::new(Command::ExecuteScript, Params::default());
        let told = error(&request, thrown);
        assert!(told.message.contains("NS_ERROR_ILLEGAL_VALUE"), "{told}");
        let covered = failed(
            ErrorCode::ElementClickIntercepted,
            "another element obscures it",
        );
        assert_eq!(right_code(Command::ElementClick, &covered), None);
    }
}
