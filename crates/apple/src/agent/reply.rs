//! The agent's envelope, `{"value": …, "sessionId": …}`: the value is cut out, and read only by those
//! who need it as more than text.

use bytes::Bytes;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::value::RawValue;

use crate::AppleError;

/// The value of an answer that has none.
const NOTHING: &str = "null";

/// A successful answer of the agent.
#[derive(Debug, Clone)]
pub struct Reply {
    pub(super) body: Bytes,
    pub(super) place: String,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    value: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
    #[serde(default)]
    message: String,
}

impl Reply {
    /// Its value.
    pub fn value<T: DeserializeOwned>(&self) -> Result<T, AppleError> {
        serde_json::from_str(self.cut()?).map_err(|error| self.garbage(&error))
    }

    /// Its value as the JSON that came.
    pub fn json(&self) -> Result<Bytes, AppleError> {
        Ok(match self.cut()? {
            NOTHING => Bytes::from_static(NOTHING.as_bytes()),
            value => self.body.slice_ref(value.as_bytes()),
        })
    }

    fn cut(&self) -> Result<&str, AppleError> {
        let envelope: Envelope<'_> =
            serde_json::from_slice(&self.body).map_err(|error| self.garbage(&error))?;
        Ok(envelope.value.map_or(NOTHING, RawValue::get))
    }

    fn garbage(&self, error: &serde_json::Error) -> AppleError {
        AppleError::AgentGarbage {
            place: self.place.clone(),
            reason: error.to_string(),
        }
    }

    /// The refusal in a body that came with an error status.
    pub(super) fn refusal(&self, status: u16) -> AppleError {
        match self.value::<Refusal>() {
            Ok(refusal) => AppleError::Refused {
                code: refusal.error,
                message: refusal.message,
            },
            Err(_) => AppleError::AgentGarbage {
                place: self.place.clone(),
                reason: format!("status {status} without an error object"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(body: &'static str) -> Reply {
        Reply {
            body: Bytes::from_static(body.as_bytes()),
            place: "here".into(),
        }
    }

    #[test]
    fn the_value_is_cut_out() {
        let value: u32 = reply(r#"{"sessionId":"x","value":4}"#).value().unwrap();
        assert_eq!(value, 4);
    }

    #[test]
    fn half_an_answer_is_garbage_not_a_panic() {
        let error = reply(r#"{"value":"#).value::<u32>().unwrap_err();
        assert!(matches!(error, AppleError::AgentGarbage { .. }), "{error}");
        let error = reply("<html>").refusal(502);
        assert!(error.to_string().contains("status 502"), "{error}");
    }
}
