//! Sessions of a driver that does as it is told, in simulated time.

use std::{sync::Arc, time::Duration};

use hansom_protocol::{Answer, Command, DriverKind, Error, Params, Request};
use hansom_testkit::{Tiny, Watch};
use proptest::prelude::*;
use serde_json::json;
use tokio::time::timeout;

use crate::{
    config::Limits,
    operation::Metrics,
    sessions::{Handle, Registry, create},
};

pub(crate) const IDLE: Duration = Duration::from_secs(10);
const COMMAND: Duration = Duration::from_secs(100);
const CLOSE: Duration = Duration::from_secs(1);
const START: Duration = Duration::from_secs(50);
pub(crate) const MOST: usize = 3;
/// Far longer than any step: who is not done by then is stuck.
const STUCK: Duration = Duration::from_hours(1000);

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Start {
    Good,
    Fails,
    Hangs,
    CloseHangs,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Word {
    Echo,
    Delay,
    Fail,
    Die,
    End,
    Panic,
    Hang,
}

pub(crate) fn scene() -> (Arc<Registry>, Watch) {
    let tiny = Tiny::new(DriverKind::Browser).idle_timeout(IDLE);
    let watch = tiny.watch();
    let limits = Limits {
        max_sessions: Some(MOST),
        command_timeout: Some(COMMAND),
        close_timeout: CLOSE,
        start_timeout: START,
        ..Limits::default()
    };
    let registry = Registry::new(vec![tiny.into_driver()], limits, Arc::new(Metrics::new()));
    (registry, watch)
}

pub(crate) async fn start(registry: &Arc<Registry>, start: Start) -> Result<Arc<Handle>, Error> {
    let mut always = json!({"browserName": "tiny"});
    match start {
        Start::Good => {}
        Start::Fails => always["tiny:start"] = "fail".into(),
        Start::Hangs => always["tiny:start"] = "hang".into(),
        Start::CloseHangs => always["tiny:close"] = "hang".into(),
    }
    let body = json!({"capabilities": {"alwaysMatch": always}});
    let params = Params::from_value(&body).unwrap();
    create(registry, &params, None, |_| String::new()).await
}

/// A command as the dispatcher gives it: the session is looked up first.
pub(crate) async fn command(registry: &Registry, of: &Handle, word: Word) -> Result<Answer, Error> {
    let name = format!("{word:?}").to_lowercase();
    let body = json!({"script": name, "args": [2_000]});
    let request = Request::new(Command::ExecuteScript, Params::from_value(&body).unwrap());
    registry.get(&of.id)?.execute(request, None).await
}

pub(crate) async fn delete(registry: &Registry, of: &Handle) -> Result<(), Error> {
    let handle = registry.get(&of.id)?;
    registry.delete(&handle).await;
    Ok(())
}

pub(crate) fn simulated(
    test: impl Future<Output = Result<(), TestCaseError>>,
) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        match timeout(STUCK, test).await {
            Ok(outcome) => outcome,
            Err(_) => Err(TestCaseError::fail("stuck")),
        }
    })
}

/// Ends everything and checks that nothing is left.
pub(crate) async fn nothing_left(registry: &Registry, watch: &Watch) -> Result<(), TestCaseError> {
    registry.stop().await;
    prop_assert_eq!(watch.alive(), 0);
    prop_assert_eq!(registry.occupancy().0, 0);
    prop_assert!(registry.list().is_empty());
    let text = registry.metrics.text();
    let active = text
        .lines()
        .find(|line| line.starts_with("hansom_sessions_active{"));
    prop_assert!(
        active.is_none_or(|line| line.ends_with(" 0")),
        "{:?}",
        active
    );
    Ok(())
}
