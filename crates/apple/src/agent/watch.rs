//! Notices that the agent is gone, by its connection closing rather than by asking again and again.

use std::time::Duration;

use tokio::{io::AsyncReadExt, sync::Mutex, time::Instant};

use super::{AgentClient, Port, Stream};
use crate::AppleError;

/// How long an agent may be away before it counts as gone.
const GRACE: Duration = Duration::from_secs(5);
/// How long one look may take.
const PROBE: Duration = Duration::from_secs(2);

/// An idle connection that is held open to see it close.
///
/// It outlives the waits: whoever waits stops at each command, and a connection per command would cost
/// more than the command.
#[derive(Default)]
pub(crate) struct Watch(Mutex<Held>);

#[derive(Default)]
struct Held {
    stream: Option<Box<dyn Stream>>,
    /// Until when the agent may be away; commands that come meanwhile do not put it off.
    deadline: Option<Instant>,
}

impl Watch {
    /// Waits until the agent is gone, and says why. Cancel safe.
    ///
    /// The agent closes idle connections too, so a closed one is a reason to look, not yet a death.
    pub(crate) async fn gone(&self, client: &AgentClient) -> String {
        let mut held = self.0.lock().await;
        loop {
            if held.stream.is_none()
                && let Ok(stream) = client.dial().dial(Port::Commands).await
            {
                *held = Held {
                    stream: Some(stream),
                    deadline: None,
                };
            }
            if let Some(stream) = &mut held.stream {
                let mut byte = [0; 1];
                // Nothing was asked, so nothing but the end can come.
                let _ = stream.read(&mut byte).await;
            }
            let deadline = *held.deadline.get_or_insert_with(|| Instant::now() + GRACE);
            let back = probe(client, deadline).await;
            *held = Held::default();
            if let Err(reason) = back {
                return reason;
            }
        }
    }
}

/// Looks for the agent, with growing pauses, until the grace is over.
async fn probe(client: &AgentClient, deadline: Instant) -> Result<(), String> {
    let mut pause = Duration::from_millis(50);
    loop {
        match client.call_aside("/status", PROBE).await {
            Ok(_) => return Ok(()),
            // An agent does one thing at a time, and this one does something for us.
            Err(AppleError::AgentSlow { .. }) if client.is_busy() => return Ok(()),
            Err(error) if Instant::now() + pause > deadline => {
                return Err(error.to_string());
            }
            Err(_) => tokio::time::sleep(pause).await,
        }
        pause = (pause * 2).min(Duration::from_secs(1));
    }
}

#[cfg(test)]
mod tests {
    use std::{io, sync::Arc};

    use async_trait::async_trait;
    use futures_util::FutureExt;
    use hyper::Method;
    use tokio::io::DuplexStream;

    use super::*;
    use crate::agent::{Dial, Timeouts};

    /// An agent that takes connections and never answers.
    #[derive(Default)]
    struct Silent(std::sync::Mutex<Vec<DuplexStream>>);

    #[async_trait]
    impl Dial for Silent {
        async fn dial(&self, _: Port) -> io::Result<Box<dyn Stream>> {
            let (ours, theirs) = tokio::io::duplex(1024);
            self.0.lock().unwrap().push(theirs);
            Ok(Box::new(ours))
        }

        fn place(&self) -> &'static str {
            "here"
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_agent_that_is_silent_because_it_works_for_us_is_not_gone() {
        let limit = Duration::from_mins(1);
        let client = AgentClient::new(Arc::new(Silent::default()), Timeouts::all(limit));
        let mut work = client.call("source", Method::GET, "/source", None).boxed();
        assert!((&mut work).now_or_never().is_none());
        let deadline = || Instant::now() + GRACE;
        assert_eq!(probe(&client, deadline()).await, Ok(()));
        drop(work);
        let reason = probe(&client, deadline()).await.unwrap_err();
        assert!(reason.contains("/status"), "{reason}");
    }

    /// An agent that is not there.
    struct Absent;

    #[async_trait]
    impl Dial for Absent {
        async fn dial(&self, _: Port) -> io::Result<Box<dyn Stream>> {
            Err(io::ErrorKind::ConnectionRefused.into())
        }

        fn place(&self) -> &'static str {
            "here"
        }
    }

    #[tokio::test(start_paused = true)]
    async fn commands_do_not_put_off_the_end_of_an_agent_that_is_gone() {
        let client = AgentClient::new(Arc::new(Absent), Timeouts::all(GRACE));
        let watch = Watch::default();
        let began = Instant::now();
        // A command each half second stops the wait.
        while tokio::time::timeout(Duration::from_millis(500), watch.gone(&client))
            .await
            .is_err()
        {
            assert!(began.elapsed() < GRACE * 2, "it is never over");
        }
        assert!(
            began.elapsed() >= GRACE / 2,
            "the agent had no time to come back"
        );
    }
}
