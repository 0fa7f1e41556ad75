//! New Session: capabilities, driver, start.

use std::{sync::Arc, time::Duration};

use hansom_protocol::{
    Driver, Error, ErrorCode, NewSession, Params, SessionId,
    capabilities::{self, Candidates},
    routes,
};
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::{
    handle::{Handle, Parts, millis},
    registry::Registry,
};

/// Starts a session. Undone when the future is dropped before it is done.
///
/// `trace` is told in the log; `web_socket_url` makes the address at which clients reach the
/// session's BiDi socket.
pub(crate) async fn create(
    registry: &Arc<Registry>,
    params: &Params,
    trace: Option<&str>,
    web_socket_url: impl FnOnce(&SessionId) -> String,
) -> Result<Arc<Handle>, Error> {
    // Wrong capabilities are wrong whether or not there is room.
    let mut candidates = capabilities::candidates(params)?;
    let slot = registry.admit().await?;
    let (driver, capabilities) = choose(registry, &mut candidates)?;
    let idle_timeout = idle_timeout(registry, driver.as_ref(), &capabilities)?;

    let request = NewSession::new(SessionId::random(), capabilities);
    let (id, phases) = (request.id.clone(), request.phases.clone());
    let clock = tokio::time::Instant::now();
    let limit = registry.limits.start_timeout;
    let start = async {
        let late = || {
            let what = format!("the session did not start within {} s.", limit.as_secs());
            Err(Error::new(ErrorCode::SessionNotCreated, what))
        };
        let started = timeout(limit, driver.start(request)).await;
        started.unwrap_or_else(|_| late())
    };
    let started = registry.unless_stopped(start).await;
    registry
        .metrics
        .start(driver.kind(), &phases, clock.elapsed(), started.is_ok());
    let mut started = started.map_err(|error| told(error, &phases.to_string()))?;
    if let Some(Value::String(url)) = started.capabilities.get_mut("webSocketUrl") {
        *url = web_socket_url(&id);
    }
    tracing::info!(
        session = id.short(),
        driver = driver.kind().name(),
        ms = millis(clock.elapsed()),
        phases = %phases,
        trace,
        "session started"
    );
    let parts = Parts {
        id,
        driver,
        capabilities: started.capabilities,
        idle_timeout,
        live: started.live,
    };
    Ok(registry.add(parts, started.session, slot))
}

type Choice = (Arc<dyn Driver>, Map<String, Value>);

/// How many candidates are named when nobody takes one.
const NAMED: usize = 10;

/// The first driver that takes the first candidate it can.
fn choose(registry: &Registry, candidates: &mut Candidates) -> Result<Choice, Error> {
    let chosen = in_order(candidates, |candidate| {
        for driver in &registry.drivers {
            if let Some(capabilities) = driver.matches(candidate)? {
                return Ok(Some((Arc::clone(driver), capabilities)));
            }
        }
        Ok(None)
    })?;
    if let Some(chosen) = chosen {
        return Ok(chosen);
    }
    let mut asked = Vec::new();
    candidates.offer(|candidate| {
        asked.push(summary(candidate));
        Ok((asked.len() == NAMED).then_some(()))
    })?;
    let more = match candidates.count() - asked.len() {
        0 => String::new(),
        more => format!(", nor {more} more"),
    };
    let offered: Vec<String> = registry.drivers.iter().map(|one| one.offer()).collect();
    Err(Error::new(
        ErrorCode::SessionNotCreated,
        format!(
            "no driver fits {}{more}. Offered are {}.",
            asked.join(", nor "),
            if offered.is_empty() {
                "none".to_owned()
            } else {
                offered.join("; and ")
            },
        ),
    ))
}

/// Offers the candidates in the order in which they are tried. Platform names match without regard
/// to case, but one in capitals (`LINUX`, as older clients write it) comes after those that are
/// spelt as the platform itself does.
fn in_order<T>(
    candidates: &mut Candidates,
    mut take: impl FnMut(&Map<String, Value>) -> Result<Option<T>, Error>,
) -> Result<Option<T>, Error> {
    let in_capitals = |candidate: &Map<String, Value>| {
        let name = candidate.get("platformName").and_then(Value::as_str);
        name.is_some_and(|name| !name.contains(char::is_lowercase))
    };
    for capitals in [false, true] {
        let taken = candidates.offer(|candidate| {
            if in_capitals(candidate) == capitals {
                take(candidate)
            } else {
                Ok(None)
            }
        })?;
        if taken.is_some() {
            return Ok(taken);
        }
    }
    Ok(None)
}

/// What a candidate asks for, as far as it decides who takes it.
fn summary(candidate: &Map<String, Value>) -> String {
    const DECISIVE: &[&str] = &[
        "browserName",
        "browserVersion",
        "platformName",
        "appium:automationName",
        "appium:platformVersion",
    ];
    let asked: Vec<String> = DECISIVE
        .iter()
        .filter_map(|name| {
            let value = candidate.get(*name)?.to_string();
            Some(format!("{name} {}", routes::shorten(&value)))
        })
        .collect();
    if asked.is_empty() {
        "capabilities without browserName and platformName".into()
    } else {
        asked.join(", ")
    }
}

const FOR_EVER: Duration = Duration::from_hours(24 * 3650);

/// How long the session may go without a command: as the client says, else the operator, else the
/// driver. Zero is for ever.
fn idle_timeout(
    registry: &Registry,
    driver: &dyn Driver,
    capabilities: &Map<String, Value>,
) -> Result<Option<Duration>, Error> {
    const NAME: &str = "appium:newCommandTimeout";
    let asked = match capabilities.get(NAME) {
        None | Some(Value::Null) => None,
        Some(value) => {
            let seconds = value.as_f64().filter(|seconds| *seconds >= 0.0);
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            Some(time.ok_or_else(|| {
                Error::invalid_argument(format!(
                    "`{NAME}` must be a number of seconds, 0 for no limit, got {value}."
                ))
            })?)
        }
    };
    let limit = asked
        .or(registry.limits.new_command_timeout)
        .or_else(|| driver.default_idle_timeout());
    // What is longer than anybody waits is no limit; added to a clock it might overflow.
    Ok(limit.filter(|limit| !limit.is_zero() && *limit < FOR_EVER))
}

/// The error of a start, with how far it came.
fn told(mut error: Error, phases: &str) -> Error {
    if !phases.is_empty() {
        error.message = format!("{} (It came as far as: {phases}.)", error.message);
    }
    error
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_platform_in_capitals_is_tried_after_one_that_is_spelt_out() {
        let first = ["LINUX", "linux", "iOS"].map(|name| json!({ "platformName": name }));
        let params = json!({"capabilities": {"firstMatch": first}});
        let mut candidates =
            capabilities::candidates(&Params::from_value(&params).unwrap()).unwrap();
        let mut order = Vec::new();
        let taken = in_order(&mut candidates, |candidate| {
            order.push(candidate["platformName"].clone());
            Ok(None::<()>)
        });
        assert!(taken.unwrap().is_none());
        assert_eq!(order, ["linux", "iOS", "LINUX"]);
    }
}
