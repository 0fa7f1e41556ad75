//! Watches over an agent that we started: notices its exit, starts it again, gives up in the end.

use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

use hyper::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{sync::watch, time::Instant};

use super::{
    AgentClient, Reply, Watch,
    link::{Health, Supervision, Told},
};
use crate::{AppleError, Runner};

/// How long a broken connection waits for the news of the exit that broke it.
pub(super) const EXIT_GRACE: Duration = Duration::from_secs(2);
/// An agent that served so long has earned as many restarts as a new one.
const STEADY: Duration = Duration::from_mins(1);
/// How long one look may take.
const PROBE: Duration = Duration::from_secs(5);

/// Watches until the agent is gone for good.
pub(super) async fn watch_over(
    supervision: Supervision,
    client: Arc<AgentClient>,
    told: Told,
    report: watch::Sender<Health>,
) {
    let Supervision {
        runner,
        restarts,
        launch_timeout,
    } = supervision;
    let watch = Watch::default();
    let mut used = 0;
    loop {
        let since = Instant::now();
        let mut reason = tokio::select! {
            reason = runner.exited() => reason,
            // It runs and does not serve: ended, so that it can be started.
            reason = watch.gone(&client) => {
                runner.stop().await;
                reason
            }
        };
        if since.elapsed() >= STEADY {
            used = 0;
        }
        let session = loop {
            if used >= restarts.limit {
                let times = match used {
                    0 => String::new(),
                    1 => ", after 1 restart".to_owned(),
                    times => format!(", after {times} restarts"),
                };
                report.send_replace(Health::Dead(format!("{reason}{times}")));
                return;
            }
            used += 1;
            tracing::warn!(%reason, restart = used, "the agent exited and is started again");
            report.send_replace(Health::Restarting(reason));
            tokio::time::sleep(restarts.pause(used)).await;
            match start_again(&*runner, &client, &told, launch_timeout).await {
                Ok(session) => break session,
                Err(error) => {
                    runner.stop().await;
                    reason = error.to_string();
                }
            }
        };
        report.send_replace(Health::Up(session.into()));
    }
}

async fn start_again(
    runner: &dyn Runner,
    client: &AgentClient,
    told: &Told,
    limit: Duration,
) -> Result<String, AppleError> {
    runner.start().await?;
    first_answer(client, Some(runner), limit).await?;
    let session = open_session(client).await?;
    let settings = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if !settings.is_empty() {
        let path = format!("/session/{session}/appium/settings");
        let body = json!({ "settings": settings });
        client
            .call("settings", Method::POST, &path, Some(&body))
            .await?;
    }
    Ok(session)
}

/// The agent's status. One that we started may take its time; one at an address must be there.
pub(crate) async fn first_answer(
    client: &AgentClient,
    runner: Option<&dyn Runner>,
    limit: Duration,
) -> Result<Reply, AppleError> {
    let Some(runner) = runner else {
        return client.call_aside("/status", limit).await;
    };
    let deadline = Instant::now() + limit;
    let answer = async {
        let mut pause = Duration::from_millis(50);
        loop {
            match client.call_aside("/status", PROBE.min(limit)).await {
                Ok(reply) => return Ok(reply),
                Err(error) if Instant::now() + pause > deadline => {
                    return Err(AppleError::AgentNotUp {
                        after: limit,
                        reason: error.to_string(),
                    });
                }
                Err(_) => tokio::time::sleep(pause).await,
            }
            pause = (pause * 2).min(Duration::from_secs(1));
        }
    };
    tokio::select! {
        answer = answer => answer,
        reason = runner.exited() => Err(AppleError::AgentExited { reason, for_good: true }),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewSession {
    session_id: String,
}

/// Opens the agent's one session.
pub(crate) async fn open_session(client: &AgentClient) -> Result<String, AppleError> {
    // Nothing is asked of the agent's session: the driver launches apps and changes settings itself, in
    // the same words for every device.
    let capabilities: Value = json!({"capabilities": {"firstMatch": [{}], "alwaysMatch": {}}});
    let session: NewSession = client
        .call("newSession", Method::POST, "/session", Some(&capabilities))
        .await?
        .value()?;
    Ok(session.session_id)
}
