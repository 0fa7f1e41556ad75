//! A task that keeps the latest entries until somebody takes them.

use hansom_firefox::bidi::{Events, LogEntry, LogRing};
use tokio::sync::{mpsc, oneshot};

/// How many entries are kept; the oldest go first.
const KEPT: usize = 5_000;

/// A handle on the task, which ends with it or with the connection.
pub(super) struct Keeper {
    asks: mpsc::Sender<oneshot::Sender<Vec<LogEntry>>>,
}

impl Keeper {
    pub(super) fn start(events: Events) -> Self {
        let (asks, asked) = mpsc::channel(1);
        tokio::spawn(keep(events, asked));
        Self { asks }
    }

    /// Whether entries still come.
    pub(super) fn is_alive(&self) -> bool {
        !self.asks.is_closed()
    }

    /// Takes what has come.
    pub(super) async fn take(&self) -> Vec<LogEntry> {
        let (reply, entries) = oneshot::channel();
        match self.asks.send(reply).await {
            Ok(()) => entries.await.unwrap_or_default(),
            Err(_) => Vec::new(),
        }
    }
}

async fn keep(mut events: Events, mut asked: mpsc::Receiver<oneshot::Sender<Vec<LogEntry>>>) {
    let mut ring = LogRing::new(KEPT);
    loop {
        tokio::select! {
            // Events first: whoever asks gets all that had come before.
            biased;
            event = events.next() => {
                let Some(event) = event else { return };
                match LogEntry::read(event.params.get()) {
                    Ok(entry) => {
                        let bytes = entry.message.len();
                        ring.add(entry, bytes);
                    }
                    Err(error) => tracing::warn!(%error, "a log entry of Firefox cannot be read"),
                }
            }
            reply = asked.recv() => {
                let Some(reply) = reply else { return };
                // Whoever asked may have given up; the entries are taken all the same.
                let _ = reply.send(ring.take());
            }
        }
    }
}
