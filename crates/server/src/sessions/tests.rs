//! Sessions in every order: created, used, left alone, deleted, crashed. Time is simulated, so that
//! hours pass in microseconds.

use std::{collections::HashMap, sync::Arc, time::Duration};

use futures_util::{StreamExt, TryStreamExt};
use hansom_protocol::{
    Answer, Body, Chunks, Command, DriverKind, Error, ErrorCode, Params, Request, Upload,
};
use hansom_testkit::{Tiny, Watch};
use proptest::{collection::vec, prelude::*};
use serde_json::json;
use tokio::time::{Instant, sleep, timeout};

use super::{Handle, Registry, create};
use crate::{config::Limits, operation::Metrics};

const IDLE: Duration = Duration::from_secs(10);
const COMMAND: Duration = Duration::from_secs(100);
const CLOSE: Duration = Duration::from_secs(1);
const START: Duration = Duration::from_secs(50);
/// The pause between two steps. Longer than a close, and of a fraction that no sum of the other times
/// has, so that no step falls on the very moment at which a limit passes.
const PAUSE: Duration = Duration::from_millis(2_013);
const MOST: usize = 3;
/// Far longer than any step: who is not done by then is stuck.
const STUCK: Duration = Duration::from_hours(1000);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Start {
    Good,
    Fails,
    Hangs,
    CloseHangs,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Word {
    Echo,
    Delay,
    Fail,
    Die,
    End,
    Panic,
    Hang,
}

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

fn scene() -> (Arc<Registry>, Watch) {
    let tiny = Tiny::new(DriverKind::Browser).idle_timeout(IDLE);
    let watch = tiny.watch();
    let limits = Limits {
        max_sessions: Some(MOST),
        command_timeout: Some(COMMAND),
        close_timeout: CLOSE,
        start_timeout: START,
        ..Limits::default()
    };
    let registry = Registry::new(vec![tiny.into_driver()], limits, Arc::new(Metrics::new()));
    (registry, watch)
}

async fn start(registry: &Arc<Registry>, start: Start) -> Result<Arc<Handle>, Error> {
    let mut always = json!({"browserName": "tiny"});
    match start {
        Start::Good => {}
        Start::Fails => always["tiny:start"] = "fail".into(),
        Start::Hangs => always["tiny:start"] = "hang".into(),
        Start::CloseHangs => always["tiny:close"] = "hang".into(),
    }
    let body = json!({"capabilities": {"alwaysMatch": always}});
    let params = Params::from_value(&body).unwrap();
    create(registry, &params, None, |_| String::new()).await
}

/// A command as the dispatcher gives it: the session is looked up first.
async fn command(registry: &Registry, of: &Handle, word: Word) -> Result<Answer, Error> {
    let name = format!("{word:?}").to_lowercase();
    let body = json!({"script": name, "args": [2_000]});
    let request = Request::new(Command::ExecuteScript, Params::from_value(&body).unwrap());
    registry.get(&of.id)?.execute(request, None).await
}

async fn delete(registry: &Registry, of: &Handle) -> Result<(), Error> {
    let handle = registry.get(&of.id)?;
    registry.delete(&handle).await;
    Ok(())
}

fn simulated(test: impl Future<Output = Result<(), TestCaseError>>) -> Result<(), TestCaseError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        match timeout(STUCK, test).await {
            Ok(outcome) => outcome,
            Err(_) => Err(TestCaseError::fail("stuck")),
        }
    })
}

/// Ends everything and checks that nothing is left.
async fn nothing_left(registry: &Registry, watch: &Watch) -> Result<(), TestCaseError> {
    registry.stop().await;
    prop_assert_eq!(watch.alive(), 0);
    prop_assert_eq!(registry.occupancy().0, 0);
    prop_assert!(registry.list().is_empty());
    let text = registry.metrics.text();
    let active = text
        .lines()
        .find(|line| line.starts_with("hansom_sessions_active{"));
    prop_assert!(
        active.is_none_or(|line| line.ends_with(" 0")),
        "{:?}",
        active
    );
    Ok(())
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

#[test]
fn a_new_session_waits_for_the_place_of_one_that_is_ending() {
    let outcome = simulated(async {
        let (registry, watch) = scene();
        let mut handles = Vec::new();
        for _ in 0..MOST {
            handles.push(start(&registry, Start::CloseHangs).await.unwrap());
        }
        let refused = start(&registry, Start::Good).await.err().unwrap();
        prop_assert!(refused.message.contains("all 3 sessions are in use"));
        // It ends by itself, so that nobody has waited for its end.
        command(&registry, &handles[0], Word::Die).await.unwrap();
        let (one, two) = tokio::join!(start(&registry, Start::Good), start(&registry, Start::Good));
        prop_assert_eq!(
            [one.is_ok(), two.is_ok()].iter().filter(|ok| **ok).count(),
            1
        );
        nothing_left(&registry, &watch).await
    });
    outcome.unwrap();
}

#[test]
fn commands_that_wait_are_told_when_the_session_ends() {
    let outcome = simulated(async {
        let (registry, watch) = scene();
        let handle = start(&registry, Start::Good).await.unwrap();
        let queue = (0..200).map(|_| {
            let (registry, handle) = (Arc::clone(&registry), Arc::clone(&handle));
            tokio::spawn(async move { command(&registry, &handle, Word::Hang).await.err() })
        });
        let queue: Vec<_> = queue.collect();
        sleep(Duration::from_secs(1)).await;
        delete(&registry, &handle).await.unwrap();
        for waiting in queue {
            let error = waiting.await.unwrap().unwrap();
            prop_assert_eq!(error.code, ErrorCode::InvalidSessionId);
            prop_assert!(error.message.contains("deleted"), "{}", error);
        }
        nothing_left(&registry, &watch).await
    });
    outcome.unwrap();
}

#[test]
fn a_command_that_waits_is_gone_with_its_client() {
    let outcome = simulated(async {
        let (registry, watch) = scene();
        let handle = start(&registry, Start::Good).await.unwrap();
        let send = |body: Arc<()>| {
            let params = json!({"script": "hold", "args": []});
            let mut request =
                Request::new(Command::ExecuteScript, Params::from_value(&params).unwrap());
            request.upload = Some(Box::new(Ok(Upload::new("/file".into(), body))));
            let handle = Arc::clone(&handle);
            tokio::spawn(async move { handle.execute(request, None).await.map(drop) })
        };
        let (begun, waiting) = (Arc::new(()), Arc::new(()));
        let first = send(Arc::clone(&begun));
        sleep(Duration::from_millis(1)).await;
        let second = send(Arc::clone(&waiting));
        let third = send(Arc::default());
        sleep(Duration::from_millis(1)).await;
        prop_assert_eq!(Arc::strong_count(&waiting), 2);
        first.abort();
        second.abort();
        sleep(Duration::from_millis(1)).await;
        prop_assert_eq!(Arc::strong_count(&begun), 2, "it goes on");
        prop_assert_eq!(Arc::strong_count(&waiting), 1, "its memory is free");
        watch.release();
        sleep(Duration::from_millis(1)).await;
        watch.release();
        prop_assert!(third.await.unwrap().is_ok());
        prop_assert_eq!(watch.executed(), 2);
        nothing_left(&registry, &watch).await
    });
    outcome.unwrap();
}

/// The pieces of an answer that is still being made.
async fn dripping(handle: &Handle) -> Chunks {
    let body = json!({"script": "drip", "args": [2]});
    let request = Request::new(Command::ExecuteScript, Params::from_value(&body).unwrap());
    match handle.execute(request, None).await.unwrap().body {
        Body::Stream { chunks, .. } => chunks,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_session_is_busy_until_an_answer_that_is_still_being_made_is_out() {
    let outcome = simulated(async {
        let (registry, watch) = scene();
        let handle = start(&registry, Start::Good).await.unwrap();
        let pieces = dripping(&handle).await;
        let next = {
            let (registry, handle) = (Arc::clone(&registry), Arc::clone(&handle));
            tokio::spawn(async move { command(&registry, &handle, Word::Echo).await.map(drop) })
        };
        sleep(IDLE * 3).await;
        prop_assert_eq!(watch.executed(), 1, "the next one waits");
        let text = tokio::spawn(pieces.try_collect::<Vec<_>>());
        for _ in 0..2 {
            watch.release();
            sleep(Duration::from_millis(1)).await;
        }
        prop_assert_eq!(text.await.unwrap().unwrap().concat(), b"\"xx\"");
        prop_assert!(next.await.unwrap().is_ok());
        drop(dripping(&handle).await);
        let last = command(&registry, &handle, Word::Echo).await;
        prop_assert!(last.is_ok(), "nobody wants the pieces: {:?}", last);
        nothing_left(&registry, &watch).await
    });
    outcome.unwrap();
}

#[test]
fn an_answer_that_is_still_being_made_ends_with_its_session() {
    let outcome = simulated(async {
        let (registry, watch) = scene();
        // One that is waited for, and one whose client does not read.
        for read in [true, false] {
            let handle = start(&registry, Start::Good).await.unwrap();
            let mut pieces = dripping(&handle).await;
            prop_assert!(pieces.next().await.unwrap().is_ok());
            let deleted = async {
                sleep(Duration::from_millis(1)).await;
                delete(&registry, &handle).await
            };
            let told = if read {
                let (told, deleted) = tokio::join!(pieces.next(), deleted);
                deleted.unwrap();
                told
            } else {
                deleted.await.unwrap();
                prop_assert_eq!(watch.streams(), 0, "it is dropped all the same");
                pieces.next().await
            };
            let error = told.unwrap().unwrap_err();
            prop_assert!(error.message.contains("deleted"), "{}", error);
            prop_assert!(pieces.next().await.is_none());
        }
        nothing_left(&registry, &watch).await
    });
    outcome.unwrap();
}
