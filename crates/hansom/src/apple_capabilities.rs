//! What only Apple devices read of a session's capabilities, checked once.

use std::{collections::HashMap, time::Duration};

use hansom_apple::{
    ConnectOptions, Restarts, SimulatorRunner,
    agent::{TcpDial, Timeouts},
};
use hansom_protocol::Error;
use serde_json::{Map, Value};

/// Ports.
const PORTS: &[&str] = &["wdaLocalPort", "wdaRemotePort", "mjpegServerPort"];
/// Time limits, in milliseconds. None of them may be nothing.
const LIMITS: &[&str] = &["wdaLaunchTimeout", "wdaConnectionTimeout"];
/// Whole numbers that may be 0.
const NUMBERS: &[&str] = &["wdaStartupRetries", "wdaStartupRetryInterval"];

/// The capabilities that only this family knows.
pub(crate) struct Asked<'a>(&'a Map<String, Value>);

impl<'a> Asked<'a> {
    /// Reads the capabilities; a number out of its range is refused rather than passed over.
    pub(crate) fn new(capabilities: &'a Map<String, Value>) -> Result<Self, Error> {
        let asked = Self(capabilities);
        let all = [
            (PORTS, 1..=u64::from(u16::MAX), "a port, 1 to 65535"),
            (LIMITS, 1..=u64::MAX, MILLISECONDS),
            (NUMBERS, 0..=u64::MAX, "a whole number, 0 or more"),
        ];
        for (names, range, what) in all {
            for name in names {
                match asked.get(name) {
                    Some(value) if !value.as_u64().is_some_and(|it| range.contains(&it)) => {
                        return Err(wrong(name, what, value));
                    }
                    _ => {}
                }
            }
        }
        asked.command_timeouts()?;
        Ok(asked)
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(&format!("appium:{name}"))
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_str)
    }

    pub(crate) fn port(&self, name: &str) -> Option<u16> {
        self.get(name)
            .and_then(Value::as_u64)
            .and_then(|port| port.try_into().ok())
    }

    fn millis(&self, name: &str) -> Option<Duration> {
        self.get(name)
            .and_then(Value::as_u64)
            .map(Duration::from_millis)
    }

    fn flag(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool) == Some(true)
    }

    pub(crate) fn launch_timeout(&self) -> Duration {
        let asked = self.millis("wdaLaunchTimeout");
        asked.unwrap_or(ConnectOptions::LAUNCH_TIMEOUT)
    }

    pub(crate) fn pictures(&self) -> u16 {
        self.port("mjpegServerPort").unwrap_or(TcpDial::MJPEG_PORT)
    }

    /// Whether we start the agent, rather than find it running.
    pub(crate) fn starts_the_agent(&self) -> bool {
        self.flag("usePreinstalledWDA") || self.text("prebuiltWDAPath").is_some()
    }

    /// The whole bundle id of the agent.
    pub(crate) fn agent_bundle(&self) -> String {
        let id = self
            .text("updatedWDABundleId")
            .unwrap_or(SimulatorRunner::BUNDLE);
        let suffix = self
            .text("updatedWDABundleIdSuffix")
            .unwrap_or(SimulatorRunner::SUFFIX);
        if id.ends_with(suffix) {
            id.to_owned()
        } else {
            format!("{id}{suffix}")
        }
    }

    pub(crate) fn restarts(&self) -> Restarts {
        let defaults = Restarts::default();
        let limit = self.get("wdaStartupRetries").and_then(Value::as_u64);
        Restarts {
            limit: limit.map_or(defaults.limit, |limit| limit.try_into().unwrap_or(u32::MAX)),
            pause: self
                .millis("wdaStartupRetryInterval")
                .unwrap_or(defaults.pause),
        }
    }

    /// `wdaConnectionTimeout` for all, `commandTimeouts` by command.
    pub(crate) fn timeouts(&self) -> Timeouts {
        let mut timeouts = Timeouts::default();
        if let Some(limit) = self.millis("wdaConnectionTimeout") {
            // The budget of the source is a part of it, never more.
            for own in timeouts.by_command.values_mut() {
                *own = limit.min(*own);
            }
            timeouts.default = limit;
        }
        match self.command_timeouts() {
            Ok(Some(Limits::All(limit))) => Timeouts::all(limit),
            Ok(Some(Limits::ByCommand(limits))) => {
                if let Some(limit) = limits.get("default") {
                    timeouts.default = *limit;
                }
                timeouts.by_command.extend(limits);
                timeouts
            }
            // What is wrong was refused at the start.
            Ok(None) | Err(_) => timeouts,
        }
    }

    /// `commandTimeouts`: a number for all, or a map by command with `default`; also as JSON text.
    fn command_timeouts(&self) -> Result<Option<Limits>, Error> {
        const NAME: &str = "commandTimeouts";
        let Some(given) = self.get(NAME) else {
            return Ok(None);
        };
        let refused = || {
            let what = format!("{MILLISECONDS}, or a map of them by command with `default`");
            wrong(NAME, &what, given)
        };
        let limit = |value: &Value| {
            let millis = value.as_u64().filter(|millis| *millis > 0);
            millis.map(Duration::from_millis).ok_or_else(refused)
        };
        let read = match given {
            Value::String(text) => serde_json::from_str(text).map_err(|_| refused())?,
            other => other.clone(),
        };
        Ok(Some(match &read {
            Value::Object(map) => {
                let limits = map.iter().map(|(name, at)| Ok((name.clone(), limit(at)?)));
                Limits::ByCommand(limits.collect::<Result<_, Error>>()?)
            }
            one => Limits::All(limit(one)?),
        }))
    }
}

/// What `commandTimeouts` says.
enum Limits {
    All(Duration),
    ByCommand(HashMap<String, Duration>),
}

const MILLISECONDS: &str = "a whole number of milliseconds, 1 or more";

fn wrong(name: &str, what: &str, value: &Value) -> Error {
    Error::invalid_argument(format!(
        "the capability `appium:{name}` must be {what}, got {value}."
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn timeouts(capabilities: &Value) -> Timeouts {
        let capabilities = capabilities.as_object().unwrap();
        Asked::new(capabilities).map(|it| it.timeouts()).unwrap()
    }

    #[test]
    fn the_agents_id_may_come_with_its_suffix() {
        let bundle = |capabilities: Value| {
            let capabilities = capabilities.as_object().unwrap();
            Asked::new(capabilities)
                .map(|it| it.agent_bundle())
                .unwrap()
        };
        for id in ["org.example.Agent", "org.example.Agent.xctrunner"] {
            let asked = json!({"appium:updatedWDABundleId": id});
            assert_eq!(bundle(asked), "org.example.Agent.xctrunner");
        }
    }

    #[test]
    fn command_timeouts_are_a_number_a_map_or_either_as_text() {
        for all in [
            json!({"default": 10, "source": 20}),
            json!(r#"{"default": 10, "source": 20}"#),
        ] {
            let timeouts = timeouts(&json!({"appium:commandTimeouts": all}));
            assert_eq!(timeouts.default, Duration::from_millis(10));
            assert_eq!(timeouts.by_command["source"], Duration::from_millis(20));
        }
        for one in [json!(5), json!("5")] {
            let timeouts = timeouts(&json!({"appium:commandTimeouts": one}));
            assert_eq!(timeouts.default, Duration::from_millis(5));
        }
    }

    #[test]
    fn a_number_out_of_its_range_is_refused_by_name() {
        for (name, value) in [
            ("commandTimeouts", json!("soon")),
            ("commandTimeouts", json!({"source": "long"})),
            ("commandTimeouts", json!(0)),
            ("commandTimeouts", json!([1])),
            ("wdaConnectionTimeout", json!(0)),
            ("wdaConnectionTimeout", json!(-1)),
            ("wdaLaunchTimeout", json!(1.5)),
            ("mjpegServerPort", json!(70_000)),
            ("wdaLocalPort", json!(0)),
            ("wdaStartupRetries", json!(-1)),
        ] {
            let name = format!("appium:{name}");
            let capabilities = json!({ name.as_str(): value });
            let error = Asked::new(capabilities.as_object().unwrap()).err().unwrap();
            assert!(error.message.contains(&name), "{name}: {error}");
            assert!(error.message.contains(&value.to_string()), "{error}");
        }
    }
}
