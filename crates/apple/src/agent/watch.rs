//! Notices that the agent is gone, by its connection closing rather than by asking again and again.

use std::time::Duration;

use tokio::io::AsyncReadExt;

use super::{AgentClient, Port};

/// How long an agent may be away before it counts as gone.
const GRACE: Duration = Duration::from_secs(5);
/// How long one look may take.
const PROBE: Duration = Duration::from_secs(2);

/// Waits until the agent is gone, and says why.
///
/// An idle connection is held open; the agent closes idle ones too, so a closed one is a reason to
/// look, not yet a death.
pub(crate) async fn gone(client: &AgentClient) -> String {
    loop {
        if let Ok(mut stream) = client.dial().dial(Port::Commands).await {
            let mut byte = [0; 1];
            // Nothing was asked, so nothing but the end can come.
            let _ = stream.read(&mut byte).await;
        }
        if let Err(reason) = probe(client).await {
            return reason;
        }
    }
}

/// Looks for the agent, with growing pauses, until the grace is over.
async fn probe(client: &AgentClient) -> Result<(), String> {
    let deadline = tokio::time::Instant::now() + GRACE;
    let mut pause = Duration::from_millis(50);
    loop {
        match client.call_aside("/status", PROBE).await {
            Ok(_) => return Ok(()),
            Err(error) if tokio::time::Instant::now() + pause > deadline => {
                return Err(error.to_string());
            }
            Err(_) => tokio::time::sleep(pause).await,
        }
        pause = (pause * 2).min(Duration::from_secs(1));
    }
}
