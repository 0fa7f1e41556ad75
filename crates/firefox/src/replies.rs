//! Answers that find whoever asked, by a number.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use tokio::sync::oneshot;

type Waiting<T> = HashMap<u32, oneshot::Sender<T>>;

/// Who waits on one connection.
#[derive(Debug)]
pub struct Replies<T> {
    next: AtomicU32,
    /// `None` once the connection is closed.
    waiting: Mutex<Option<Waiting<T>>>,
}

impl<T> Replies<T> {
    /// Of a connection that is open. Numbers begin with 1.
    pub fn new() -> Self {
        Self {
            next: AtomicU32::new(1),
            waiting: Mutex::new(Some(HashMap::new())),
        }
    }

    /// A place for an answer; `None` once the connection is closed.
    pub fn place(&self) -> Option<Place<'_, T>> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, answer) = oneshot::channel();
        self.waiting().as_mut()?.insert(id, sender);
        Some(Place {
            replies: self,
            id,
            answer,
        })
    }

    /// Hands an answer over. Whoever asked may have given up; then nobody misses it.
    pub fn deliver(&self, id: u32, answer: T) {
        let waiting = self.waiting().as_mut().and_then(|all| all.remove(&id));
        if let Some(waiting) = waiting {
            let _ = waiting.send(answer);
        }
    }

    /// Tells all that wait, and all that come, that there will be no answer.
    pub fn close(&self) {
        self.waiting().take();
    }

    fn waiting(&self) -> MutexGuard<'_, Option<Waiting<T>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Replies<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A place for one answer. It is free again when it is dropped, so that an answer that never comes
/// keeps nothing.
#[derive(Debug)]
pub struct Place<'a, T> {
    replies: &'a Replies<T>,
    id: u32,
    answer: oneshot::Receiver<T>,
}

impl<T> Place<'_, T> {
    /// The number to ask with.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Waits for the answer; `None` when the connection is closed before.
    pub async fn answer(mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Place<'_, T> {
    fn drop(&mut self) {
        if let Some(all) = self.replies.waiting().as_mut() {
            all.remove(&self.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting<T>(replies: &Replies<T>) -> usize {
        replies.waiting().as_ref().map_or(0, HashMap::len)
    }

    #[tokio::test]
    async fn each_gets_the_answer_to_its_own_number() {
        let replies = Replies::new();
        let (first, second) = (replies.place().unwrap(), replies.place().unwrap());
        replies.deliver(second.id(), "two");
        replies.deliver(first.id(), "one");
        assert_eq!(first.answer().await, Some("one"));
        assert_eq!(second.answer().await, Some("two"));
    }

    #[tokio::test]
    async fn who_gives_up_leaves_nothing_behind() {
        let replies = Replies::new();
        let place = replies.place().unwrap();
        let id = place.id();
        assert_eq!(waiting(&replies), 1);
        drop(place);
        assert_eq!(waiting(&replies), 0);
        replies.deliver(id, "late");
    }

    #[tokio::test]
    async fn a_closed_connection_answers_nobody() {
        let replies = Replies::<()>::new();
        let place = replies.place().unwrap();
        replies.close();
        assert_eq!(place.answer().await, None);
        assert!(replies.place().is_none());
    }
}
