//! What happened in a session, for `POST …/automation/events`. Bounded.

use std::{
    collections::VecDeque,
    time::{SystemTime, UNIX_EPOCH},
};

use hansom_protocol::{Command, Error};
use serde_json::{Map, Value, json};

/// How many commands, and how many events of the client's own, are kept.
const KEPT: usize = 500;

/// How long the name of an event may be, so that those that are kept have a bound together.
const LONGEST_NAME: usize = 1024;

/// The last commands and events of a session.
#[derive(Debug, Default)]
pub(super) struct History {
    commands: VecDeque<(Command, u64, u64)>,
    events: VecDeque<(String, u64)>,
}

/// Milliseconds since 1970, as clients write times.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    u64::try_from(since.unwrap_or_default().as_millis()).unwrap_or(u64::MAX)
}

impl History {
    pub(super) fn command(&mut self, command: Command, from: u64, to: u64) {
        push(&mut self.commands, (command, from, to));
    }

    pub(super) fn event(&mut self, name: String) -> Result<(), Error> {
        if name.len() > LONGEST_NAME {
            return Err(Error::invalid_argument(format!(
                "an event is noted as `vendor:event` in at most {LONGEST_NAME} bytes, got {}. Choose \
                 shorter names.",
                name.len()
            )));
        }
        push(&mut self.events, (name, now()));
        Ok(())
    }

    /// `{"commands": […], "vendor:event": [times]}`, of the types asked for, or all.
    pub(super) fn show(&self, types: &[String]) -> Value {
        let wanted = |name: &str| types.is_empty() || types.iter().any(|one| one == name);
        let mut shown = Map::new();
        if wanted("commands") {
            let commands = self.commands.iter().map(
                |(command, from, to)| json!({"cmd": command.name(), "startTime": from, "endTime": to}),
            );
            shown.insert("commands".into(), commands.collect());
        }
        for (name, time) in self.events.iter().filter(|(name, _)| wanted(name)) {
            let times = shown.entry(name.as_str()).or_insert_with(|| json!([]));
            if let Value::Array(times) = times {
                times.push((*time).into());
            }
        }
        Value::Object(shown)
    }
}

fn push<T>(queue: &mut VecDeque<T>, item: T) {
    if queue.len() == KEPT {
        queue.pop_front();
    }
    queue.push_back(item);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_is_bounded_and_can_be_filtered() {
        let mut history = History::default();
        for n in 0..(KEPT as u64 + 10) {
            history.command(Command::GetTitle, n, n + 1);
        }
        history.event("mine:started".into()).unwrap();
        let all = history.show(&[]);
        assert_eq!(all["commands"].as_array().unwrap().len(), KEPT);
        assert_eq!(all["commands"][0]["startTime"], 10);
        let some = history.show(&["mine:started".into()]);
        assert!(some.get("commands").is_none());
        assert_eq!(some["mine:started"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn an_event_with_a_long_name_is_refused() {
        let mut history = History::default();
        let error = history.event("x".repeat(LONGEST_NAME + 1)).unwrap_err();
        assert!(
            error.message.contains("at most 1024 bytes, got 1025"),
            "{error}"
        );
        assert!(history.events.is_empty());
        assert!(history.event("x".repeat(LONGEST_NAME)).is_ok());
    }
}
