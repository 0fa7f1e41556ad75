//! Settings of a session: a map that clients of the base driver's dialect read and change. The
//! browser driver gives none of them a meaning.

use hansom_protocol::{Answer, Error, Params};
use serde_json::{Map, Value};

/// How many settings a session may have.
const MOST: usize = 1_000;

/// The map.
#[derive(Debug, Default)]
pub(crate) struct Settings(Map<String, Value>);

impl Settings {
    /// All of them.
    pub(crate) fn get(&self) -> Answer {
        Answer::value(&self.0)
    }

    /// Changes those that are named and keeps the others.
    pub(crate) fn update(&mut self, params: &Params) -> Result<Answer, Error> {
        let new: Map<String, Value> = params.required("settings")?;
        let added = new
            .keys()
            .filter(|name| !self.0.contains_key(*name))
            .count();
        if self.0.len() + added > MOST {
            return Err(Error::invalid_argument(format!(
                "a session has at most {MOST} settings. Remove some."
            )));
        }
        self.0.extend(new);
        Ok(Answer::null())
    }
}
