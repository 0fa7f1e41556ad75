//! Settings of a session: a map that clients of the base driver's dialect read and change. The
//! browser driver gives none of them a meaning.

use hansom_protocol::{Answer, Error, Params, check_settings};
use serde_json::{Map, Value};

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
        check_settings(&self.0, &new)?;
        self.0.extend(new);
        Ok(Answer::null())
    }
}
