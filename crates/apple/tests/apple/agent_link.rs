//! The link to the agent: how many calls a command costs, and what a broken agent looks like.

use std::time::Duration;

use crate::support::{FakeAgent, Manner};
use hansom_device::{Device, DeviceError, ElementId, Elements, Lock};
use hansom_testkit::eventually;

const LIMIT: Duration = Duration::from_secs(5);

fn element() -> ElementId {
    ElementId("E".into())
}

#[tokio::test]
async fn facts_come_from_the_agent_when_the_session_leaves_them_open() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    assert_eq!(device.facts().os_version.to_string(), "17.5");
    assert_eq!(device.facts().kind, hansom_device::Kind::Real);
    assert_eq!(device.facts().udid, "U");
}

#[tokio::test]
async fn a_start_that_fails_half_way_leaves_no_session_on_the_agent() {
    let agent = FakeAgent::start().await;
    let refused = Manner::Error(404, "unknown command", "no such route");
    agent.on("/wda/device/info", refused);
    assert!(agent.connect(LIMIT).await.is_err());
    let asked = agent.asked();
    assert_eq!(asked.last().unwrap(), "DELETE /session/S", "{asked:?}");
}

#[tokio::test]
async fn the_agents_refusals_keep_their_meaning() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    agent.on(
        "/rect",
        Manner::Error(404, "stale element reference", "gone"),
    );
    assert!(matches!(
        device.rect(&element()).await,
        Err(DeviceError::StaleElement(_))
    ));
    agent.on("/text", Manner::Error(500, "unknown error", "boom"));
    assert_eq!(
        device.text(&element()).await,
        Err(DeviceError::Failed("boom".into()))
    );
    agent.on(
        "/click",
        Manner::Error(400, "invalid element state", "covered"),
    );
    assert!(matches!(
        device.tap(&element()).await,
        Err(DeviceError::InvalidState(_))
    ));
}

#[tokio::test]
async fn an_agent_that_dies_under_a_command_is_named_as_gone() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    for manner in [Manner::Cut, Manner::Half] {
        agent.on("/wda/lock", manner);
        let Err(DeviceError::Lost(reason)) = Lock::lock(&device).await else {
            panic!("not lost")
        };
        assert!(reason.contains("the agent at 127.0.0.1"), "{reason}");
        assert!(reason.contains("Start WebDriverAgent"), "{reason}");
    }
    // A new connection is made for the next command.
    agent.on("/wda/locked", Manner::Value("true"));
    assert_eq!(device.is_locked().await, Ok(true));
}

#[tokio::test]
async fn commands_between_two_waits_for_the_agents_end_open_no_connection() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    agent.on("/wda/locked", Manner::Value("true"));
    let turn = async || {
        tokio::select! {
            reason = device.died() => panic!("it lives: {reason}"),
            locked = device.is_locked() => assert_eq!(locked, Ok(true)),
        }
    };
    // The first waits may have been too short to connect.
    let opened = agent.connections();
    eventually("a wait has connected", async || {
        turn().await;
        (agent.connections() > opened).then_some(())
    })
    .await;
    let opened = agent.connections();
    for _ in 0..20 {
        turn().await;
    }
    assert_eq!(agent.connections(), opened);
}

#[tokio::test]
async fn what_is_not_an_answer_is_named_as_such() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    agent.on("/wda/locked", Manner::Garbage);
    let error = device.is_locked().await.unwrap_err().to_string();
    assert!(error.contains("not an answer"), "{error}");
}

#[tokio::test]
async fn a_slow_agent_meets_a_deadline_that_names_the_command() {
    let agent = FakeAgent::start().await;
    let device = agent.impatient_with("isLocked").await;
    agent.on("/wda/locked", Manner::Silence);
    let error = device.is_locked().await.unwrap_err();
    assert!(
        matches!(&error, DeviceError::Late(text) if text.contains("`isLocked` within 300ms")),
        "{error}"
    );
    // The answer that never came must not be taken for the next one's.
    agent.on("/text", Manner::Value(r#""mine""#));
    assert_eq!(device.text(&element()).await, Ok("mine".into()));
}

#[tokio::test]
async fn nothing_found_is_an_empty_list_and_other_errors_are_not_swallowed() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    let locator = hansom_device::locator::Locator::new("accessibility id", "x").unwrap();
    agent.on("/element", Manner::Error(404, "no such element", "none"));
    assert_eq!(device.find(&locator, None, true).await, Ok(Vec::new()));
    agent.on("/element", Manner::Error(400, "invalid selector", "bad"));
    assert!(matches!(
        device.find(&locator, None, true).await,
        Err(DeviceError::InvalidSelector(_))
    ));
}

#[tokio::test]
async fn the_death_of_the_agent_is_noticed_without_a_command() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    let watched = tokio::spawn(async move { device.died().await });
    // The watcher's own connection is the third: status, commands, watch.
    eventually("the watcher is connected", async || {
        (agent.connections() >= 3).then_some(())
    })
    .await;
    agent.die();
    let reason = tokio::time::timeout(Duration::from_secs(20), watched)
        .await
        .unwrap()
        .unwrap();
    assert!(reason.contains("is gone"), "{reason}");
}

#[tokio::test]
async fn an_address_where_nobody_listens_says_so() {
    let unused = hansom_apple::agent::TcpDial::new("http://127.0.0.1:1", 1).unwrap();
    let client = hansom_apple::agent::AgentClient::new(
        std::sync::Arc::new(unused),
        hansom_apple::agent::Timeouts::default(),
    );
    let error = client.call_aside("/status", LIMIT).await.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the agent at 127.0.0.1:1 is gone"),
        "{error}"
    );
}
