//! How many sessions there may be. One that is just starting has its slot already, and one that ends
//! keeps it until everything of it is gone.

use std::{sync::Arc, time::Duration};

use tokio::{sync::watch, time::timeout};

/// The slots of a server.
#[derive(Debug)]
pub(super) struct Slots {
    counts: watch::Sender<Counts>,
    max: Option<usize>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    taken: usize,
    /// Those of sessions that are ending.
    leaving: usize,
}

/// A slot that is taken; free again when dropped.
#[derive(Debug)]
pub(super) struct Slot {
    slots: Arc<Slots>,
    leaving: bool,
}

impl Slots {
    pub(super) fn new(max: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            counts: watch::Sender::default(),
            max,
        })
    }

    /// Takes a slot, or says how many there are. Waits for those that are about to be free: whoever
    /// is told that a session is over expects room for another.
    pub(super) async fn take(self: &Arc<Self>, limit: Duration) -> Result<Slot, usize> {
        let max = self.max.unwrap_or(usize::MAX);
        let mut counts = self.counts.subscribe();
        let wait = counts.wait_for(|counts| counts.taken < max || counts.leaving == 0);
        let _ = timeout(limit, wait).await; // then there is none, which is told below
        let taken = self.counts.send_if_modified(|counts| {
            let free = counts.taken < max;
            counts.taken += usize::from(free);
            free
        });
        if !taken {
            return Err(max);
        }
        Ok(Slot {
            slots: Arc::clone(self),
            leaving: false,
        })
    }

    pub(super) fn taken(&self) -> usize {
        self.counts.borrow().taken
    }

    pub(super) fn max(&self) -> Option<usize> {
        self.max
    }
}

impl Slot {
    /// The session is ending.
    pub(super) fn leave(&mut self) {
        if !std::mem::replace(&mut self.leaving, true) {
            self.slots.counts.send_modify(|counts| counts.leaving += 1);
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.counts.send_modify(|counts| {
            counts.taken -= 1;
            counts.leaving -= usize::from(self.leaving);
        });
    }
}
