//! An agent that we start: its exit is noticed, it is started again, and in the end given up.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use hansom_apple::{AppleError, ConnectOptions, HostTools, Restarts, Runner, connect};
use hansom_device::{Device, DeviceError, Elements, Lock, SourceOptions};
use tokio::sync::Notify;

use crate::support::{FakeAgent, Manner};

const LIMIT: Duration = Duration::from_secs(20);

/// A runner whose agent exits when a test says so, and of which a test says what starts.
#[derive(Default)]
struct FakeRunner {
    starts: AtomicUsize,
    stops: AtomicUsize,
    exit: Notify,
    /// Why it exits, and why it does not start.
    reason: Mutex<String>,
    refusals: Mutex<VecDeque<&'static str>>,
}

impl FakeRunner {
    fn exits(&self, reason: &str) {
        reason.clone_into(&mut self.reason.lock().unwrap());
        self.exit.notify_one();
    }
}

#[async_trait]
impl Runner for FakeRunner {
    async fn start(&self) -> Result<(), AppleError> {
        self.starts.fetch_add(1, Ordering::SeqCst);
        match self.refusals.lock().unwrap().pop_front() {
            None => Ok(()),
            Some(reason) => Err(AppleError::Tool {
                tool: "the runner".into(),
                reason: reason.into(),
            }),
        }
    }

    async fn exited(&self) -> String {
        self.exit.notified().await;
        self.reason.lock().unwrap().clone()
    }

    async fn stop(&self) {
        self.stops.fetch_add(1, Ordering::SeqCst);
    }
}

fn supervised(agent: &FakeAgent, runner: &Arc<FakeRunner>, limit: u32) -> ConnectOptions {
    ConnectOptions {
        runner: Some(Arc::clone(runner) as Arc<dyn Runner>),
        restarts: Restarts {
            limit,
            pause: Duration::from_millis(1),
        },
        ..agent.options(LIMIT, HostTools::None)
    }
}

#[tokio::test]
async fn the_command_under_way_gets_the_reason_and_the_next_one_a_new_agent() {
    let (agent, runner) = (FakeAgent::start().await, Arc::<FakeRunner>::default());
    let device = connect(supervised(&agent, &runner, 2)).await.unwrap();
    device
        .settings(
            serde_json::json!({"snapshotMaxDepth": 9})
                .as_object()
                .unwrap(),
        )
        .await
        .unwrap();
    agent.on("/wda/locked", Manner::Silence);
    let exit = async {
        agent.until_asked("/wda/locked").await;
        // The new agent has a session of its own.
        agent.on("POST /session", Manner::Value(r#"{"sessionId":"T"}"#));
        agent.on("/wda/locked", Manner::Value("true"));
        runner.exits("out of memory");
    };
    let (outcome, ()) = tokio::join!(device.is_locked(), exit);
    let Err(DeviceError::Failed(text)) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(
        text.starts_with("the agent exited (out of memory)"),
        "{text}"
    );
    assert!(text.contains("started again"), "{text}");
    agent.asked();
    assert_eq!(device.is_locked().await, Ok(true));
    let asked = agent.asked();
    assert_eq!(asked.last().unwrap(), "GET /session/T/wda/locked");
    assert!(
        asked.contains(&"POST /session/T/appium/settings".to_owned()),
        "what the old one was told: {asked:?}"
    );
    assert_eq!(runner.starts.load(Ordering::SeqCst), 2);
    device.shutdown().await;
    assert_eq!(runner.stops.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_agent_that_does_not_come_back_is_given_up_with_the_last_reason() {
    let (agent, runner) = (FakeAgent::start().await, Arc::<FakeRunner>::default());
    let device = connect(supervised(&agent, &runner, 2)).await.unwrap();
    runner
        .refusals
        .lock()
        .unwrap()
        .extend(["no signature", "still none"]);
    runner.exits("crashed");
    let reason = tokio::time::timeout(LIMIT, device.died()).await.unwrap();
    assert!(reason.contains("still none"), "{reason}");
    assert!(reason.contains("after 2 restarts"), "{reason}");
    let outcome = device.is_locked().await;
    assert!(
        matches!(&outcome, Err(DeviceError::Lost(text)) if text.contains("still none")),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn with_no_restarts_allowed_the_first_exit_ends_the_device() {
    let (agent, runner) = (FakeAgent::start().await, Arc::<FakeRunner>::default());
    let device = connect(supervised(&agent, &runner, 0)).await.unwrap();
    runner.exits("killed by the user");
    let reason = tokio::time::timeout(LIMIT, device.died()).await.unwrap();
    assert_eq!(reason, "the agent exited (killed by the user)");
    assert_eq!(runner.starts.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn an_agent_that_exits_before_it_answers_is_named_at_the_start() {
    let (agent, runner) = (FakeAgent::start().await, Arc::<FakeRunner>::default());
    agent.on("/status", Manner::Silence);
    runner.exits("exited with code 65");
    let error = connect(supervised(&agent, &runner, 2)).await.unwrap_err();
    assert_eq!(error.to_string(), "the agent exited (exited with code 65)");
    assert_eq!(runner.stops.load(Ordering::SeqCst), 1, "nothing is left");
}

#[tokio::test]
async fn an_agent_that_never_answers_meets_the_launch_timeout() {
    let (agent, runner) = (FakeAgent::start().await, Arc::<FakeRunner>::default());
    agent.on("/status", Manner::Cut);
    let options = ConnectOptions {
        launch_timeout: Duration::from_millis(300),
        ..supervised(&agent, &runner, 0)
    };
    let error = connect(options).await.unwrap_err().to_string();
    assert!(error.contains("did not answer within 300ms"), "{error}");
}

#[tokio::test]
async fn a_session_that_another_client_took_over_is_lost_by_name() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    agent.on(
        "/wda/locked",
        Manner::Error(404, "invalid session id", "Session does not exist"),
    );
    let outcome = device.is_locked().await;
    assert!(
        matches!(&outcome, Err(DeviceError::Lost(text)) if text.contains("another client")),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_server_error_without_an_answer_in_it_is_garbage_and_the_link_goes_on() {
    let agent = FakeAgent::start().await;
    let device = agent.connect(LIMIT).await.unwrap();
    agent.on("/wda/lock", Manner::Status(500));
    let error = Lock::lock(&device).await.unwrap_err().to_string();
    assert!(error.contains("status 500"), "{error}");
    agent.on("/wda/locked", Manner::Value("true"));
    assert_eq!(device.is_locked().await, Ok(true));
}

#[tokio::test]
async fn a_late_page_source_says_what_makes_it_shorter() {
    let agent = FakeAgent::start().await;
    let device = agent.impatient_with("source").await;
    agent.on("/source", Manner::Silence);
    let outcome = device.source(&SourceOptions::default()).await;
    let Err(DeviceError::Late(text)) = outcome else {
        panic!("{outcome:?}")
    };
    assert!(text.contains("`source` within 300ms"), "{text}");
    assert!(text.contains("snapshotMaxDepth"), "{text}");
}
