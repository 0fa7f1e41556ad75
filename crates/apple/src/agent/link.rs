//! The agent's one session, and what becomes of it when the agent goes away.
//!
//! An agent that we start is started again when it exits: the command under way fails with the reason
//! of the exit, later ones wait for the new agent. When that does not help, the device is lost. An
//! agent of somebody else's is only watched.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hyper::Method;
use serde_json::{Map, Value, json};
use tokio::{sync::watch, task::JoinHandle};

use super::{AgentClient, Reply, Watch, supervisor};
use crate::{AppleError, Restarts, Runner};

/// How the agent is.
#[derive(Debug, Clone)]
pub(crate) enum Health {
    /// It serves this session.
    Up(Arc<str>),
    /// It exited for this reason and is being started again.
    Restarting(String),
    /// It is gone for good.
    Dead(String),
}

/// The settings that the agent was told, for the agent that comes after it.
pub(crate) type Told = Arc<Mutex<Map<String, Value>>>;

/// An agent and the session on it.
pub(crate) struct Link {
    client: Arc<AgentClient>,
    health: watch::Receiver<Health>,
    told: Told,
    supervised: Option<Supervised>,
    /// How the end of an agent of somebody else's is noticed.
    watch: Watch,
}

struct Supervised {
    runner: Arc<dyn Runner>,
    task: JoinHandle<()>,
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a restart needs.
pub(crate) struct Supervision {
    pub(crate) runner: Arc<dyn Runner>,
    pub(crate) restarts: Restarts,
    pub(crate) launch_timeout: Duration,
}

impl Link {
    pub(crate) fn new(
        client: Arc<AgentClient>,
        session: &str,
        supervision: Option<Supervision>,
    ) -> Self {
        let (report, health) = watch::channel(Health::Up(session.into()));
        let told = Told::default();
        let supervised = supervision.map(|supervision| {
            let runner = Arc::clone(&supervision.runner);
            let work =
                supervisor::watch_over(supervision, Arc::clone(&client), Arc::clone(&told), report);
            Supervised {
                runner,
                task: tokio::spawn(work),
            }
        });
        Self {
            client,
            health,
            told,
            supervised,
            watch: Watch::default(),
        }
    }

    pub(crate) fn client(&self) -> &AgentClient {
        &self.client
    }

    /// Asks the agent within its session; waits for an agent that is being started again.
    pub(crate) async fn ask(
        &self,
        command: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, AppleError> {
        let session = self.session(command).await?;
        let path = format!("/session/{session}{path}");
        self.guarded(self.client.call(command, method, &path, body))
            .await
    }

    /// Asks for something that itself takes some time, on top of the usual limit.
    pub(crate) async fn ask_for(
        &self,
        time: Duration,
        command: &str,
        path: &str,
        body: &Value,
    ) -> Result<Reply, AppleError> {
        let session = self.session(command).await?;
        let path = format!("/session/{session}{path}");
        let limit = self.client.limit(command).saturating_add(time);
        let call = self
            .client
            .call_within(limit, command, Method::POST, &path, Some(body));
        self.guarded(call).await
    }

    /// Asks the agent outside its session.
    pub(crate) async fn ask_outside(
        &self,
        command: &str,
        path: &str,
        body: &Value,
    ) -> Result<Reply, AppleError> {
        self.session(command).await?;
        self.guarded(self.client.call(command, Method::POST, path, Some(body)))
            .await
    }

    /// Changes settings of the agent, and of those that come after it in this session.
    pub(crate) async fn set(&self, settings: Value) -> Result<(), AppleError> {
        if let Value::Object(settings) = &settings {
            let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.extend(settings.clone());
        }
        let body = json!({ "settings": settings });
        self.ask("settings", Method::POST, "/appium/settings", Some(&body))
            .await?;
        Ok(())
    }

    async fn session(&self, command: &str) -> Result<Arc<str>, AppleError> {
        let limit = self.client.limit(command);
        let mut health = self.health.clone();
        let settled = health.wait_for(|health| !matches!(health, Health::Restarting(_)));
        match tokio::time::timeout(limit, settled).await {
            Ok(Ok(health)) => match &*health {
                Health::Up(session) => Ok(Arc::clone(session)),
                Health::Restarting(reason) | Health::Dead(reason) => Err(exited(reason, true)),
            },
            Ok(Err(_)) => Err(exited("nobody watches over it any more", true)),
            Err(_) => Err(AppleError::AgentSlow {
                command: command.to_owned(),
                after: limit,
            }),
        }
    }

    /// A call that ends when the agent does, with the reason of its exit.
    async fn guarded(
        &self,
        call: impl Future<Output = Result<Reply, AppleError>>,
    ) -> Result<Reply, AppleError> {
        if self.supervised.is_none() {
            return call.await;
        }
        let mut left = Box::pin(self.left());
        tokio::select! {
            outcome = call => match outcome {
                // A broken connection is mostly an exit that is about to be noticed.
                Err(error @ AppleError::AgentGone { .. }) => {
                    let grace = tokio::time::timeout(supervisor::EXIT_GRACE, &mut left);
                    Err(grace.await.unwrap_or(error))
                }
                outcome => outcome,
            },
            error = &mut left => Err(error),
        }
    }

    /// Waits until the agent is not up.
    async fn left(&self) -> AppleError {
        let mut health = self.health.clone();
        let left = health.wait_for(|health| !matches!(health, Health::Up(_)));
        let seen = left.await.ok().map(|health| health.clone());
        match seen {
            Some(Health::Restarting(reason)) => exited(&reason, false),
            Some(Health::Dead(reason)) => exited(&reason, true),
            _ => std::future::pending().await,
        }
    }

    /// Waits until the agent is gone for good, and says why.
    pub(crate) async fn died(&self) -> String {
        if self.supervised.is_none() {
            return self.watch.gone(&self.client).await;
        }
        let mut health = self.health.clone();
        let dead = health.wait_for(|health| matches!(health, Health::Dead(_)));
        let seen = dead.await.ok().map(|health| health.clone());
        match seen {
            Some(Health::Dead(reason)) => exited(&reason, true).to_string(),
            _ => std::future::pending().await,
        }
    }

    /// Ends the session, and the agent if we started it.
    pub(crate) async fn close(&self) {
        // From here on an exit is no accident.
        if let Some(supervised) = &self.supervised {
            supervised.task.abort();
        }
        let up = matches!(&*self.health.borrow(), Health::Up(_));
        if up && let Err(error) = self.ask("deleteSession", Method::DELETE, "", None).await {
            tracing::debug!(%error, "the agent's session could not be ended");
        }
        if let Some(supervised) = &self.supervised {
            supervised.runner.stop().await;
        }
    }
}

fn exited(reason: &str, for_good: bool) -> AppleError {
    AppleError::AgentExited {
        reason: reason.to_owned(),
        for_good,
    }
}
