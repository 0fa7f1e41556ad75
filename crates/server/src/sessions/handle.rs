//! A session as the rest of the server sees it.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::{StreamExt, stream};
use hansom_protocol::{
    Answer, BidiEndpoint, Body, Command, Driver, DriverKind, Error, Inlet, Live, Request, SessionId,
};
use serde_json::{Map, Value};
use tokio::{
    sync::{Semaphore, mpsc, oneshot, watch},
    time::Instant,
};

use super::{
    ending::EndCause,
    history::{self, History},
};
use crate::operation::Metrics;

/// A command on its way to a session's task.
pub(super) struct Job {
    pub(super) request: Request,
    pub(super) trace: Option<String>,
    pub(super) reply: oneshot::Sender<Result<Answer, Error>>,
}

/// A session as the rest of the server sees it.
pub(crate) struct Handle {
    pub(crate) id: SessionId,
    pub(crate) driver: Arc<dyn Driver>,
    /// What the client was told.
    pub(crate) capabilities: Map<String, Value>,
    /// When it started, in milliseconds since 1970.
    pub(crate) created: u64,
    pub(super) idle_timeout: Option<Duration>,
    live: Arc<dyn Live>,
    jobs: mpsc::UnboundedSender<Job>,
    /// One turn at a time, given back by the task. Until it has its turn a command belongs to the
    /// connection that sent it, and is gone with it.
    turn: Semaphore,
    /// Set once, by whoever first wants the session to end.
    end: watch::Sender<Option<EndCause>>,
    /// Set by the task when everything is gone.
    closed: watch::Sender<bool>,
    touched: Mutex<Instant>,
    history: Mutex<History>,
    warned: Mutex<HashSet<Command>>,
}

/// A command that is done.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Done<'a> {
    pub(crate) command: Command,
    pub(crate) took: Duration,
    /// The trace it belongs to.
    pub(crate) trace: Option<&'a str>,
}

/// A time in milliseconds with one digit after the point.
pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

/// What a handle is made of.
pub(super) struct Parts {
    pub(super) id: SessionId,
    pub(super) driver: Arc<dyn Driver>,
    pub(super) capabilities: Map<String, Value>,
    pub(super) idle_timeout: Option<Duration>,
    pub(super) live: Arc<dyn Live>,
}

impl Handle {
    pub(super) fn new(parts: Parts) -> (Arc<Self>, mpsc::UnboundedReceiver<Job>) {
        // Without a bound of its own: only the command whose turn it is comes here.
        let (jobs, queue) = mpsc::unbounded_channel();
        let handle = Self {
            id: parts.id,
            driver: parts.driver,
            capabilities: parts.capabilities,
            created: history::now(),
            idle_timeout: parts.idle_timeout,
            live: parts.live,
            jobs,
            turn: Semaphore::new(1),
            end: watch::Sender::new(None),
            closed: watch::Sender::new(false),
            touched: Mutex::new(Instant::now()),
            history: Mutex::default(),
            warned: Mutex::default(),
        };
        (Arc::new(handle), queue)
    }

    /// The kind of its driver.
    pub(crate) fn kind(&self) -> DriverKind {
        self.driver.kind()
    }

    /// What takes in the large member of a command while it arrives, if the session has it.
    pub(crate) fn inlet(&self, command: Command) -> Option<Box<dyn Inlet>> {
        self.live.inlet(command)
    }

    /// Carries out a command in its turn. Once begun it goes on when the caller stops waiting; one
    /// that has not begun is dropped then.
    pub(crate) async fn execute(
        &self,
        request: Request,
        trace: Option<String>,
    ) -> Result<Answer, Error> {
        let Ok(turn) = self.turn.acquire().await else {
            return Err(self.end_error());
        };
        turn.forget();
        let (reply, answer) = oneshot::channel();
        let job = Job {
            request,
            trace,
            reply,
        };
        if self.jobs.send(job).is_err() {
            return Err(self.end_error());
        }
        answer.await.unwrap_or_else(|_| Err(self.end_error()))
    }

    /// Lets the next command have its turn.
    pub(super) fn next_turn(&self) {
        self.turn.add_permits(1);
    }

    /// Tells those that wait for their turn that the session has ended.
    pub(super) fn no_more_turns(&self) {
        self.turn.close();
    }

    /// Carries out a command past the queue, until the session ends.
    pub(crate) async fn aside(self: Arc<Self>, request: Request) -> Result<Answer, Error> {
        self.touch();
        let outcome = tokio::select! {
            outcome = self.live.aside(request) => outcome,
            cause = self.ending() => Err(cause.error()),
        };
        self.touch();
        let mut answer = outcome?;
        // A live picture has no end of its own; it goes with the session.
        if let Body::Raw { chunks, .. } = &mut answer.body {
            let endless = std::mem::replace(chunks, stream::empty().boxed());
            let ending = async move { self.ending().await };
            *chunks = endless.take_until(Box::pin(ending)).boxed();
        }
        Ok(answer)
    }

    /// Where its BiDi socket is.
    pub(crate) fn bidi(&self) -> Option<BidiEndpoint> {
        self.live.bidi()
    }

    /// Asks it to end. The first cause counts.
    pub(crate) fn end(&self, cause: EndCause) {
        self.end.send_if_modified(|slot| {
            let first = slot.is_none();
            if first {
                *slot = Some(cause);
            }
            first
        });
    }

    /// Waits until it is to end. Cancel safe.
    pub(crate) async fn ending(&self) -> EndCause {
        let mut end = self.end.subscribe();
        match end.wait_for(Option::is_some).await {
            Ok(cause) => cause.clone().unwrap_or(EndCause::Shutdown),
            Err(_) => EndCause::Shutdown,
        }
    }

    /// Waits until everything of it is gone. Cancel safe.
    pub(crate) async fn closed(&self) {
        let _ = self.closed.subscribe().wait_for(|closed| *closed).await;
    }

    pub(super) fn set_closed(&self) {
        self.closed.send_replace(true);
    }

    fn end_error(&self) -> Error {
        let cause = self.end.borrow().clone();
        cause.unwrap_or(EndCause::Panicked).error()
    }

    /// Starts the idle time anew.
    pub(crate) fn touch(&self) {
        self.touch_at(Instant::now());
    }

    /// Starts the idle time at a moment.
    pub(super) fn touch_at(&self, moment: Instant) {
        *lock(&self.touched) = moment;
    }

    /// Waits until it has been idle for as long as it may be. Cancel safe.
    pub(super) async fn idle(&self) -> Duration {
        let Some(limit) = self.idle_timeout else {
            return std::future::pending().await;
        };
        loop {
            let until = *lock(&self.touched) + limit;
            if until <= Instant::now() {
                return limit;
            }
            tokio::time::sleep_until(until).await;
        }
    }

    /// Notes a command that is done: in the session's history, the metrics and the log.
    pub(crate) fn note(&self, metrics: &Metrics, done: &Done<'_>, outcome: &Result<Answer, Error>) {
        let Done {
            command,
            took,
            trace,
        } = *done;
        let to = history::now();
        let from = to.saturating_sub(u64::try_from(took.as_millis()).unwrap_or_default());
        lock(&self.history).command(command, from, to);
        metrics.command(command, took, outcome);
        let (session, command, ms) = (self.id.short(), command.name(), millis(took));
        match outcome {
            Ok(_) => tracing::info!(session, command, ms, trace, "ok"),
            Err(error) => tracing::info!(
                session,
                command,
                ms,
                trace,
                detail = error.detail,
                "{error}"
            ),
        }
    }

    /// Notes an event of the client's own.
    pub(crate) fn note_event(&self, name: String) -> Result<(), Error> {
        lock(&self.history).event(name)
    }

    /// Commands and events so far.
    pub(crate) fn events(&self, types: &[String]) -> Value {
        lock(&self.history).show(types)
    }

    /// Whether this is the first use of a deprecated command, which is worth a line in the log.
    pub(crate) fn first_use(&self, command: Command) -> bool {
        lock(&self.warned).insert(command)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
