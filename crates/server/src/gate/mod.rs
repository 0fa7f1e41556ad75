//! The gate: who may ask. It sees the headers of every request before anything else does, WebSocket
//! handshakes and metrics included, and before a body is read.
//!
//! The attackers are a web page that is open on the same machine (it can send requests to loopback
//! and can rebind a name to it) and anybody who reaches the port from elsewhere. Hence four rules:
//!
//! 1. `Host` must be an IP address, `localhost` or a name the operator listed. A rebound name is
//!    neither. The port counts only where the operator wrote one.
//! 2. `Origin` must not be there, unless listed or the server's own. Browsers send it, programs do
//!    not. The server's own is for the inspector, see [`Gate::is_own_origin`].
//! 3. A body must be declared as JSON, which a web page cannot do without being asked for permission
//!    first. A missing declaration passes on loopback only.
//! 4. A token, where tokens are set. The files of the inspector are the same in every copy of the
//!    program and say nothing about this one: they pass without, so that the page can ask for it.

mod hosts;
mod refusal;
#[cfg(test)]
mod tests;

use hansom_protocol::base64;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use subtle::ConstantTimeEq;

use self::hosts::HostRule;
pub(crate) use self::refusal::Refusal;
use crate::{BindError, Config, Token};

/// The rules of one server.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: Vec<HostRule>,
    origins: Vec<String>,
    tokens: Vec<Token>,
    loopback: bool,
    /// The scheme of the server's own pages.
    scheme: &'static str,
}

/// What is asked for, as far as the gate cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A file of the inspector, which needs no token.
    PublicFile,
    /// Anything else.
    Other,
}

impl Gate {
    pub(crate) fn new(config: &Config) -> Result<Self, BindError> {
        let mut hosts = config
            .allow_hosts
            .iter()
            .map(|entry| {
                HostRule::parse(entry).ok_or_else(|| BindError::BadHost {
                    entry: entry.clone(),
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        // Clients that were told this address will name it.
        if let Some(url) = &config.external_url {
            let url_of_ours = url.parse::<Uri>().ok();
            let host = url_of_ours
                .as_ref()
                .filter(|url| matches!(url.scheme_str(), Some("http" | "https")))
                .and_then(Uri::host)
                .and_then(HostRule::parse);
            hosts.push(host.ok_or_else(|| BindError::BadExternalUrl { url: url.clone() })?);
        }
        let origins = config
            .allow_origins
            .iter()
            .map(|entry| {
                normal_origin(entry).ok_or_else(|| BindError::BadOrigin {
                    entry: entry.clone(),
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            hosts,
            origins,
            tokens: config.tokens.clone(),
            loopback: config.loopback_only(),
            scheme: if config.tls.is_some() {
                "https"
            } else {
                "http"
            },
        })
    }

    /// Lets a request pass, or says why not.
    pub(crate) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        asked: Asked,
    ) -> Result<(), Refusal> {
        self.check_host(uri, headers)?;
        self.check_origin(headers)?;
        self.check_content_type(method, headers)?;
        match asked {
            Asked::PublicFile => Ok(()),
            Asked::Other => self.check_token(method, headers),
        }
    }

    fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = one(headers, &header::HOST)
            .map_err(|Several| Refusal::BadHost)?
            .ok_or(Refusal::BadHost)?;
        let host = host.to_str().map_err(|_| Refusal::BadHost)?;
        // An address in the request line outranks the header, so it must pass as well.
        for authority in uri
            .authority()
            .map(http::uri::Authority::as_str)
            .into_iter()
            .chain([host])
        {
            let (name, port) = hosts::split(authority).ok_or(Refusal::BadHost)?;
            if !hosts::always_allowed(&name)
                && !self.hosts.iter().any(|rule| rule.allows(&name, port))
            {
                return Err(Refusal::Host { name });
            }
        }
        Ok(())
    }

    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        for origin in headers.get_all(header::ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            let Some(normal) = normal_origin(origin) else {
                return Err(Refusal::Nowhere {
                    origin: origin.to_owned(),
                });
            };
            if !self.origins.contains(&normal) && !self.is_own_origin(&normal, headers) {
                return Err(Refusal::Origin {
                    origin: origin.to_owned(),
                });
            }
        }
        Ok(())
    }

    /// Whether a page of this very server asks: the origin is our scheme with the request's `Host`.
    ///
    /// A browser writes both headers by itself. When they are equal, the page came from the address
    /// the request goes to, port included; so a page of another site or of another local server is
    /// not taken for ours, nor is an app of a virtual phone, which has a port of its own.
    ///
    /// Equality alone would be worthless against rebinding: a page of `evil.example:4444` whose name
    /// was pointed here has two equal headers as well. Therefore the name must be one that no
    /// stranger can point anywhere: an IP address, `localhost` itself, or a name that the operator
    /// wrote out. Names below a listed suffix do not count, because the operator has not seen them
    /// all; `--allow-origins` is for them, and for a proxy that adds TLS.
    ///
    /// What remains is that our own pages must be harmless. The inspector has no inline code, cannot
    /// be put in a frame, and does nothing because of its address; all else is JSON or plain text
    /// that browsers are told not to take for anything else.
    fn is_own_origin(&self, origin: &str, headers: &HeaderMap) -> bool {
        let own = || {
            let host = one(headers, &header::HOST).ok()??.to_str().ok()?;
            let here = hosts::split(host)?;
            let (scheme, authority) = origin.split_once("://")?;
            let (name, port) = &here;
            let certain = hosts::cannot_be_rebound(name)
                || self.hosts.iter().any(|rule| rule.names(name, *port));
            Some(scheme == self.scheme && certain && hosts::split(authority)? == here)
        };
        own().unwrap_or(false)
    }

    fn check_content_type(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let given =
            one(headers, &header::CONTENT_TYPE).map_err(|Several| Refusal::ContentType {
                given: "declared twice".into(),
            })?;
        let reads_only = [Method::GET, Method::HEAD, Method::OPTIONS].contains(method);
        let has_body = has_body(headers);
        match given {
            // A type without a body is refused too: it tells what the sender had in mind.
            Some(given) if has_body || !reads_only => {
                let given = given.to_str().unwrap_or_default();
                let essence = given.split(';').next().unwrap_or_default().trim();
                if essence.eq_ignore_ascii_case("application/json") {
                    Ok(())
                } else {
                    Err(Refusal::ContentType {
                        given: format!("`{essence}`"),
                    })
                }
            }
            None if has_body && !self.loopback => Err(Refusal::ContentType {
                given: "not declared".into(),
            }),
            _ => Ok(()),
        }
    }

    fn check_token(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        // A browser asks for permission without the token; it is told the rules, not the answer.
        let preflight = *method == Method::OPTIONS && headers.contains_key(header::ORIGIN);
        if self.tokens.is_empty() || preflight {
            return Ok(());
        }
        let Some(shown) = one(headers, &header::AUTHORIZATION).unwrap_or_default() else {
            return Err(Refusal::NoToken);
        };
        let shown = secrets(shown);
        // Every pair is compared, so that the time says nothing about which one failed.
        let fits = shown.iter().fold(0u8, |found, secret| {
            self.tokens.iter().fold(found, |found, token| {
                found | token.as_bytes().ct_eq(secret).unwrap_u8()
            })
        });
        if fits == 1 {
            Ok(())
        } else {
            Err(Refusal::WrongToken)
        }
    }
}

/// The headers by which a browser lets a listed web page read the answer; for requests that passed.
pub(crate) fn cors(headers: &HeaderMap) -> Option<[(HeaderName, HeaderValue); 2]> {
    let origin = headers.get(header::ORIGIN)?;
    Some([
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone()),
        (header::VARY, HeaderValue::from_static("origin")),
    ])
}

/// A header that must not come twice came twice.
struct Several;

fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a HeaderValue>, Several> {
    let mut found = headers.get_all(name).iter();
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(Several),
        (first, None) => Ok(first),
    }
}

fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(header::TRANSFER_ENCODING)
        || headers
            .get(header::CONTENT_LENGTH)
            .is_some_and(|length| length.as_bytes() != b"0")
}

/// `scheme://host[:port]` in lower case. The word `null` is none: every site can have a frame that
/// says so, and to allow it would be to allow all of them.
fn normal_origin(text: &str) -> Option<String> {
    let lower = text.trim().trim_end_matches('/').to_ascii_lowercase();
    let (scheme, authority) = lower.split_once("://")?;
    let known = !scheme.is_empty()
        && scheme
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-');
    (known && hosts::split(authority).is_some()).then_some(lower)
}

/// The secrets an `Authorization` header shows: the bearer token, or the password or, without one,
/// the name of basic authentication.
fn secrets(header: &HeaderValue) -> Vec<Vec<u8>> {
    let Some((scheme, rest)) = header.to_str().ok().and_then(|text| text.split_once(' ')) else {
        return Vec::new();
    };
    let rest = rest.trim();
    if scheme.eq_ignore_ascii_case("bearer") {
        return vec![rest.as_bytes().to_vec()];
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return Vec::new();
    }
    let decoded = base64::decode("authorization", rest).unwrap_or_default();
    let mut parts = decoded.splitn(2, |byte| *byte == b':');
    let (name, password) = (parts.next(), parts.next().unwrap_or_default());
    match name {
        Some(name) if password.is_empty() => vec![name.to_vec()],
        _ => vec![password.to_vec()],
    }
}
