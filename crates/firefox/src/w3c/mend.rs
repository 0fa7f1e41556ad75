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
    if error.message.contains("NS_ERROR_ILLEGAL_VALUE") {
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

/// Firefox looks at the window only; a frame that is gone must be `no such window` too.
pub(super) async fn current_url_in_frame(
    marionette: &Marionette,
    request: &Request,
) -> Result<Bytes, Error> {
    let frame = marionette.value("WebDriver:GetActiveElement", "{}").await;
    match frame {
        Err(gone) if gone.refused_with() == Some(ErrorCode::NoSuchWindow) => Err(gone.into()),
        _ => plain(marionette, request).await,
    }
}

/// A script may use `await`, though Firefox takes it for the body of a plain function. A body that
/// does not parse has done nothing, so it can be tried again inside an async function.
pub(super) async fn script(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    match plain(marionette, request).await {
        Err(error) if needs_async(&error) => match table::row_of(request.command) {
            Some(row) => Box::pin(async_script(marionette, row, request)).await,
            None => Err(error),
        },
        done => done,
    }
}

async fn async_script(
    marionette: &Marionette,
    row: &Row,
    request: &Request,
) -> Result<Bytes, Error> {
    let body: String = request.params.required("script")?;
    let args = request.params.raw("args").unwrap_or("[]");
    let script = json!(format!(
        "return (async function () {{ {body}\n }}).apply(this, arguments);"
    ));
    let params = format!("{{\"script\":{script},\"args\":{args}}}");
    let again = marionette.value(row.marionette, params).await;
    again.map_err(|error| self::error(request, error))
}

fn needs_async(error: &Error) -> bool {
    error.code == ErrorCode::JavascriptError
        && error.message.contains("SyntaxError")
        && error.message.contains("await")
}

#[cfg(test)]
mod tests {
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
        let covered = failed(
            ErrorCode::ElementClickIntercepted,
            "another element obscures it",
        );
        assert_eq!(right_code(Command::ElementClick, &covered), None);
    }
}
