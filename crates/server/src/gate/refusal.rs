//! Why the gate did not let a request pass, and which flag would.

use hansom_protocol::{Cause, ErrorCode};

/// Why the gate did not let a request pass.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the request has no usable Host header")]
    BadHost,
    #[error("this server does not answer to the host name `{name}`")]
    Host { name: String },
    #[error("requests from web pages are refused, and this one comes from `{origin}`")]
    Origin { origin: String },
    #[error(
        "requests from web pages are refused, and this one does not tell its address: `{origin}`"
    )]
    Nowhere { origin: String },
    #[error("a body must be declared as `application/json`, this one is {given}")]
    ContentType { given: String },
    #[error("this server wants a token")]
    NoToken,
    #[error("the token is not one of this server's")]
    WrongToken,
}

impl Refusal {
    /// The HTTP status.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Refusal::BadHost => 400,
            Refusal::Host { .. } | Refusal::Origin { .. } | Refusal::Nowhere { .. } => 403,
            Refusal::ContentType { .. } => 415,
            Refusal::NoToken | Refusal::WrongToken => 401,
        }
    }

    /// The label in metrics.
    pub(crate) fn label(&self) -> &'static str {
        match self {
            Refusal::BadHost | Refusal::Host { .. } => "host",
            Refusal::Origin { .. } | Refusal::Nowhere { .. } => "origin",
            Refusal::ContentType { .. } => "content_type",
            Refusal::NoToken | Refusal::WrongToken => "token",
        }
    }
}

impl Cause for Refusal {
    fn code(&self) -> ErrorCode {
        ErrorCode::UnknownError
    }

    fn cure(&self) -> Option<String> {
        Some(match self {
            Refusal::BadHost => "Send exactly one, with the name or address of the server.".into(),
            Refusal::Host { name } => format!(
                "If it should, start the server with --allow-hosts {name}, or use its IP address."
            ),
            Refusal::Origin { origin } => {
                format!("If they should pass, start the server with --allow-origins {origin}.")
            }
            Refusal::Nowhere { .. } => {
                "Serve the page from an address of its own, and allow that with --allow-origins."
                    .into()
            }
            Refusal::ContentType { .. } => {
                "Send the header Content-Type: application/json.".into()
            }
            Refusal::NoToken | Refusal::WrongToken => {
                "Send the header Authorization: Bearer TOKEN, or write http://hansom:TOKEN@host:port; \
                 the token is the one the server was started with (--token)."
                    .into()
            }
        })
    }
}
