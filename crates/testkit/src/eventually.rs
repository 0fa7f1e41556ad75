//! Looks again and again until something is so: the one way to wait for what has no event of its own.
//!
//! It ticks, because a look at every turn of the runtime would take a core from the browser that it
//! waits for. Time that a test has paused jumps from tick to tick, so it is no wait there.

use std::{panic::Location, time::Duration};

use tokio::time::{MissedTickBehavior, interval, timeout};

/// When to look again.
const TICK: Duration = Duration::from_millis(20);

/// Generous: the machine may be busy. Nothing waits this long when all is well.
pub(crate) const LIMIT: Duration = Duration::from_mins(2);

/// Waits until `look` finds something, and gives it; panics when [`LIMIT`] has passed. `what` says
/// what is waited for.
#[track_caller]
pub fn eventually<T>(
    what: &str,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> impl Future<Output = T> {
    // The place of a panic in a future would be here, which helps nobody.
    let caller = Location::caller();
    async move {
        let found = timeout(LIMIT, async {
            let mut tick = interval(TICK);
            // After a slow look too, there is a pause before the next one.
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tick.tick().await;
                if let Some(found) = look().await {
                    return found;
                }
            }
        });
        let found = found.await;
        found.unwrap_or_else(|_| panic!("{caller}: waited {LIMIT:?} in vain: {what}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn looks_until_it_finds_something() {
        let mut looks = 0;
        let found = eventually("the third look", async || {
            looks += 1;
            (looks == 3).then_some("found")
        });
        assert_eq!(found.await, "found");
        assert_eq!(looks, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn says_in_the_end_where_it_waited_and_for_what() {
        let (line, waits) = (line!(), eventually::<()>("pigs fly", async || None));
        let ended = tokio::spawn(waits).await.expect_err("a panic").into_panic();
        let said = ended.downcast::<String>().expect("words");
        assert!(said.contains(&format!("eventually.rs:{line}:")), "{said}");
        assert!(said.ends_with("waited 120s in vain: pigs fly"), "{said}");
    }
}
