//! One check of the machine and how it is shown.

use std::fmt;

use serde::Serialize;

/// How a check came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// It is there.
    Ok,
    /// It works, but something is worth knowing.
    Warn,
    /// It is not there.
    Missing,
}

/// One line of the report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) verdict: Verdict,
    /// Whether the server cannot do its default work without it.
    pub(super) needed: bool,
    /// What was found, or what is not possible without it.
    pub(super) found: String,
    /// The command or setting that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cure: Option<String>,
}

impl Check {
    pub(super) fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self {
            name,
            verdict: Verdict::Ok,
            needed: false,
            found: found.into(),
            cure: None,
        }
    }

    pub(super) fn warn(
        name: &'static str,
        found: impl Into<String>,
        cure: impl Into<String>,
    ) -> Self {
        Self {
            verdict: Verdict::Warn,
            cure: Some(cure.into()),
            ..Self::ok(name, found)
        }
    }

    pub(super) fn missing(
        name: &'static str,
        found: impl Into<String>,
        cure: impl Into<String>,
    ) -> Self {
        Self {
            verdict: Verdict::Missing,
            cure: Some(cure.into()),
            ..Self::ok(name, found)
        }
    }

    /// Marks it as something the default cannot do without.
    pub(super) fn needed(mut self) -> Self {
        self.needed = true;
        self
    }

    /// Whether the server cannot run because of it.
    pub(super) fn stops_the_default(&self) -> bool {
        self.needed && self.verdict == Verdict::Missing
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok",
            Verdict::Warn => "warn",
            Verdict::Missing if self.needed => "MISSING",
            Verdict::Missing => "missing",
        };
        write!(f, "{verdict:<8} {:<10} {}", self.name, self.found)?;
        if let Some(cure) = &self.cure {
            write!(f, "\n{:<19} fix: {cure}", "")?;
        }
        Ok(())
    }
}
