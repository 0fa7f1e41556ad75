//! The three time limits of a session.

use std::time::Duration;

use hansom_protocol::{Error, Params};
use serde::{Serialize, Serializer};

/// The largest whole number that JSON clients agree on.
const MAX_SAFE: u64 = (1 << 53) - 1;

/// Time limits, in milliseconds on the wire. `None` for scripts means no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Timeouts {
    #[serde(serialize_with = "optional_millis")]
    pub(crate) script: Option<Duration>,
    #[serde(serialize_with = "millis")]
    pub(crate) page_load: Duration,
    #[serde(serialize_with = "millis")]
    pub(crate) implicit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            script: Some(Duration::from_secs(30)),
            page_load: Duration::from_mins(5),
            implicit: Duration::ZERO,
        }
    }
}

fn millis<S: Serializer>(limit: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(limit.as_millis()).unwrap_or(MAX_SAFE))
}

#[expect(clippy::ref_option, reason = "the shape serde asks for")]
fn optional_millis<S: Serializer>(
    limit: &Option<Duration>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match limit {
        Some(limit) => millis(limit, serializer),
        None => serializer.serialize_none(),
    }
}

impl Timeouts {
    /// Changes what a body names: W3C keys, or the older `type` and `ms`. All or nothing.
    pub(crate) fn change(&mut self, params: &Params) -> Result<(), Error> {
        let mut changed = *self;
        if params.has("type") {
            let kind: String = params.required("type")?;
            let limit = read(params, "ms")?;
            match kind.as_str() {
                "script" => changed.script = Some(limit),
                "page load" | "pageLoad" => changed.page_load = limit,
                "implicit" => changed.implicit = limit,
                // The base driver's idle limit; the server keeps it.
                other => {
                    return Err(Error::invalid_argument(format!(
                        "`type` must be one of script, page load, implicit, got `{other}`."
                    )));
                }
            }
        }
        if params.raw("script") == Some("null") {
            changed.script = None;
        } else if params.has("script") {
            changed.script = Some(read(params, "script")?);
        }
        if params.raw("pageLoad").is_some() {
            changed.page_load = read(params, "pageLoad")?;
        }
        if params.raw("implicit").is_some() {
            changed.implicit = read(params, "implicit")?;
        }
        *self = changed;
        Ok(())
    }
}

/// A limit in milliseconds: a whole number, not negative.
pub(crate) fn read(params: &Params, name: &str) -> Result<Duration, Error> {
    let text = params.raw(name).unwrap_or("nothing");
    match text.parse::<f64>() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "checked against its bounds in the same line"
        )]
        Ok(number) if number.fract() == 0.0 && (0.0..=MAX_SAFE as f64).contains(&number) => {
            Ok(Duration::from_millis(number as u64))
        }
        _ => Err(Error::invalid_argument(format!(
            "`{name}` must be a whole number of milliseconds, 0 to {MAX_SAFE}, got {text}."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(body: &'static str) -> Result<serde_json::Value, Error> {
        let mut timeouts = Timeouts::default();
        timeouts.change(&Params::parse(body)?)?;
        Ok(serde_json::json!(timeouts))
    }

    #[test]
    fn each_key_changes_its_limit_and_leaves_the_rest() {
        let value = changed(r#"{"implicit": 5, "script": null}"#).unwrap();
        assert_eq!(
            value,
            serde_json::json!({"script": null, "pageLoad": 300_000, "implicit": 5})
        );
        let value = changed(r#"{"type": "page load", "ms": 7}"#).unwrap();
        assert_eq!(value["pageLoad"], 7);
    }

    #[test]
    fn nonsense_is_refused_and_changes_nothing() {
        for body in [
            r#"{"implicit": "5"}"#,
            r#"{"implicit": -1}"#,
            r#"{"script": 1.5}"#,
            r#"{"pageLoad": null}"#,
            r#"{"implicit": 9007199254740992}"#,
            r#"{"type": "lunch", "ms": 5}"#,
            r#"{"type": "script"}"#,
        ] {
            let error = changed(body).unwrap_err();
            assert_eq!(error.code.as_str(), "invalid argument", "{body}");
        }
        let mut timeouts = Timeouts::default();
        let body = Params::parse(r#"{"implicit": 5, "script": "x"}"#).unwrap();
        assert!(timeouts.change(&body).is_err());
        assert_eq!(timeouts, Timeouts::default());
    }
}
