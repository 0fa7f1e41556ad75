//! An agent on the device's port: one that runs already, or an installed runner that we start.

use std::{sync::Arc, time::Duration};

use tokio::time::Instant;

use super::{Cable, CableDial, CableError, CableRunner, RunnerOptions};
use crate::AppleError;

impl CableDial {
    /// A way to an agent that listens. One that runs already is used as it is and left alone; otherwise
    /// an installed runner is started, which ends with the last clone of this dial.
    pub async fn to_agent(cable: Cable, options: RunnerOptions) -> Result<Self, AppleError> {
        let dial = Self::new(cable.clone(), options.commands, options.pictures);
        if dial.listens().await? {
            return Ok(dial);
        }
        let limit = options.limit;
        let deadline = Instant::now() + limit;
        let runner = Arc::new(CableRunner::new(cable, options));
        runner.start().await?;
        tokio::select! {
            listens = dial.until_it_listens() => listens?,
            reason = runner.exited() => return Err(CableError::RunnerExited { reason }.into()),
            () = tokio::time::sleep_until(deadline) => {
                let what = "the agent's first sign of life";
                return Err(CableError::Slow { what, after: limit }.into());
            }
        }
        Ok(dial.with_runner(runner))
    }

    /// A port that opens is no event that anybody tells: it is tried, with growing pauses.
    async fn until_it_listens(&self) -> Result<(), CableError> {
        let mut pause = Duration::from_millis(100);
        while !self.listens().await? {
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(1));
        }
        Ok(())
    }
}
