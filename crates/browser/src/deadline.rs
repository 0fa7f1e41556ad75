//! How long a command may take before Firefox is held for stuck.
//!
//! Firefox keeps the time limits that a client sets; these deadlines lie well behind them and end
//! only what Firefox itself has lost. The session goes on: a late answer is thrown away.

use std::{future::Future, time::Duration};

use hansom_protocol::{Command, Error, ErrorCode, Params};
use serde_json::{Map, Value};

/// What a command may take besides the limits that the client set.
const BASE: Duration = Duration::from_mins(2);
/// For commands whose work has no natural bound: long chains of actions, large pictures and prints.
const LONG: Duration = Duration::from_mins(10);

/// The three time limits of a session; `None` is no limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Timeouts {
    script: Option<Duration>,
    page_load: Option<Duration>,
    implicit: Option<Duration>,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            script: Some(Duration::from_secs(30)),
            page_load: Some(Duration::from_mins(5)),
            implicit: Some(Duration::ZERO),
        }
    }
}

impl Timeouts {
    /// Those in the capabilities that Firefox answered.
    pub(crate) fn of(capabilities: &Map<String, Value>) -> Self {
        let mut timeouts = Self::default();
        if let Some(Value::Object(set)) = capabilities.get("timeouts") {
            timeouts.update(|name| set.get(name).cloned());
        }
        timeouts
    }

    /// Takes over what a Set Timeouts that succeeded has set.
    pub(crate) fn set(&mut self, params: &Params) {
        self.update(|name| serde_json::from_str(params.raw(name)?).ok());
    }

    fn update(&mut self, get: impl Fn(&str) -> Option<Value>) {
        for (name, limit) in [
            ("script", &mut self.script),
            ("pageLoad", &mut self.page_load),
            ("implicit", &mut self.implicit),
        ] {
            match get(name) {
                Some(Value::Null) => *limit = None,
                Some(value) => *limit = value.as_u64().map(Duration::from_millis).or(*limit),
                None => {}
            }
        }
    }

    /// When to give up a command; `None` is never, because the client asked for no limit.
    fn deadline(&self, command: Command) -> Option<Duration> {
        use Command::*;
        let limit = match command {
            ExecuteScript | ExecuteAsyncScript => self.script?,
            NavigateTo | Back | Forward | Refresh | ElementClick | SwitchToWindow => self
                .page_load?
                .saturating_add(self.implicit.unwrap_or_default()),
            FindElement
            | FindElements
            | FindElementFromElement
            | FindElementsFromElement
            | FindElementFromShadowRoot
            | FindElementsFromShadowRoot
            | ElementSendKeys
            | SwitchToFrame => self.implicit?,
            PerformActions | TakeFullScreenshot | PrintPage => LONG,
            _ => Duration::ZERO,
        };
        Some(limit.saturating_add(BASE))
    }

    /// Carries a command out within its deadline.
    pub(crate) async fn keep<T>(
        &self,
        command: Command,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let Some(limit) = self.deadline(command) else {
            return work.await;
        };
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            Err(Error::new(
                ErrorCode::Timeout,
                format!(
                    "Firefox did not answer {command} within {} s. The page or Firefox is stuck: \
                     close the window, or delete the session.",
                    limit.as_secs()
                ),
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn limits_of_the_client_move_the_deadlines() {
        let Value::Object(capabilities) =
            json!({"timeouts": {"script": null, "pageLoad": 1000, "implicit": 5000}})
        else {
            unreachable!()
        };
        let mut timeouts = Timeouts::of(&capabilities);
        let seconds =
            |timeouts: &Timeouts, command| timeouts.deadline(command).map(|limit| limit.as_secs());
        assert_eq!(seconds(&timeouts, Command::ExecuteScript), None);
        assert_eq!(seconds(&timeouts, Command::NavigateTo), Some(126));
        assert_eq!(seconds(&timeouts, Command::FindElement), Some(125));
        assert_eq!(seconds(&timeouts, Command::GetTitle), Some(120));
        timeouts.set(&Params::parse(r#"{"script": 7000}"#).unwrap());
        assert_eq!(seconds(&timeouts, Command::ExecuteScript), Some(127));
        assert_eq!(seconds(&timeouts, Command::NavigateTo), Some(126));
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_names_the_command() {
        let stuck = std::future::pending::<Result<(), Error>>();
        let error = Timeouts::default()
            .keep(Command::GetTitle, stuck)
            .await
            .unwrap_err();
        assert_eq!(error.code, ErrorCode::Timeout);
        assert!(error.message.contains("getTitle within 120 s"), "{error}");
        assert!(!error.ends_session);
    }
}
