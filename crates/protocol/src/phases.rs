//! How far the start of a session came, and how long each step took.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The steps of one start. A driver notes each step it has reached; the server puts them into the
/// log, the metrics and the error.
#[derive(Debug, Clone)]
pub struct Phases(Arc<Mutex<Steps>>);

#[derive(Debug)]
struct Steps {
    last: Instant,
    reached: Vec<(&'static str, Duration)>,
}

impl Phases {
    /// The clock starts now.
    pub fn start() -> Self {
        Self(Arc::new(Mutex::new(Steps {
            last: Instant::now(),
            reached: Vec::new(),
        })))
    }

    /// Notes that a step is done: `found`, `started`, `connected`, `ready`.
    pub fn reached(&self, step: &'static str) {
        let mut steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let took = now - steps.last;
        steps.last = now;
        steps.reached.push((step, took));
    }

    /// The steps so far, each with the time it took.
    pub fn list(&self) -> Vec<(&'static str, Duration)> {
        let steps = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        steps.reached.clone()
    }
}

impl Default for Phases {
    fn default() -> Self {
        Self::start()
    }
}

impl fmt::Display for Phases {
    /// `found 1 ms, started 240 ms`; empty when no step was reached.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, (step, took)) in self.list().into_iter().enumerate() {
            let comma = if nth == 0 { "" } else { ", " };
            write!(f, "{comma}{step} {} ms", took.as_millis())?;
        }
        Ok(())
    }
}
