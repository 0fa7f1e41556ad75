//! How many sessions there may be. One that is just starting has its slot already.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// The slots of a server.
#[derive(Debug)]
pub(super) struct Slots {
    taken: AtomicUsize,
    max: Option<usize>,
}

/// A slot that is taken; free again when dropped.
#[derive(Debug)]
pub(super) struct Slot(Arc<Slots>);

impl Slots {
    pub(super) fn new(max: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            taken: AtomicUsize::new(0),
            max,
        })
    }

    /// Takes a slot, or says how many there are.
    pub(super) fn take(self: &Arc<Self>) -> Result<Slot, usize> {
        let max = self.max.unwrap_or(usize::MAX);
        self.taken
            .try_update(Ordering::AcqRel, Ordering::Acquire, |taken| {
                (taken < max).then_some(taken + 1)
            })
            .map(|_| Slot(Arc::clone(self)))
            .map_err(|_| max)
    }

    pub(super) fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    pub(super) fn max(&self) -> Option<usize> {
        self.max
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::AcqRel);
    }
}
