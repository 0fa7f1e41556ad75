//! Steps of every kind in every order, against a model that foretells their outcome.

use std::{collections::HashMap, sync::Arc, time::Duration};

use hansom_protocol::ErrorCode;
use proptest::{collection::vec, prelude::*};
use tokio::time::{Instant, sleep};

use super::scene::{
    IDLE, MOST, Start, Word, command, delete, nothing_left, scene, simulated, start,
};
use crate::sessions::Handle;

/// The pause between two steps. Longer than a close, and of a fraction that no sum of the other times
/// has, so that no step falls on the very moment at which a limit passes.
const PAUSE: Duration = Duration::from_millis(2_013);

#[derive(Debug, Clone, Copy)]
enum Step {
    Create(Start),
    Use(usize, Word),
    Delete(usize),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    use Start::{CloseHangs, Fails, Good, Hangs};
    use Word::{Delay, Die, Echo, End, Fail, Hang, Panic};
    let start =
        prop_oneof![6 => Just(Good), 1 => Just(Fails), 1 => Just(Hangs), 2 => Just(CloseHangs)];
    let word = prop_oneof![
        4 => Just(Echo),
        3 => Just(Delay),
        1 => Just(Fail),
        1 => Just(Die),
        1 => Just(End),
        1 => Just(Panic),
        1 => Just(Hang),
    ];
    prop_oneof![
        4 => start.prop_map(Step::Create),
        6 => (0..6usize, word).prop_map(|(nth, word)| Step::Use(nth, word)),
        2 => (0..6usize).prop_map(Step::Delete),
        2 => prop_oneof![Just(3_000), Just(11_000)].prop_map(Step::Wait),
    ]
}

/// What the model knows of a session: the part of the message a late command is told.
struct Known {
    handle: Arc<Handle>,
    used: Instant,
    ended: Option<&'static str>,
}

const TOO_LONG: &str = "no command came for 10 s";

impl Known {
    /// Time may have ended it since.
    fn look(&mut self) -> Option<&'static str> {
        if self.ended.is_none() && self.used.elapsed() >= IDLE {
            self.ended = Some(TOO_LONG);
        }
        self.ended
    }
}

/// One step after the other, each outcome foretold.
async fn one_by_one(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let (registry, watch) = scene();
    let mut known: HashMap<usize, Known> = HashMap::new();
    for step in steps {
        sleep(PAUSE).await;
        let places = known
            .values_mut()
            .filter_map(|one| one.look().is_none().then_some(()))
            .count();
        match step {
            Step::Create(how) => match start(&registry, how).await {
                Ok(handle) => {
                    prop_assert!(places < MOST && matches!(how, Start::Good | Start::CloseHangs));
                    let used = Instant::now();
                    let one = Known {
                        handle,
                        used,
                        ended: None,
                    };
                    known.insert(known.len(), one);
                }
                Err(error) => {
                    prop_assert_eq!(error.code, ErrorCode::SessionNotCreated);
                    let expected = match how {
                        _ if places >= MOST => "--max-sessions",
                        Start::Fails => "told to fail",
                        Start::Hangs => "did not start within 50 s",
                        Start::Good | Start::CloseHangs => "never",
                    };
                    prop_assert!(error.message.contains(expected), "{:?}: {}", how, error);
                }
            },
            Step::Use(nth, word) => {
                let Some(one) = known.get_mut(&nth) else {
                    continue;
                };
                let ended = one.look();
                let outcome = command(&registry, &one.handle, word).await;
                if let Some(reason) = ended {
                    let error = outcome.expect_err("a late command");
                    prop_assert_eq!(error.code, ErrorCode::InvalidSessionId);
                    prop_assert!(error.message.contains(reason), "{}: {}", reason, error);
                    continue;
                }
                one.used = Instant::now();
                let (code, end) = match word {
                    Word::Echo | Word::Delay => (None, None),
                    Word::Fail => (Some(ErrorCode::NoSuchElement), None),
                    Word::Die => (None, Some("the tiny session died")),
                    Word::End => (Some(ErrorCode::UnknownError), Some("told to end")),
                    Word::Panic => (Some(ErrorCode::UnknownError), Some("bug of the server")),
                    Word::Hang => (Some(ErrorCode::Timeout), Some("more than 100 s")),
                };
                prop_assert_eq!(outcome.err().map(|error| error.code), code, "{:?}", word);
                one.ended = end;
            }
            Step::Delete(nth) => {
                let Some(one) = known.get_mut(&nth) else {
                    continue;
                };
                let ended = one.look();
                let outcome = delete(&registry, &one.handle).await;
                match ended {
                    None => prop_assert!(outcome.is_ok(), "{:?}", outcome),
                    Some(reason) => {
                        let error = outcome.expect_err("it is gone");
                        prop_assert!(error.message.contains(reason), "{}: {}", reason, error);
                    }
                }
                one.ended.get_or_insert("deleted by a client");
            }
            Step::Wait(milliseconds) => sleep(Duration::from_millis(milliseconds)).await,
        }
    }
    nothing_left(&registry, &watch).await
}

/// All at once: every step gets an answer, it is one of those it can get, and nothing is left.
async fn all_at_once(sessions: usize, steps: Vec<(u64, Step)>) -> Result<(), TestCaseError> {
    use ErrorCode::{InvalidSessionId, NoSuchElement, SessionNotCreated, Timeout, UnknownError};
    let (registry, watch) = scene();
    let mut handles = Vec::new();
    for _ in 0..sessions {
        handles.push(start(&registry, Start::Good).await.expect("a place"));
    }
    let tasks = steps.into_iter().map(|(after, step)| {
        let (registry, handles) = (Arc::clone(&registry), handles.clone());
        tokio::spawn(async move {
            sleep(Duration::from_millis(after)).await;
            let of = |nth: usize| Arc::clone(&handles[nth % handles.len()]);
            let outcome = match step {
                Step::Create(how) => start(&registry, how).await.map(drop),
                Step::Use(nth, word) => command(&registry, &of(nth), word).await.map(drop),
                Step::Delete(nth) => delete(&registry, &of(nth)).await,
                Step::Wait(_) => Ok(()),
            };
            (step, outcome)
        })
    });
    let tasks: Vec<_> = tasks.collect();
    for task in tasks {
        let (step, outcome) = task.await.expect("no panic outside the driver");
        let Err(error) = outcome else { continue };
        let possible: &[ErrorCode] = match step {
            Step::Create(_) => &[SessionNotCreated],
            Step::Use(_, Word::Fail) => &[NoSuchElement, InvalidSessionId, Timeout, UnknownError],
            Step::Use(..) => &[InvalidSessionId, Timeout, UnknownError],
            Step::Delete(_) => &[InvalidSessionId],
            Step::Wait(_) => &[],
        };
        prop_assert!(possible.contains(&error.code), "{:?}: {}", step, error);
    }
    prop_assert!(watch.most_running() <= MOST);
    nothing_left(&registry, &watch).await
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_step_has_the_outcome_foretold(steps in vec(step(), 1..25)) {
        simulated(one_by_one(steps))?;
    }

    #[test]
    fn steps_at_once_neither_block_nor_leak(
        sessions in 1..=MOST,
        steps in vec((0..30_000u64, step()), 1..40),
    ) {
        simulated(all_at_once(sessions, steps))?;
    }
}
