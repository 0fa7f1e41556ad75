//! Pieces of an answer that a session is still making, lent to the connection that sends them.
//!
//! The session's turn lasts until the last piece is out. A connection whose client does not read asks
//! for no more pieces and so would not learn that the session has ended; that is why they can be
//! taken back.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll, Waker},
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use hansom_protocol::{Answer, Body, Chunks, Error};
use tokio::sync::oneshot;

/// The session's side.
pub(super) struct Loan {
    pieces: Pieces,
    over: oneshot::Receiver<Infallible>,
}

/// The connection's side.
struct Lent {
    pieces: Pieces,
    over: Option<oneshot::Sender<Infallible>>,
}

type Pieces = Arc<Mutex<State>>;

enum State {
    Lent(Chunks, Option<Waker>),
    TakenBack(Error),
    Over,
}

/// Lends what is still being made of an answer: pieces whose length nobody knows yet.
pub(super) fn lend(answer: &mut Answer) -> Option<Loan> {
    let Body::Stream {
        chunks,
        length: None,
    } = &mut answer.body
    else {
        return None;
    };
    let made = std::mem::replace(chunks, stream::empty().boxed());
    let pieces = Arc::new(Mutex::new(State::Lent(made, None)));
    let (end, over) = oneshot::channel();
    let lent = Lent {
        pieces: Arc::clone(&pieces),
        over: Some(end),
    };
    *chunks = lent.boxed();
    Some(Loan { pieces, over })
}

impl Loan {
    /// Waits until the last piece is out or nobody wants it. Cancel safe.
    pub(super) async fn over(&mut self) {
        // Nothing is ever sent: the other side is dropped.
        let _ = (&mut self.over).await;
    }

    /// Drops what makes the pieces; the connection is told why.
    pub(super) fn take_back(self, why: Error) {
        let was = std::mem::replace(&mut *lock(&self.pieces), State::TakenBack(why));
        if let State::Lent(_, Some(waker)) = was {
            waker.wake();
        }
    }
}

impl Stream for Lent {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut state = lock(&self.pieces);
        let item = match &mut *state {
            State::Lent(chunks, waker) => match chunks.as_mut().poll_next(context) {
                Poll::Ready(item) => item,
                Poll::Pending => {
                    *waker = Some(context.waker().clone());
                    return Poll::Pending;
                }
            },
            State::TakenBack(why) => Some(Err(why.clone())),
            State::Over => None,
        };
        if !matches!(item, Some(Ok(_))) {
            *state = State::Over;
            drop(state);
            self.over = None;
        }
        Poll::Ready(item)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        *lock(&self.pieces) = State::Over;
    }
}

fn lock(pieces: &Mutex<State>) -> MutexGuard<'_, State> {
    pieces.lock().unwrap_or_else(PoisonError::into_inner)
}
