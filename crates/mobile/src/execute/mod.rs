//! `execute/sync` with a script that begins with `mobile:`.
//!
//! The methods are rows of a table: name, parameters, meaning, and the function, which the older
//! route of the same meaning shares. The listing for clients and the page in `docs/` are made from it.

mod docs;
mod gestures;
mod table;

use hansom_protocol::{
    Answer, Command, Error, Params, Request,
    routes::{Param, shorten},
};
use serde_json::{Map, Value, json, value::RawValue};

pub use docs::methods_page;
use table::{METHODS, Method};

use crate::{
    error::{MobileError, Result},
    session::{Context, SessionState},
};

/// What a method's script begins with.
const PREFIX: &str = "mobile:";

/// Carries out a script that names a method; `None` for scripts that a page is to run.
pub(crate) async fn run(state: &mut SessionState, request: &Request) -> Option<Result<Answer>> {
    debug_assert!(matches!(
        request.command,
        Command::ExecuteScript | Command::ExecuteAsyncScript
    ));
    let script: String = match request.params.required("script") {
        Ok(script) => script,
        Err(error) => return Some(Err(error.into())),
    };
    match script.trim().strip_prefix(PREFIX) {
        Some(name) => Some(call(state, name.trim(), &request.params).await),
        None if state.context == Context::Native => Some(Err(MobileError::ScriptInNative)),
        None => None,
    }
}

async fn call(state: &mut SessionState, name: &str, params: &Params) -> Result<Answer> {
    let method = METHODS
        .iter()
        .find(|method| method.name == name)
        .ok_or_else(|| unknown(name))?;
    let arguments = arguments(params)?;
    method.check(&arguments)?;
    (method.run)(state, &arguments).await
}

/// The parameters of a method: the first item of `args`, an object; none when there is no item.
fn arguments(params: &Params) -> Result<Params> {
    let args: Vec<Box<RawValue>> = params.required("args")?;
    match args.first().map(|first| first.get()) {
        None | Some("null") => Ok(Params::parse("{}")?),
        Some(text) if text.starts_with('{') => Ok(Params::parse(text.to_owned())?),
        Some(_) => Err(Error::invalid_argument(
            "the first item of `args` must be an object with the method's parameters, \
             for example [{\"seconds\": 5}].",
        )
        .into()),
    }
}

fn unknown(name: &str) -> MobileError {
    let lower = name.to_lowercase();
    let mut near: Vec<(f64, &str)> = METHODS
        .iter()
        .map(|method| {
            (
                strsim::jaro_winkler(&lower, &method.name.to_lowercase()),
                method.name,
            )
        })
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<String> = near
        .iter()
        .take(4)
        .map(|(_, name)| format!("`{PREFIX} {name}`"))
        .collect();
    MobileError::UnknownMethod {
        name: format!("{PREFIX} {name}"),
        near: if names.is_empty() {
            String::new()
        } else {
            format!("; near names are {}", names.join(", "))
        },
    }
}

impl Method {
    /// All required parameters there, each of its type. Keys nobody knows are refused by nobody: peers
    /// ignore them, and clients send some.
    fn check(&self, arguments: &Params) -> Result<()> {
        let named = |param: &Param| {
            // `element` is the older name, and both take an id or a reference.
            let older = param.name == "elementId" && arguments.has("element");
            arguments.raw(param.name).is_some() || older
        };
        let absent: Vec<String> = self
            .params
            .iter()
            .filter(|param| param.required && !named(param))
            .map(|param| format!("`{}`", param.name))
            .collect();
        if !absent.is_empty() {
            return Err(Error::invalid_argument(format!(
                "`{PREFIX} {}` lacks {}. Its parameters are {}.",
                self.name,
                absent.join(", "),
                self.signature()
            ))
            .into());
        }
        for param in self.params {
            if let Some(text) = param.mistaken(arguments) {
                return Err(Error::invalid_argument(format!(
                    "`{}` of `{PREFIX} {}` must be {}, got {}.",
                    param.name,
                    self.name,
                    param.kind.wanted(),
                    shorten(text),
                ))
                .into());
            }
        }
        Ok(())
    }

    /// Its parameters in words, optional ones with a question mark.
    fn signature(&self) -> String {
        if self.params.is_empty() {
            return "none".to_owned();
        }
        let words = self.params.iter().map(|param| {
            let mark = if param.required { "" } else { "?" };
            format!("{}{mark} ({})", param.name, param.kind.describe())
        });
        words.collect::<Vec<_>>().join(", ")
    }
}

/// The methods for `GET …/automation/extensions`, in the shape of the base driver.
pub(crate) fn listing() -> Value {
    let methods: Map<String, Value> = METHODS
        .iter()
        .map(|method| {
            let params: Vec<Value> = method
                .params
                .iter()
                .map(|param| json!({"name": param.name, "required": param.required, "type": param.kind.describe()}))
                .collect();
            let entry = json!({"command": method.name, "params": params, "info": method.meaning});
            (format!("{PREFIX} {}", method.name), entry)
        })
        .collect();
    json!({"rest": {"driver": methods}})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::OPTIONS;

    #[test]
    fn the_method_that_records_takes_every_option_of_films() {
        let method = METHODS.iter().find(|it| it.name == "startScreenRecording");
        let mut taken: Vec<&str> = method.unwrap().params.iter().map(|it| it.name).collect();
        let mut options: Vec<&str> = OPTIONS.iter().map(|row| row.name).collect();
        taken.sort_unstable();
        options.sort_unstable();
        assert_eq!(taken, options);
    }

    #[test]
    fn an_unknown_name_lists_near_ones() {
        let error = unknown("shak").to_string();
        assert!(error.contains("`mobile: shake`"), "{error}");
        let error = unknown("queryappstate").to_string();
        assert!(error.contains("`mobile: queryAppState`"), "{error}");
        assert_eq!(
            unknown("xyzzy").to_string(),
            "there is no method `mobile: xyzzy`"
        );
    }

    #[test]
    fn arguments_are_the_first_item_an_object() {
        let read = |text: &'static str| arguments(&Params::parse(text).unwrap());
        assert!(read(r#"{"args": []}"#).unwrap().names().next().is_none());
        assert!(read(r#"{"args": [{"a": 1}, 2]}"#).unwrap().has("a"));
        for bad in [
            r#"{"args": ["x"]}"#,
            r#"{"args": [[]]}"#,
            r#"{"args": [5]}"#,
        ] {
            let error = read(bad).unwrap_err().to_string();
            assert!(error.contains("must be an object"), "{error}");
        }
    }

    #[test]
    fn a_missing_or_mistyped_parameter_is_named() {
        let method = METHODS
            .iter()
            .find(|method| method.name == "pressButton")
            .unwrap();
        let error = method
            .check(&Params::parse("{}").unwrap())
            .unwrap_err()
            .to_string();
        assert!(error.contains("lacks `name`"), "{error}");
        assert!(error.contains("durationSeconds? (number)"), "{error}");
        let body = Params::parse(r#"{"name": 5}"#).unwrap();
        let error = method.check(&body).unwrap_err().to_string();
        assert!(
            error.contains("`name` of `mobile: pressButton` must be a string, got 5"),
            "{error}"
        );
    }

    #[test]
    fn names_are_unique_and_meanings_one_sentence() {
        let mut names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), METHODS.len());
        for method in METHODS {
            assert!(method.meaning.ends_with('.'), "{}", method.name);
        }
    }
}
