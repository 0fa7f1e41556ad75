//! From method and path to a row of the route table.

use std::{borrow::Cow, collections::HashMap};

use hansom_protocol::{
    Error, ErrorCode, PathVars,
    routes::{self, Method, Route},
};
use percent_encoding::percent_decode_str;

/// The prefix that older clients put before every path.
const LEGACY_BASE: &str = "/wd/hub";

/// All rows, arranged by path.
pub(crate) struct Router {
    paths: matchit::Router<Vec<&'static Route>>,
    base: String,
}

/// A row that fits a request.
pub(crate) struct Found {
    pub(crate) route: &'static Route,
    pub(crate) vars: PathVars,
}

/// Why none does.
pub(crate) enum NotFound {
    Path,
    Method { allowed: Vec<Method> },
}

impl Router {
    /// Arranges the table. `base` is the prefix of all paths, normalised.
    pub(crate) fn new(base: String) -> Self {
        let mut rows: HashMap<String, Vec<&'static Route>> = HashMap::new();
        for route in routes::all() {
            for path in route.paths() {
                rows.entry(path).or_default().push(route);
            }
        }
        let mut paths = matchit::Router::new();
        for (path, routes) in rows {
            if let Err(error) = paths.insert(&path, routes) {
                // Two rows that differ in a variable's name only; a test rules it out.
                tracing::error!(path, %error, "row left out");
            }
        }
        Self { paths, base }
    }

    /// A path without the base path, doubled slashes before it and slashes after it.
    pub(crate) fn strip<'a>(&self, path: &'a str) -> &'a str {
        let path = path.trim_end_matches('/');
        let doubled = path.len() - path.trim_start_matches('/').len();
        let path = &path[doubled.saturating_sub(1)..];
        let below = |base: &str| {
            let rest = path.strip_prefix(base)?;
            (rest.is_empty() || rest.starts_with('/')).then_some(rest)
        };
        let stripped = Some(self.base.as_str())
            .filter(|base| !base.is_empty())
            .and_then(below)
            .or_else(|| below(LEGACY_BASE))
            .unwrap_or(path);
        if stripped.is_empty() { "/" } else { stripped }
    }

    /// The row for a request whose path was stripped. HEAD is answered as GET is.
    pub(crate) fn find(&self, method: &http::Method, path: &str) -> Result<Found, NotFound> {
        let found = self.paths.at(path).map_err(|_| NotFound::Path)?;
        let method = match method.as_str() {
            "HEAD" => "GET",
            other => other,
        };
        let route = found
            .value
            .iter()
            .copied()
            .find(|route| route.method.as_str() == method)
            .ok_or_else(|| NotFound::Method {
                allowed: found.value.iter().map(|route| route.method).collect(),
            })?;
        let vars = route
            .variables()
            .zip(found.params.iter())
            .map(|(name, (_, value))| (name, decode(value)))
            .collect();
        Ok(Found { route, vars })
    }
}

fn decode(value: &str) -> String {
    match percent_decode_str(value).decode_utf8_lossy() {
        Cow::Borrowed(text) => text.to_owned(),
        Cow::Owned(text) => text,
    }
}

impl NotFound {
    /// The error for the client.
    pub(crate) fn error(&self, method: &http::Method, path: &str) -> Error {
        match self {
            NotFound::Path => Error::new(
                ErrorCode::UnknownCommand,
                format!(
                    "there is no command at {}. GET /openapi.json lists them all.",
                    shorten(path)
                ),
            ),
            NotFound::Method { .. } => Error::new(
                ErrorCode::UnknownMethod,
                format!(
                    "{} does not know the method {}. Use {}.",
                    shorten(path),
                    shorten(method.as_str()),
                    self.allow().replace(", ", " or ")
                ),
            ),
        }
    }

    /// The `Allow` header.
    pub(crate) fn allow(&self) -> String {
        match self {
            NotFound::Path => String::new(),
            NotFound::Method { allowed } => {
                let mut names: Vec<_> = allowed.iter().map(|method| method.as_str()).collect();
                names.sort_unstable();
                names.join(", ")
            }
        }
    }
}

/// A client's text as shown in a message: not longer than a line.
fn shorten(text: &str) -> Cow<'_, str> {
    const LIMIT: usize = 120;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]).into(),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use hansom_protocol::Command;

    use super::*;

    fn command(router: &Router, method: &str, path: &str) -> Option<Command> {
        let method = method.parse().unwrap();
        let found = router.find(&method, router.strip(path)).ok()?;
        Some(found.route.command)
    }

    #[test]
    fn every_row_is_found_in_all_its_spellings() {
        let router = Router::new("/lab".into());
        for route in routes::all() {
            for path in route.paths() {
                let path = path.replace(['{', '}'], "");
                for spelled in [
                    path.clone(),
                    format!("{path}/"),
                    format!("/{path}"),
                    format!("/wd/hub{path}"),
                    format!("/lab{path}"),
                ] {
                    let found = command(&router, route.method.as_str(), &spelled);
                    assert_eq!(found, Some(route.command), "{spelled}");
                }
            }
        }
    }

    #[test]
    fn a_base_path_ends_at_a_slash() {
        let router = Router::new("/lab".into());
        assert_eq!(router.strip("/laboratory"), "/laboratory");
        assert_eq!(router.strip("/lab"), "/");
        assert_eq!(router.strip("/"), "/");
        assert_eq!(router.strip(""), "/");
    }

    #[test]
    fn variables_are_decoded() {
        let router = Router::new(String::new());
        let found = router
            .find(
                &http::Method::GET,
                "/session/s/element/e%2F1/attribute/a%20b",
            )
            .ok()
            .unwrap();
        assert_eq!(found.vars.get("sessionId"), "s");
        assert_eq!(found.vars.get("elementId"), "e/1");
        assert_eq!(found.vars.get("name"), "a b");
    }

    #[test]
    fn a_wrong_method_is_told_the_right_ones() {
        let router = Router::new(String::new());
        let patch = "PATCH".parse().unwrap();
        let error = router.find(&patch, "/session/s/url").err().unwrap();
        assert_eq!(error.allow(), "GET, POST");
        let error = error.error(&patch, "/session/s/url");
        assert_eq!(error.http_status(), 405);
        assert!(error.message.ends_with("Use GET or POST."), "{error}");
    }
}
