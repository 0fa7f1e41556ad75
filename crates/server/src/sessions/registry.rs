//! Who is there, who was there, and who may still come.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
};

use hansom_protocol::{Driver, Error, ErrorCode, Session, SessionId};
use tokio::{sync::watch, time::timeout};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    ending::{EndCause, Ended},
    handle::{Handle, Parts},
    slots::{Slot, Slots},
    task,
};
use crate::{config::Limits, operation::Metrics};

/// All sessions of a server.
pub(crate) struct Registry {
    pub(crate) drivers: Vec<Arc<dyn Driver>>,
    pub(crate) limits: Limits,
    pub(crate) metrics: Arc<Metrics>,
    sessions: RwLock<HashMap<SessionId, Arc<Handle>>>,
    ended: Mutex<Ended>,
    slots: Arc<Slots>,
    draining: AtomicBool,
    /// The sessions end now, those that are just starting too.
    stopping: CancellationToken,
    tasks: TaskTracker,
    /// How many sessions there are, for whoever waits for the last to go.
    count: watch::Sender<usize>,
}

impl Registry {
    pub(crate) fn new(
        drivers: Vec<Arc<dyn Driver>>,
        limits: Limits,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        Arc::new(Self {
            drivers,
            slots: Slots::new(limits.max_sessions),
            limits,
            metrics,
            sessions: RwLock::default(),
            ended: Mutex::default(),
            draining: AtomicBool::new(false),
            stopping: CancellationToken::new(),
            tasks: TaskTracker::new(),
            count: watch::Sender::new(0),
        })
    }

    /// A place for a new session, if there may be one.
    pub(super) async fn admit(&self) -> Result<Slot, Error> {
        if self.draining() {
            return Err(no_more());
        }
        let slot = self.slots.take(self.limits.close_timeout * 2).await;
        slot.map_err(|max| {
            let all = match max {
                1 => "the one session that there may be is".into(),
                max => format!("all {max} sessions are"),
            };
            Error::new(
                ErrorCode::SessionNotCreated,
                format!("{all} in use. End one, or start the server with a larger --max-sessions."),
            )
        })
    }

    /// Takes in a session that has started and gives it its task.
    pub(super) fn add(
        self: &Arc<Self>,
        parts: Parts,
        session: Box<dyn Session>,
        slot: Slot,
    ) -> Arc<Handle> {
        let (handle, jobs) = Handle::new(parts);
        {
            let mut sessions = self
                .sessions
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            sessions.insert(handle.id.clone(), Arc::clone(&handle));
            self.count.send_replace(sessions.len());
        }
        self.metrics.session_started(handle.kind());
        let task = task::run(session, jobs, Arc::clone(&handle), Arc::clone(self), slot);
        self.tasks.spawn(task);
        if self.stopping.is_cancelled() {
            handle.end(EndCause::Shutdown);
        }
        handle
    }

    /// Takes a session off the list and remembers why. The first cause counts.
    pub(super) fn forget(&self, handle: &Handle, cause: EndCause) {
        let mut sessions = self
            .sessions
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if sessions.remove(&handle.id).is_some() {
            self.metrics.session_ended(handle.kind(), cause.label());
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            ended.remember(handle.id.clone(), cause);
            self.count.send_replace(sessions.len());
        }
    }

    /// The session with an id, or why there is none.
    pub(crate) fn get(&self, id: &SessionId) -> Result<Arc<Handle>, Error> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = sessions.get(id) {
            return Ok(Arc::clone(handle));
        }
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        Err(ended.explain(id))
    }

    /// All sessions.
    pub(crate) fn list(&self) -> Vec<Arc<Handle>> {
        let sessions = self.sessions.read().unwrap_or_else(PoisonError::into_inner);
        sessions.values().map(Arc::clone).collect()
    }

    /// How many sessions there are, those that are starting included, and how many there may be.
    pub(crate) fn occupancy(&self) -> (usize, Option<usize>) {
        (self.slots.taken(), self.slots.max())
    }

    /// Ends a session for a client; answers when everything of it is gone, or when it has had its
    /// time.
    pub(crate) async fn delete(&self, handle: &Handle) {
        handle.end(EndCause::Deleted);
        // The task keeps to the limit by itself; this is for a driver that blocks the task.
        let limit = self.limits.close_timeout * 2;
        if timeout(limit, handle.closed()).await.is_err() {
            tracing::error!(session = handle.id.short(), "its task is stuck");
            self.forget(handle, EndCause::Deleted);
        }
    }

    /// Takes no new sessions from now on.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Release);
    }

    /// Whether no new sessions are taken.
    pub(crate) fn draining(&self) -> bool {
        self.draining.load(Ordering::Acquire)
    }

    /// Carries out a start unless the server stops meanwhile. A start holds up no stop: it has no
    /// session yet that could be drained.
    pub(super) async fn unless_stopped<T>(
        &self,
        start: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        self.stopping
            .run_until_cancelled(start)
            .await
            .unwrap_or_else(|| Err(no_more()))
    }

    /// Waits until there is no session left.
    pub(crate) async fn empty(&self) {
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }

    /// Ends all sessions and waits until they are gone, within the limit for closing.
    pub(crate) async fn stop(&self) {
        self.drain();
        self.stopping.cancel();
        self.tasks.close();
        for handle in self.list() {
            handle.end(EndCause::Shutdown);
        }
        let limit = self.limits.close_timeout * 2;
        if timeout(limit, self.tasks.wait()).await.is_err() {
            tracing::error!("some sessions did not close");
        }
    }
}

/// The refusal of a server that stops.
fn no_more() -> Error {
    let what = "the server is stopping and takes no new sessions.";
    Error::new(ErrorCode::SessionNotCreated, what).with_status(503)
}
