//! Every endpoint, as data.
//!
//! A row says method, path, command, drivers, parameters, source, age and meaning. Nothing else in
//! the program lists endpoints: the router, the parameter check, `GET …/automation/commands`,
//! `/openapi.json`, `docs/reference.md` and the metric labels read these rows.
//!
//! To add an endpoint: a variant in [`Command`], a row in the file of its chapter, an arm in the
//! driver.

mod browser;
mod elements;
mod inherited;
mod logs;
mod mobile;
mod navigation;
mod session;
mod standards;

use crate::{Command, DriverKind, Error, Params, capabilities, params::missing};

/// The chapters of the table, with a heading for the reference page.
const CHAPTERS: &[(&str, &[Route])] = &[
    ("Sessions", session::ROUTES),
    ("Navigation, windows, frames", navigation::ROUTES),
    ("Elements, documents, input", elements::ROUTES),
    ("Other standards", standards::ROUTES),
    ("Browser driver", browser::ROUTES),
    ("Mobile driver", mobile::ROUTES),
    ("Mobile driver, inherited", inherited::ROUTES),
    ("Logs, settings, listings", logs::ROUTES),
];

/// The vendor segments: the documented spelling and its alias. Both always work.
pub const VENDOR_ALIASES: &[(&str, &str)] = &[("browser", "moz"), ("automation", "appium")];

/// One endpoint.
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// HTTP method.
    pub method: Method,
    /// Path with `{variables}`, in the documented spelling.
    pub path: &'static str,
    /// What it asks for.
    pub command: Command,
    /// Who answers it.
    pub drivers: Drivers,
    /// Members of the body.
    pub params: &'static [Param],
    /// The member that may be large: a session may take it in while it arrives.
    pub large: Option<&'static str>,
    /// Where it is specified.
    pub source: Source,
    /// Whether it is still the way to do it.
    pub standing: Standing,
    /// Whether it waits in the session's queue.
    pub queue: Queue,
    /// Content type of the answer; anything but JSON is sent without the envelope.
    pub content_type: &'static str,
    /// Product version since which it exists.
    pub since: &'static str,
    /// One line for the reference.
    pub meaning: &'static str,
}

/// HTTP methods in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// GET
    Get,
    /// POST
    Post,
    /// DELETE
    Delete,
}

impl Method {
    /// As on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Delete => "DELETE",
        }
    }
}

/// Who answers a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drivers {
    browser: bool,
    mobile: bool,
}

impl Drivers {
    /// The server itself, for any session or none.
    pub const SERVER: Self = Self {
        browser: false,
        mobile: false,
    };
    /// The browser driver.
    pub const BROWSER: Self = Self {
        browser: true,
        mobile: false,
    };
    /// The mobile driver.
    pub const MOBILE: Self = Self {
        browser: false,
        mobile: true,
    };
    /// Either driver.
    pub const BOTH: Self = Self {
        browser: true,
        mobile: true,
    };

    /// Whether the server answers it by itself.
    pub const fn is_server(self) -> bool {
        !self.browser && !self.mobile
    }

    /// Whether sessions of that kind have it.
    pub const fn include(self, kind: DriverKind) -> bool {
        match kind {
            DriverKind::Browser => self.browser,
            DriverKind::Mobile => self.mobile,
        }
    }

    /// In words, for the reference and for errors.
    pub const fn describe(self) -> &'static str {
        match (self.browser, self.mobile) {
            (false, false) => "server",
            (true, false) => "browser",
            (false, true) => "mobile",
            (true, true) => "browser, mobile",
        }
    }
}

/// Where a row is specified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// W3C WebDriver. Its POST commands want a body, even if only `{}`.
    W3c,
    /// Other standards that extend WebDriver.
    Standards,
    /// hansom's own two specifications.
    Hansom,
    /// The dialect of the base driver and of Selenium.
    Base,
}

/// Whether a row is still the way to do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It is.
    Current,
    /// It is, but there is a newer way beside it.
    Superseded(&'static str),
    /// It stays available, but use the replacement, if one is named.
    Deprecated(Option<&'static str>),
}

/// Whether a command waits for its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// One at a time with the session's other commands.
    InTurn,
    /// At once, even while another command runs.
    Aside,
}

/// A member of a body.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// Its key.
    pub name: &'static str,
    /// Its type.
    pub kind: ParamType,
    /// Whether it must be there.
    pub required: bool,
}

/// The type of a member. Types are strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamType {
    /// Left open here; the driver checks it.
    Any,
    /// A string.
    String,
    /// A number.
    Number,
    /// A whole number.
    Integer,
    /// `true` or `false`.
    Boolean,
    /// An object.
    Object,
    /// An array.
    Array,
}

impl ParamType {
    /// In words, for errors and the reference.
    pub const fn describe(self) -> &'static str {
        match self {
            ParamType::Any => "any",
            ParamType::String => "string",
            ParamType::Number => "number",
            ParamType::Integer => "integer",
            ParamType::Boolean => "boolean",
            ParamType::Object => "object",
            ParamType::Array => "array",
        }
    }

    /// With its article, for "must be an object".
    pub const fn wanted(self) -> &'static str {
        match self {
            ParamType::Any => "any value",
            ParamType::String => "a string",
            ParamType::Number => "a number",
            ParamType::Integer => "an integer",
            ParamType::Boolean => "a boolean",
            ParamType::Object => "an object",
            ParamType::Array => "an array",
        }
    }

    /// Whether JSON text is of this type, judged by its first byte: the text is known to be valid.
    pub fn fits(self, text: &str) -> bool {
        let first = text.as_bytes().first().copied().unwrap_or_default();
        let number = first == b'-' || first.is_ascii_digit();
        match self {
            ParamType::Any => true,
            ParamType::String => first == b'"',
            ParamType::Number => number,
            ParamType::Integer => number && !text.contains(['.', 'e', 'E']),
            ParamType::Boolean => matches!(text, "true" | "false"),
            ParamType::Object => first == b'{',
            ParamType::Array => first == b'[',
        }
    }
}

impl Route {
    const fn new(
        method: Method,
        path: &'static str,
        command: Command,
        drivers: Drivers,
        meaning: &'static str,
    ) -> Self {
        Self {
            method,
            path,
            command,
            drivers,
            params: &[],
            large: None,
            source: Source::W3c,
            standing: Standing::Current,
            queue: Queue::InTurn,
            content_type: "application/json",
            since: "2.3.0",
            meaning,
        }
    }

    const fn with(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    const fn large(mut self, member: &'static str) -> Self {
        self.large = Some(member);
        self
    }

    const fn of(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    const fn deprecated(mut self, replacement: Option<&'static str>) -> Self {
        self.standing = Standing::Deprecated(replacement);
        self
    }

    const fn superseded(mut self, by: &'static str) -> Self {
        self.standing = Standing::Superseded(by);
        self
    }

    const fn aside(mut self) -> Self {
        self.queue = Queue::Aside;
        self
    }

    const fn answering(mut self, content_type: &'static str) -> Self {
        self.content_type = content_type;
        self
    }

    /// The paths it answers on: the documented one and, where a vendor segment is in it, the alias.
    pub fn paths(&self) -> impl Iterator<Item = String> + use<> {
        let documented = self.path;
        let alias = VENDOR_ALIASES.iter().find_map(|(name, alias)| {
            let spelled = documented.replace(&format!("/{name}/"), &format!("/{alias}/"));
            (spelled != documented).then_some(spelled)
        });
        std::iter::once(documented.to_owned()).chain(alias)
    }

    /// The names of the path's variables, in order.
    pub fn variables(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.path
            .split('/')
            .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Whether the row is about one session.
    pub fn needs_session(&self) -> bool {
        self.path.starts_with("/session/{sessionId}")
    }

    /// Checks a body against the row: all required members there, each of its type.
    pub fn check(&self, params: &Params) -> Result<(), Error> {
        let absent: Vec<&str> = self
            .params
            .iter()
            .filter(|param| param.required && params.raw(param.name).is_none())
            .map(|param| param.name)
            .collect();
        if !absent.is_empty() {
            return Err(match self.command {
                // Clients of the old protocol end here.
                Command::NewSession => capabilities::absent(),
                _ => missing(&absent),
            });
        }
        for param in self.params {
            match params.raw(param.name) {
                None => {}
                Some("null") if !param.required => {}
                Some(text) if param.kind.fits(text) => {}
                Some(text) => {
                    return Err(Error::invalid_argument(format!(
                        "`{}` must be {}, got {}.",
                        param.name,
                        param.kind.wanted(),
                        shorten(text),
                    )));
                }
            }
        }
        Ok(())
    }
}

/// A value as shown in an error: whole when short, cut when long.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 60;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Route> {
    CHAPTERS.iter().flat_map(|(_, rows)| rows.iter())
}

/// The chapters with their headings.
pub fn chapters() -> impl Iterator<Item = (&'static str, &'static [Route])> {
    CHAPTERS.iter().copied()
}

const fn get(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Get, path, command, drivers, meaning)
}

const fn post(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Post, path, command, drivers, meaning)
}

const fn delete(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Delete, path, command, drivers, meaning)
}

/// A parameter that must be there.
pub const fn required(name: &'static str, kind: ParamType) -> Param {
    Param {
        name,
        kind,
        required: true,
    }
}

/// A parameter that may be absent or `null`.
pub const fn optional(name: &'static str, kind: ParamType) -> Param {
    Param {
        name,
        kind,
        required: false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_two_rows_share_method_and_path() {
        let mut seen = HashSet::new();
        for route in all() {
            for path in route.paths() {
                assert!(
                    seen.insert((route.method, path.clone())),
                    "{:?} {path}",
                    route.method
                );
            }
        }
    }

    #[test]
    fn every_command_has_a_row() {
        let used: HashSet<Command> = all().map(|route| route.command).collect();
        let unused: Vec<_> = Command::ALL.iter().filter(|c| !used.contains(c)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    #[test]
    fn both_vendor_spellings_work() {
        let context = all()
            .find(|route| route.command == Command::GetContext)
            .unwrap();
        let paths: Vec<_> = context.paths().collect();
        assert_eq!(
            paths,
            [
                "/session/{sessionId}/browser/context",
                "/session/{sessionId}/moz/context"
            ]
        );
    }

    #[test]
    fn a_check_names_every_missing_key() {
        let find = all()
            .find(|route| route.command == Command::FindElement)
            .unwrap();
        let error = find.check(&Params::parse("{}").unwrap()).unwrap_err();
        assert_eq!(
            error.message,
            "missing keys `using`, `value`. Add them to the body."
        );
    }

    #[test]
    fn a_check_names_the_key_and_the_type_wanted() {
        let install = all()
            .find(|route| route.command == Command::InstallAddon)
            .unwrap();
        let body = Params::parse(r#"{"temporary":"yes"}"#).unwrap();
        let error = install.check(&body).unwrap_err();
        assert_eq!(error.message, "`temporary` must be a boolean, got \"yes\".");
    }

    #[test]
    fn meanings_are_one_sentence() {
        for route in all() {
            assert!(route.meaning.ends_with('.'), "{}", route.path);
            assert!(route.meaning.len() < 90, "{}", route.path);
        }
    }
}
