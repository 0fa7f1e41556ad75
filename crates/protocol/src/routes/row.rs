//! One row of the table, and how it is written.

use super::{
    VENDOR_ALIASES,
    param::{Param, shorten},
};
use crate::{Command, DriverKind, Error, Params, capabilities, params::missing};

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

    pub(super) const fn with(mut self, params: &'static [Param]) -> Self {
        self.params = params;
        self
    }

    pub(super) const fn large(mut self, member: &'static str) -> Self {
        self.large = Some(member);
        self
    }

    pub(super) const fn of(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    pub(super) const fn deprecated(mut self, replacement: Option<&'static str>) -> Self {
        self.standing = Standing::Deprecated(replacement);
        self
    }

    pub(super) const fn superseded(mut self, by: &'static str) -> Self {
        self.standing = Standing::Superseded(by);
        self
    }

    pub(super) const fn aside(mut self) -> Self {
        self.queue = Queue::Aside;
        self
    }

    pub(super) const fn answering(mut self, content_type: &'static str) -> Self {
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
            if let Some(text) = param.mistaken(params) {
                return Err(Error::invalid_argument(format!(
                    "`{}` must be {}, got {}.",
                    param.name,
                    param.kind.wanted(),
                    shorten(text),
                )));
            }
        }
        Ok(())
    }
}

pub(super) const fn get(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Get, path, command, drivers, meaning)
}

pub(super) const fn post(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Post, path, command, drivers, meaning)
}

pub(super) const fn delete(
    path: &'static str,
    command: Command,
    drivers: Drivers,
    meaning: &'static str,
) -> Route {
    Route::new(Method::Delete, path, command, drivers, meaning)
}
