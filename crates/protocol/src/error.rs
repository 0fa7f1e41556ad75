//! The one error that leaves the server, and how a room's own errors become it.
//!
//! Each room keeps an enum with a variant per cause and implements [`Cause`] for it; `?` turns it
//! into an [`Error`]. The client reads `message` (cause, then cure); `detail` goes to the log only.

use std::ops::{Deref, DerefMut};

use serde_json::{Map, Value, json};

macro_rules! codes {
    ($($variant:ident $text:literal $status:literal,)+) => {
        /// A W3C error code. The text and the HTTP status belong to it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the names are the specification's own")]
        pub enum ErrorCode { $($variant,)+ }

        impl ErrorCode {
            /// Every code, in the order of the specification.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$variant,)+];

            /// The JSON error code of the specification, for example `no such element`.
            pub const fn as_str(self) -> &'static str {
                match self { $(ErrorCode::$variant => $text,)+ }
            }

            /// The HTTP status that goes with it.
            pub const fn http_status(self) -> u16 {
                match self { $(ErrorCode::$variant => $status,)+ }
            }

            /// The code for a JSON error text, if it is one.
            pub fn from_text(text: &str) -> Option<Self> {
                match text { $($text => Some(ErrorCode::$variant),)+ _ => None }
            }
        }
    };
}

codes! {
    DetachedShadowRoot "detached shadow root" 404,
    ElementClickIntercepted "element click intercepted" 400,
    ElementNotInteractable "element not interactable" 400,
    InsecureCertificate "insecure certificate" 400,
    InvalidArgument "invalid argument" 400,
    InvalidCookieDomain "invalid cookie domain" 400,
    InvalidElementState "invalid element state" 400,
    InvalidSelector "invalid selector" 400,
    InvalidSessionId "invalid session id" 404,
    JavascriptError "javascript error" 500,
    MoveTargetOutOfBounds "move target out of bounds" 500,
    NoSuchAlert "no such alert" 404,
    NoSuchCookie "no such cookie" 404,
    NoSuchElement "no such element" 404,
    NoSuchFrame "no such frame" 404,
    NoSuchShadowRoot "no such shadow root" 404,
    NoSuchWindow "no such window" 404,
    ScriptTimeout "script timeout" 500,
    SessionNotCreated "session not created" 500,
    StaleElementReference "stale element reference" 404,
    Timeout "timeout" 500,
    UnableToCaptureScreen "unable to capture screen" 500,
    UnableToSetCookie "unable to set cookie" 500,
    UnexpectedAlertOpen "unexpected alert open" 500,
    UnknownCommand "unknown command" 404,
    UnknownError "unknown error" 500,
    UnknownMethod "unknown method" 405,
    UnsupportedOperation "unsupported operation" 500,
}

impl std::fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a room's error enum says of itself, so that it can be answered to a client.
///
/// `Display` of the error is the cause, in plain words; [`Cause::cure`] is what the reader can do.
pub trait Cause: std::error::Error {
    /// The W3C code.
    fn code(&self) -> ErrorCode;
    /// What the reader can do about it, as a sentence; appended to the message.
    fn cure(&self) -> Option<String> {
        None
    }
    /// Whether the session is over with it.
    fn ends_session(&self) -> bool {
        false
    }
    /// Machine-readable detail for the `data` field of the answer.
    fn data(&self) -> Option<Value> {
        None
    }
    /// The stack of the script that failed, when there is one.
    fn stacktrace(&self) -> Option<String> {
        None
    }
    /// Cause and cure, as the reader is told them.
    fn told(&self) -> String {
        sentences(
            &self.to_string(),
            self.cure().as_deref().unwrap_or_default(),
        )
    }
}

/// A cause with its cure after it. The words of others, which causes often end with, may have a full
/// stop of their own.
pub fn sentences(cause: &str, cure: &str) -> String {
    match (cure, cause.ends_with(['.', '!', '?', '…'])) {
        ("", _) => cause.to_owned(),
        (_, true) => format!("{cause} {cure}"),
        (_, false) => format!("{cause}. {cure}"),
    }
}

/// An error at the edge: what the client is told, and whether the session survives.
///
/// Its members are in a box: every result on a command's way has room for an error, and is moved
/// with it, though hardly any holds one.
#[derive(Debug, Clone, PartialEq)]
pub struct Error(Box<ErrorParts>);

/// The members of an [`Error`].
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorParts {
    /// The W3C code.
    pub code: ErrorCode,
    /// Cause and cure, for the client.
    pub message: String,
    /// HTTP status when it differs from the code's own (413, 503).
    pub status: Option<u16>,
    /// The `data` member of the answer.
    pub data: Option<Value>,
    /// The `stacktrace` member of the answer; empty when there is none.
    pub stacktrace: String,
    /// For the log only: never sent to the client.
    pub detail: Option<String>,
    /// Whether the session is over.
    pub ends_session: bool,
}

impl Error {
    /// An error with a message that holds cause and cure.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Box::new(ErrorParts {
            code,
            message: message.into(),
            status: None,
            data: None,
            stacktrace: String::new(),
            detail: None,
            ends_session: false,
        }))
    }

    /// `invalid argument`.
    pub fn invalid_argument(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::InvalidArgument, message)
    }

    /// `unsupported operation`.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::UnsupportedOperation, message)
    }

    /// `unknown error`.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::UnknownError, message)
    }

    /// Adds a note for the log.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// Answers with this HTTP status instead of the code's own.
    #[must_use]
    pub fn with_status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Marks the session as over.
    #[must_use]
    pub fn ending_session(mut self) -> Self {
        self.ends_session = true;
        self
    }

    /// Its members, to be moved on.
    pub fn into_parts(self) -> ErrorParts {
        *self.0
    }

    /// The HTTP status of the answer.
    pub fn http_status(&self) -> u16 {
        self.status.unwrap_or(self.code.http_status())
    }

    /// The whole answer body, `{"value": {"error", "message", "stacktrace", "data"?}}`.
    pub fn body(&self) -> Value {
        let mut value = Map::new();
        value.insert("error".into(), self.code.as_str().into());
        value.insert("message".into(), self.message.as_str().into());
        value.insert("stacktrace".into(), self.stacktrace.as_str().into());
        if let Some(data) = &self.data {
            value.insert("data".into(), data.clone());
        }
        json!({ "value": value })
    }
}

impl Deref for Error {
    type Target = ErrorParts;

    fn deref(&self) -> &ErrorParts {
        &self.0
    }
}

impl DerefMut for Error {
    fn deref_mut(&mut self) -> &mut ErrorParts {
        &mut self.0
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Error {}

impl<C: Cause> From<C> for Error {
    fn from(cause: C) -> Self {
        let mut error = Self::new(cause.code(), cause.told());
        error.data = cause.data();
        error.stacktrace = cause.stacktrace().unwrap_or_default();
        error.ends_session = cause.ends_session();
        error.detail = cause.source().map(ToString::to_string);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("the door is shut")]
    struct Shut;

    impl Cause for Shut {
        fn code(&self) -> ErrorCode {
            ErrorCode::InvalidElementState
        }
        fn cure(&self) -> Option<String> {
            Some("Open it first.".into())
        }
    }

    #[test]
    fn a_cause_becomes_a_message_with_its_cure() {
        let error = Error::from(Shut);
        assert_eq!(error.message, "the door is shut. Open it first.");
        assert_eq!(error.http_status(), 400);
        assert_eq!(error.body()["value"]["error"], "invalid element state");
        assert_eq!(error.body()["value"]["stacktrace"], "");
    }

    #[test]
    fn a_cause_with_a_full_stop_gets_no_second_one() {
        assert_eq!(sentences("it ended.", "Start it."), "it ended. Start it.");
        assert_eq!(sentences("it ended", ""), "it ended");
    }

    #[test]
    fn codes_and_texts_are_one_to_one() {
        for code in ErrorCode::ALL {
            assert_eq!(ErrorCode::from_text(code.as_str()), Some(*code));
        }
    }
}
