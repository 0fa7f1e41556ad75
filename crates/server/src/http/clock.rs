//! The clock of a connection: a request's head must arrive in time, an idle connection goes in time.
//!
//! hyper's own header timeout runs on idle connections as well, so that it cannot be short without
//! cutting off clients that think between two commands. This one tells the two apart: it sits below
//! hyper, sees the first byte of a request come in, and is told when a request is being answered.

use std::{
    io,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

/// What a connection is doing, with the time by which it must be done.
#[derive(Debug, Clone, Copy)]
enum State {
    /// Between two requests.
    Idle(Instant),
    /// A request's head is coming in.
    Head(Instant),
    /// So many requests are being answered.
    Busy(usize),
}

/// The clock of one connection, shared by its bytes and its requests.
#[derive(Debug)]
pub(crate) struct Clock {
    state: Mutex<State>,
    head: Duration,
    idle: Duration,
}

impl Clock {
    /// A new connection: its first head is due.
    pub(crate) fn start(head: Duration, idle: Duration) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State::Head(Instant::now() + head)),
            head,
            idle,
        })
    }

    /// A request begins to be answered; it ends when the guard is dropped.
    pub(crate) fn busy(self: &Arc<Self>) -> Busy {
        self.with(|state| {
            *state = State::Busy(if let State::Busy(n) = *state {
                n + 1
            } else {
                1
            });
        });
        Busy(Arc::clone(self))
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn deadline(&self) -> Option<Instant> {
        self.with(|state| match *state {
            State::Idle(until) | State::Head(until) => Some(until),
            State::Busy(_) => None,
        })
    }

    fn bytes_came(&self) {
        self.with(|state| {
            if let State::Idle(_) = state {
                *state = State::Head(Instant::now() + self.head);
            }
        });
    }
}

/// A request that is being answered.
pub(crate) struct Busy(Arc<Clock>);

impl Busy {
    /// Another reason to count as busy.
    pub(crate) fn again(&self) -> Self {
        self.0.busy()
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let idle = self.0.idle;
        self.0.with(|state| {
            *state = match *state {
                State::Busy(n) if n > 1 => State::Busy(n - 1),
                _ => State::Idle(Instant::now() + idle),
            }
        });
    }
}

/// The bytes of a connection, under its clock.
pub(super) struct Clocked<I> {
    inner: I,
    clock: Arc<Clock>,
    // Set once and then only moved on when it goes off, which is rarer than requests.
    alarm: Pin<Box<Sleep>>,
}

impl<I> Clocked<I> {
    pub(super) fn new(inner: I, clock: Arc<Clock>) -> Self {
        let first = Instant::now() + clock.head;
        Self {
            inner,
            clock,
            alarm: Box::pin(sleep_until(first)),
        }
    }

    /// Fails when the deadline has passed; otherwise sees to it that somebody wakes up to look.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while self.alarm.as_mut().poll(context).is_ready() {
            let now = Instant::now();
            match self.clock.deadline() {
                Some(until) if until <= now => return Err(io::ErrorKind::TimedOut.into()),
                Some(until) => self.alarm.as_mut().reset(until),
                None => self.alarm.as_mut().reset(now + self.clock.head),
            }
        }
        Ok(())
    }
}

impl<I: AsyncRead + Unpin> AsyncRead for Clocked<I> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.inner).poll_read(context, buffer) {
            Poll::Pending => match self.check(context) {
                Ok(()) => Poll::Pending,
                Err(error) => Poll::Ready(Err(error)),
            },
            done @ Poll::Ready(_) => {
                if buffer.filled().len() > before {
                    self.clock.bytes_came();
                    // Bytes may trickle for ever, so they do not excuse a missed deadline.
                    self.check(context)?;
                }
                done
            }
        }
    }
}

impl<I: AsyncWrite + Unpin> AsyncWrite for Clocked<I> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}
