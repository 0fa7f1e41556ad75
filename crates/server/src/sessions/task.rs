//! The task of a session: takes commands from the queue, one at a time, until the session ends.

use std::{
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use futures_util::FutureExt;
use hansom_protocol::Session;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, timeout},
};

use super::{
    ending::EndCause,
    handle::{Done, Handle, Job, millis},
    loan::{self, Loan},
    registry::Registry,
    slots::Slot,
};

/// How long after the last session a server counts as idle.
const A_MOMENT: Duration = Duration::from_millis(300);

/// Runs a session to its end.
pub(super) async fn run(
    mut session: Box<dyn Session>,
    mut jobs: mpsc::UnboundedReceiver<Job>,
    handle: Arc<Handle>,
    registry: Arc<Registry>,
    mut slot: Slot,
) {
    let commands = commands(session.as_mut(), &mut jobs, &handle, &registry);
    // A driver with a bug takes down its own session and nothing else. What it was doing is in an
    // unknown state, so it is not asked to go on.
    let outcome = AssertUnwindSafe(commands).catch_unwind().await;
    let healthy = outcome.is_ok();
    let cause = outcome.unwrap_or(EndCause::Panicked);
    handle.end(cause.clone());
    // From here on late commands are told why, even while it still closes.
    registry.forget(&handle, cause.clone());
    slot.leave();
    jobs.close();
    handle.no_more_turns();
    while let Ok(job) = jobs.try_recv() {
        let _ = job.reply.send(Err(cause.error()));
    }
    let limit = registry.limits.close_timeout;
    let started = Instant::now();
    if healthy {
        let close = AssertUnwindSafe(session.close(cause.reason())).catch_unwind();
        if timeout(limit, close).await.is_err() {
            // Dropping the future has dropped the session, and with it whatever is left.
            tracing::warn!(session = handle.id.short(), limit = ?limit, "did not close in time, killed");
        }
    } else {
        drop(session);
    }
    tracing::info!(
        session = handle.id.short(),
        reason = cause.label(),
        ms = millis(started.elapsed()),
        "session ended"
    );
    drop(slot);
    handle.set_closed();
    if registry.occupancy().0 == 0 {
        tokio::spawn(tidy(registry));
    }
}

/// Lets an idle server hold no more than one that has just started. Not at once: what is still to do
/// for the end of a session would bring half of it back.
async fn tidy(registry: Arc<Registry>) {
    sleep(A_MOMENT).await;
    if registry.occupancy().0 == 0 {
        hansom_host::release_heap();
        hansom_host::release_code();
    }
}

/// Takes commands until there is a cause to end.
async fn commands(
    session: &mut dyn Session,
    jobs: &mut mpsc::UnboundedReceiver<Job>,
    handle: &Handle,
    registry: &Registry,
) -> EndCause {
    handle.touch();
    // One wait for the whole session: to begin it anew for each command would cost more than it.
    let mut ending = pin!(handle.ending());
    let mut idle = pin!(handle.idle());
    loop {
        let job = tokio::select! {
            biased;
            cause = ending.as_mut() => return cause,
            // Before the look at what it drives, which then is not taken twice for each command;
            // a command to something dead fails with the reason.
            Some(job) = jobs.recv() => job,
            error = session.died() => return EndCause::Died(error),
            limit = idle.as_mut() => return EndCause::Idle(limit),
        };
        // Nobody waits for it any more, and a client that asks again would have it done twice.
        if !job.reply.is_closed()
            && let Some(cause) = one(session, job, ending.as_mut(), handle, registry).await
        {
            return cause;
        }
        handle.next_turn();
    }
}

/// Carries out one command; gives the cause when the session is over with it.
async fn one(
    session: &mut dyn Session,
    job: Job,
    mut ending: Pin<&mut impl Future<Output = EndCause>>,
    handle: &Handle,
    registry: &Registry,
) -> Option<EndCause> {
    let command = job.request.command;
    let started = Instant::now();
    let limit = registry.limits.command_timeout;
    let outcome = tokio::select! {
        biased;
        cause = ending.as_mut() => Err(cause),
        outcome = session.execute(job.request) => Ok(outcome),
        limit = expired(limit) => Err(EndCause::TookTooLong(command, limit)),
    };
    let ended = Instant::now();
    handle.touch_at(ended);
    let (mut outcome, end) = match outcome {
        Err(cause) => (Err(cause.error()), Some(cause)),
        Ok(Err(error)) if error.ends_session => {
            let cause = EndCause::Failed(command, error.clone());
            (Err(error), Some(cause))
        }
        Ok(outcome) => (outcome, None),
    };
    let done = Done {
        command,
        took: ended - started,
        trace: job.trace.as_deref(),
    };
    handle.note(&registry.metrics, &done, &outcome);
    if let Some(cause) = &end {
        // Before the client knows, so that its next command is told that the session is over.
        registry.forget(handle, cause.clone());
    }
    let loan = outcome.as_mut().ok().and_then(loan::lend);
    // The client may have gone; the command counts all the same.
    let _ = job.reply.send(outcome);
    match loan {
        None => end,
        Some(loan) => {
            let too_long = async { EndCause::TookTooLong(command, expired(limit).await) };
            let end = Box::pin(lent(session, loan, ending, too_long)).await;
            handle.touch();
            end
        }
    }
}

/// Sees an answer out that is still being made; gives the cause when the session ends meanwhile.
async fn lent(
    session: &mut dyn Session,
    mut loan: Loan,
    ending: impl Future<Output = EndCause>,
    too_long: impl Future<Output = EndCause>,
) -> Option<EndCause> {
    let cause = tokio::select! {
        biased;
        cause = ending => cause,
        () = loan.over() => return None,
        error = session.died() => EndCause::Died(error),
        cause = too_long => cause,
    };
    loan.take_back(cause.error());
    Some(cause)
}

async fn expired(limit: Option<Duration>) -> Duration {
    match limit {
        Some(limit) => {
            sleep(limit).await;
            limit
        }
        None => std::future::pending().await,
    }
}
