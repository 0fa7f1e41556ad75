//! Who starts the agent, where we do.
//!
//! A simulator's agent is our child ([`crate::SimulatorRunner`]); on a device by cable it is a test run
//! of the device's own. An agent that somebody else runs has no runner: it is watched, and never
//! started or ended.

use std::time::Duration;

use async_trait::async_trait;

use crate::AppleError;

/// Starts the agent on a device and notices when it exits.
#[async_trait]
pub trait Runner: Send + Sync {
    /// Starts the agent, or starts it again. Answers when the device took the order; that the agent
    /// serves is seen by its status.
    async fn start(&self) -> Result<(), AppleError>;
    /// Waits until the agent that was started last exits, and says why. Cancel safe.
    async fn exited(&self) -> String;
    /// Ends it. Nothing is removed from the device: what is installed there stays.
    async fn stop(&self);
}

/// How often an agent that exits is started again before the session ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restarts {
    /// How often in a row; an agent that served for a minute begins anew. 0 ends the session at once.
    pub limit: u32,
    /// The pause before the first, doubled before each further one.
    pub pause: Duration,
}

impl Default for Restarts {
    fn default() -> Self {
        Self {
            limit: 2,
            pause: Duration::from_millis(500),
        }
    }
}

impl Restarts {
    /// The pause before the restart of this number, counted from 1.
    pub(crate) fn pause(&self, number: u32) -> Duration {
        const LONGEST: Duration = Duration::from_secs(30);
        let doubled = 2_u32.saturating_pow(number.saturating_sub(1));
        self.pause.saturating_mul(doubled).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_grow_and_have_an_end() {
        let restarts = Restarts::default();
        assert_eq!(restarts.pause(1), Duration::from_millis(500));
        assert_eq!(restarts.pause(3), Duration::from_secs(2));
        assert_eq!(restarts.pause(40), Duration::from_secs(30));
    }
}
