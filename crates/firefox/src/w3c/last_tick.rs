//! Actions that end with their window.
//!
//! A tick fails when its window is gone before it, not when the window goes because of it. Firefox
//! waits for the page's word that the event was handled; when the window closes first, that word
//! never comes and the command is `no such window`. Which of the two is quicker is a race. Where only
//! the last tick can have closed the window, nothing was left undone.

use bytes::Bytes;
use hansom_protocol::{Error, ErrorCode, Params, Request};
use serde::Deserialize;

use super::plain;
use crate::Marionette;

/// What Firefox says of a window that went on the way; one that was gone before is told otherwise.
const WENT_ON_THE_WAY: &str = "BrowsingContext does no longer exist";

/// Performs actions.
pub(super) async fn perform(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    match plain(marionette, request).await {
        Err(error) if went_on_the_way(&error) && acts_in_last_tick_only(&request.params) => {
            tracing::debug!(%error, "the last action closed its window");
            Ok(Bytes::from_static(b"null"))
        }
        done => done,
    }
}

fn went_on_the_way(error: &Error) -> bool {
    error.code == ErrorCode::NoSuchWindow && error.message.contains(WENT_ON_THE_WAY)
}

/// An input source: its n-th action belongs to the n-th tick.
#[derive(Deserialize)]
struct Source {
    actions: Vec<Action>,
}

#[derive(Deserialize)]
struct Action {
    r#type: String,
}

impl Action {
    /// Whether it presses, releases or scrolls. A page that closes under a pointer that only moves
    /// is nothing that anybody has.
    fn acts(&self) -> bool {
        !matches!(self.r#type.as_str(), "pause" | "pointerMove")
    }
}

/// Whether the last tick presses, releases or scrolls, and none before it does.
fn acts_in_last_tick_only(params: &Params) -> bool {
    let Ok(sources) = params.required::<Vec<Source>>("actions") else {
        return false;
    };
    let ticks = sources.iter().map(|source| source.actions.len()).max();
    let last = ticks.unwrap_or_default().saturating_sub(1);
    let in_tick = |wanted: &dyn Fn(usize) -> bool| {
        sources.iter().any(|source| {
            let mut actions = source.actions.iter().enumerate();
            actions.any(|(tick, action)| wanted(tick) && action.acts())
        })
    };
    in_tick(&|tick| tick == last) && !in_tick(&|tick| tick < last)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn only_last(sources: &[&[&str]]) -> bool {
        let sources: Value = sources
            .iter()
            .map(|types| {
                let actions = types.iter().map(|name| json!({ "type": name }));
                json!({ "type": "pointer", "id": "a", "actions": actions.collect::<Value>() })
            })
            .collect();
        acts_in_last_tick_only(&Params::from_value(&json!({ "actions": sources })).unwrap())
    }

    #[test]
    fn only_what_the_last_tick_did_is_done_when_the_window_is_gone() {
        assert!(only_last(&[&["pointerMove", "pointerDown"]]));
        assert!(only_last(&[&["keyDown"], &["pause"]]));
        assert!(only_last(&[&["pause"], &["pause", "keyUp"]]));
    }

    #[test]
    fn what_was_still_to_come_is_not() {
        assert!(!only_last(&[&["pointerDown", "pointerUp"]]));
        assert!(!only_last(&[&["pointerMove", "pointerDown", "pause"]]));
        assert!(!only_last(&[&["pointerMove"]]));
        assert!(!only_last(&[&["keyDown"], &["pause", "pointerDown"]]));
        assert!(!only_last(&[]));
    }
}
