//! How long a command may take before Firefox is held for stuck.
//!
//! Firefox keeps the time limits that a client sets; these deadlines lie well behind them and end
//! only what Firefox itself has lost. The session goes on: a late answer is thrown away.

use std::{
    future::Future,
    pin::{Pin, pin},
    time::Duration,
};

use hansom_firefox::w3c;
use hansom_protocol::{Command, Error, ErrorCode, Params};
use serde_json::{Map, Value};
use tokio::time::{Instant, Sleep, sleep_until};

/// What a command may take besides the limits that the client set.
const BASE: Duration = Duration::from_mins(2);
/// For commands whose work has no natural bound: long chains of actions, large pictures, prints and
/// files.
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
        let older: Option<String> = params.optional("type").ok().flatten();
        self.update(|name| {
            let member = match older.as_deref() {
                None => name,
                Some(kind) if w3c::older_timeout(kind) == Some(name) => "ms",
                Some(_) => return None,
            };
            serde_json::from_str(params.raw(member)?).ok()
        });
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
            PerformActions | TakeFullScreenshot | PrintPage | UploadFile | FetchDownload => LONG,
            _ => Duration::ZERO,
        };
        Some(limit.saturating_add(BASE))
    }

    /// Carries a command out within its deadline.
    pub(crate) async fn keep<T>(
        &self,
        alarm: &mut Alarm,
        command: Command,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let Some(limit) = self.deadline(command) else {
            return work.await;
        };
        alarm.keep(limit, work).await.unwrap_or_else(|| {
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

/// The timer of a session's deadlines. It is set once and moved on when it goes off: that is rarer
/// than commands, and a timer for each would cost more than the rest of its deadline.
#[derive(Debug, Default)]
pub(crate) struct Alarm(Option<Pin<Box<Sleep>>>);

impl Alarm {
    /// Waits for work; `None` when it takes longer than `limit`.
    async fn keep<T>(&mut self, limit: Duration, work: impl Future<Output = T>) -> Option<T> {
        let due = Instant::now() + limit;
        let timer = self.0.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() > due {
            timer.as_mut().reset(due);
        }
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = work.as_mut() => return Some(done),
                () = timer.as_mut() => {}
            }
            // It may have been set for a command before this one.
            if timer.deadline() >= due {
                return None;
            }
            timer.as_mut().reset(due);
        }
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
        timeouts.set(&Params::parse(r#"{"type": "page load", "ms": 1200000}"#).unwrap());
        assert_eq!(seconds(&timeouts, Command::NavigateTo), Some(1325));
        assert_eq!(seconds(&timeouts, Command::ExecuteScript), Some(127));
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_names_the_command() {
        let stuck = std::future::pending::<Result<(), Error>>();
        let error = Timeouts::default()
            .keep(&mut Alarm::default(), Command::GetTitle, stuck)
            .await
            .unwrap_err();
        assert_eq!(error.code, ErrorCode::Timeout);
        assert!(error.message.contains("getTitle within 120 s"), "{error}");
        assert!(!error.ends_session);
    }

    #[tokio::test(start_paused = true)]
    async fn each_command_has_its_own_deadline_on_the_one_timer() {
        let mut alarm = Alarm::default();
        let began = Instant::now();
        let mut keep = async |limit, takes| {
            let work = tokio::time::sleep(Duration::from_secs(takes));
            let kept = alarm.keep(Duration::from_secs(limit), work).await;
            (kept.is_some(), began.elapsed().as_secs())
        };
        assert_eq!(keep(10, 9).await, (true, 9));
        // The timer goes off at 10 and is moved on.
        assert_eq!(keep(10, 9).await, (true, 18));
        assert_eq!(keep(10, 11).await, (false, 28));
        // Set for later than the next command wants.
        assert_eq!(keep(100, 1).await, (true, 29));
        assert_eq!(keep(2, 50).await, (false, 31));
    }
}
