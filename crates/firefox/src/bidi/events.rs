//! Events, and who wants them.

use std::sync::{Mutex, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::mpsc;

/// How many events wait for a slow reader before new ones are dropped.
const QUEUE: usize = 4096;

/// An event.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its name, for example `log.entryAdded`.
    pub method: String,
    /// Its parameters, JSON.
    pub params: Box<RawValue>,
}

/// The events of one subscription, in order. Ends with the connection.
#[derive(Debug)]
pub struct Events(mpsc::Receiver<Event>);

impl Events {
    /// The next event; `None` when the connection is closed. Cancel safe.
    pub async fn next(&mut self) -> Option<Event> {
        self.0.recv().await
    }
}

struct Reader {
    names: Vec<String>,
    queue: mpsc::Sender<Event>,
}

/// The subscriptions of a connection.
#[derive(Default)]
pub(super) struct Readers(Mutex<Vec<Reader>>);

impl Readers {
    pub(super) fn add(&self, names: &[&str]) -> Events {
        let (queue, events) = mpsc::channel(QUEUE);
        self.lock().push(Reader {
            names: names.iter().map(ToString::to_string).collect(),
            queue,
        });
        Events(events)
    }

    pub(super) fn deliver(&self, method: &str, params: &RawValue) {
        self.lock().retain(|reader| {
            if !reader.names.iter().any(|name| covers(name, method)) {
                return !reader.queue.is_closed();
            }
            let event = Event {
                method: method.to_owned(),
                params: params.to_owned(),
            };
            match reader.queue.try_send(event) {
                Ok(()) => true,
                Err(mpsc::error::TrySendError::Full(_)) => {
                    tracing::warn!(method, "a BiDi event was dropped: its reader is too slow");
                    true
                }
                Err(mpsc::error::TrySendError::Closed(_)) => false,
            }
        });
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Reader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a subscription to `name` (an event or a whole module) includes the event.
fn covers(name: &str, method: &str) -> bool {
    method
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
