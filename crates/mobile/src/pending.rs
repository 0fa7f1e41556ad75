//! The async script that waits, and the answer that may come for it from beside.
//!
//! `receiveAsyncResponse` does not wait in the session's queue: it arrives while `execute/async` runs
//! and completes it. Both sides meet here.

use std::sync::{Mutex, PoisonError};

use hansom_protocol::ErrorCode;
use serde_json::Value;
use tokio::sync::oneshot;

use crate::error::{MobileError, Result};

/// What a client says the script came to.
pub(crate) type Outcome = Result<Value>;

/// At most one async script of a session waits.
#[derive(Default)]
pub(crate) struct PendingScript(Mutex<Option<oneshot::Sender<Outcome>>>);

impl PendingScript {
    /// Announces that a script waits; the receiver gives the answer that comes from beside.
    pub(crate) fn wait(&self) -> oneshot::Receiver<Outcome> {
        let (sender, receiver) = oneshot::channel();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        receiver
    }

    /// Completes the script that waits; whether one did.
    pub(crate) fn complete(&self, outcome: Outcome) -> bool {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        waiting.is_some_and(|sender| sender.send(outcome).is_ok())
    }
}

/// What the `response` of a client means: the value of the script, or `{status, value}` as the old
/// protocol had it, or a W3C error.
pub(crate) fn outcome(response: Value) -> Outcome {
    let Value::Object(mut members) = response else {
        return Ok(response);
    };
    if let (Some(error), Some(message)) = (
        members.get("error").and_then(Value::as_str),
        members.get("message").and_then(Value::as_str),
    ) {
        return Err(MobileError::Script {
            code: ErrorCode::from_text(error).unwrap_or(ErrorCode::JavascriptError),
            message: message.to_owned(),
        });
    }
    match members.get("status").map(Value::as_u64) {
        Some(Some(status)) if members.contains_key("value") => {
            let value = members.remove("value").unwrap_or_default();
            if status == 0 {
                return Ok(value);
            }
            let message = value.get("message").and_then(Value::as_str);
            Err(MobileError::Script {
                // 28 is the old protocol's script timeout; its other numbers are failures of the script.
                code: if status == 28 {
                    ErrorCode::ScriptTimeout
                } else {
                    ErrorCode::JavascriptError
                },
                message: message.map_or_else(|| value.to_string(), str::to_owned),
            })
        }
        _ => Ok(Value::Object(members)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_response_is_a_value_unless_it_says_otherwise() {
        assert_eq!(outcome(json!(5)).unwrap(), 5);
        assert_eq!(outcome(json!({"a": 1})).unwrap(), json!({"a": 1}));
        assert_eq!(
            outcome(json!({"status": 0, "value": [1]})).unwrap(),
            json!([1])
        );
        assert_eq!(
            outcome(json!({"status": "ready"})).unwrap(),
            json!({"status": "ready"})
        );
    }

    #[test]
    fn a_response_can_be_a_failure() {
        for (response, code) in [
            (
                json!({"status": 17, "value": {"message": "boom"}}),
                ErrorCode::JavascriptError,
            ),
            (
                json!({"status": 28, "value": {"message": "boom"}}),
                ErrorCode::ScriptTimeout,
            ),
            (
                json!({"error": "no such window", "message": "boom"}),
                ErrorCode::NoSuchWindow,
            ),
        ] {
            let error = hansom_protocol::Error::from(outcome(response).unwrap_err());
            assert_eq!((error.code, error.message.as_str()), (code, "boom"));
        }
    }

    #[tokio::test]
    async fn an_answer_reaches_the_script_that_waits_once() {
        let pending = PendingScript::default();
        assert!(!pending.complete(Ok(json!(1))), "nobody waits");
        let receiver = pending.wait();
        assert!(pending.complete(Ok(json!(2))));
        assert!(!pending.complete(Ok(json!(3))), "it has been answered");
        assert_eq!(receiver.await.unwrap().unwrap(), 2);
    }
}
