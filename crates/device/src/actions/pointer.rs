//! A pointer on its way through the ticks.

use std::time::Duration;

use webdriver::actions::{PointerAction, PointerActionItem};

use crate::Touch;

/// How long a finger stays as it is before it is put down, lifted or put elsewhere.
pub(super) const NOTICED: Duration = Duration::from_millis(30);

/// A pointer while it is followed through the ticks.
#[derive(Default)]
pub(super) struct Pointer {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) down: bool,
    /// When what it does now began.
    pub(super) since: Option<Duration>,
    pub(super) way: Vec<Touch>,
}

impl Pointer {
    /// When the item may happen, if it is asked for at a time.
    pub(super) fn earliest(&self, item: Option<&PointerActionItem>, asked: Duration) -> Duration {
        let changes = match item {
            Some(PointerActionItem::Pointer(PointerAction::Down(_))) => !self.down,
            Some(PointerActionItem::Pointer(PointerAction::Up(_))) => self.down,
            Some(PointerActionItem::Pointer(PointerAction::Move(movement))) => {
                self.down && movement.duration.unwrap_or_default() == 0
            }
            _ => false,
        };
        match self.since {
            Some(since) if changes => asked.max(since + NOTICED),
            _ => asked,
        }
    }

    pub(super) fn mark(&mut self, at: Duration) {
        self.way.push(Touch {
            at,
            x: self.x,
            y: self.y,
            down: self.down,
        });
    }
}
