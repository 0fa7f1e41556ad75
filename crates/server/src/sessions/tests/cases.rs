//! Single orders of steps: who waits for a place or a turn, and answers that are still being made.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt, TryStreamExt};
use hansom_protocol::{Body, Chunks, Command, ErrorCode, Params, Request, Upload};
use proptest::prelude::*;
use serde_json::json;
use tokio::time::sleep;

use super::scene::{
    IDLE, MOST, Start, Word, command, delete, nothing_left, scene, simulated, start,
};
use crate::sessions::Handle;

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
