//! Could a session start on an attached device, and if not, why?

use super::{Cable, CableDial, CableError, CableFacts, Pairing, runner, tunnel::era};

/// What a look at a device told.
#[derive(Debug, Clone)]
pub struct Readiness {
    /// Its facts, if it told any.
    pub facts: Option<CableFacts>,
    /// Whether an agent answers on the usual port.
    pub agent_runs: bool,
    /// The installed runner of an agent.
    pub runner: Option<String>,
    /// Why no session could start; nothing when one could.
    pub obstacle: Option<CableError>,
}

/// Looks, changing nothing. Questions stop at the first obstacle.
pub async fn readiness(cable: &Cable) -> Readiness {
    let mut found = Readiness {
        facts: None,
        agent_runs: false,
        runner: None,
        obstacle: None,
    };
    if let Err(obstacle) = look(cable, &mut found).await {
        found.obstacle = Some(obstacle);
    }
    found
}

async fn look(cable: &Cable, found: &mut Readiness) -> Result<(), CableError> {
    let facts = cable.facts().await?;
    found.facts = Some(facts.clone());
    let dial = CableDial::new(cable.clone(), CableDial::AGENT_PORT, 0);
    found.agent_runs = dial.listens().await?;
    if found.agent_runs {
        return Ok(());
    }
    if let Pairing::Not(reason) = facts.pairing {
        return Err(reason);
    }
    if facts.developer_mode == Some(false) {
        return Err(CableError::DeveloperModeOff {
            udid: cable.udid().to_owned(),
        });
    }
    found.runner = Some(runner::find(&cable.browse().await?, None)?);
    era("starting the agent", &facts.version)?;
    Ok(())
}
