//! The clock of a connection: a request's head must arrive in time, an idle connection goes in time,
//! and so does one whose client takes nothing of its answer.
//!
//! hyper's own header timeout runs on idle connections as well, so that it cannot be short without
//! cutting off clients that think between two commands. This one tells the two apart: it sits below
//! hyper, sees the first byte of a request come in, and is told when a request is being answered.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep, sleep_until},
};

use crate::config::Limits;

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
    /// Set when it has become a WebSocket: who reads its messages late, for example at a breakpoint,
    /// holds up the browser's side and fills nothing.
    patient: AtomicBool,
    head: Duration,
    idle: Duration,
    write: Duration,
}

impl Clock {
    /// A new connection: its first head is due.
    pub(crate) fn start(limits: &Limits) -> Arc<Self> {
        let head = limits.header_timeout;
        Arc::new(Self {
            state: Mutex::new(State::Head(Instant::now() + head)),
            patient: AtomicBool::new(false),
            head,
            idle: limits.keep_alive,
            write: limits.write_timeout,
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
    /// The connection becomes a WebSocket, which has neither idle time nor a limit for writing.
    pub(crate) fn upgraded(&self) -> Self {
        self.0.patient.store(true, Ordering::Relaxed);
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
    // Set while the client takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<I> Clocked<I> {
    pub(super) fn new(inner: I, clock: Arc<Clock>) -> Self {
        let first = Instant::now() + clock.head;
        Self {
            inner,
            clock,
            alarm: Box::pin(sleep_until(first)),
            stalled: None,
        }
    }

    /// An attempt to write, which fails when there was no progress for too long.
    fn wrote<T>(
        &mut self,
        context: &mut Context<'_>,
        attempt: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            if self.stalled.is_some() {
                self.stalled = None;
            }
            return attempt;
        }
        if self.clock.patient.load(Ordering::Relaxed) {
            return Poll::Pending;
        }
        let limit = self.clock.write;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        if stalled.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        tracing::debug!(?limit, "the client does not read its answer");
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
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
        let attempt = Pin::new(&mut self.inner).poll_write(context, bytes);
        self.wrote(context, attempt)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.inner).poll_flush(context);
        self.wrote(context, attempt)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let attempt = Pin::new(&mut self.inner).poll_shutdown(context);
        self.wrote(context, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.inner).poll_write_vectored(context, slices);
        self.wrote(context, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        time::timeout,
    };

    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    /// A clocked connection with room for ten bytes on their way, and the client's end of it.
    fn pair() -> (Clocked<tokio::io::DuplexStream>, tokio::io::DuplexStream) {
        let (server, client) = tokio::io::duplex(10);
        let limits = Limits {
            write_timeout: LIMIT,
            ..Limits::default()
        };
        (Clocked::new(server, Clock::start(&limits)), client)
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_takes_nothing_is_given_up() {
        let (mut server, _client) = pair();
        let started = Instant::now();
        let error = server.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert!(started.elapsed() >= LIMIT && started.elapsed() < LIMIT * 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_gets_its_answer() {
        let (mut server, mut client) = pair();
        let reader = tokio::spawn(async move {
            let mut byte = [0];
            for _ in 0..100 {
                sleep(LIMIT / 2).await;
                client.read_exact(&mut byte).await.unwrap();
            }
        });
        server.write_all(&[0; 100]).await.unwrap();
        reader.await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_web_socket_may_wait() {
        let (mut server, _client) = pair();
        let _busy = server.clock.busy().upgraded();
        let written = timeout(LIMIT * 10, server.write_all(&[0; 100])).await;
        assert!(written.is_err(), "it still waits");
    }
}
