//! One TCP connection to Marionette.
//!
//! There is no reader task: the command that waits reads its own reply, which saves a task switch
//! each way. When several wait, whoever holds the read half hands the others theirs by id.
//!
//! Cancel safe: a future that is dropped leaves whole messages behind. What it had not finished
//! writing stays in the outbox and goes out in front of the next command; its reply is thrown away
//! when it comes.

use std::{
    collections::VecDeque,
    io::{self, IoSlice},
    net::SocketAddr,
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use bytes::{Buf, Bytes, BytesMut};
use tokio::{
    io::AsyncReadExt,
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{Mutex as AsyncMutex, oneshot},
};

use super::{
    error::{Broken, MarionetteError},
    frame::{self, Failure, FrameError, Incoming, Taken},
    notes::Notes,
};
use crate::Witness;

/// Room for a usual reply, so that it takes one read.
const USUAL: usize = 4 * 1024;
/// What is set aside for many of them at a time.
const READ_ROOM: usize = 64 * 1024;
/// How long a broken connection waits to learn that Firefox died, so that the error can say how.
const WITNESS_WAIT: Duration = Duration::from_secs(1);
type Outcome = Result<Bytes, Box<Failure>>;
/// Who waits for which reply: one, seldom two.
type Waiting = Vec<(u32, oneshot::Sender<Outcome>)>;

/// A handle on the connection; clones share it.
#[derive(Clone)]
pub struct Marionette {
    shared: Arc<Shared>,
}

impl std::fmt::Debug for Marionette {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Marionette({})", self.shared.address)
    }
}

/// What was read and is not a whole message yet. The half, not the stream, is read: it notices a
/// read that emptied the socket and saves asking once more in vain.
struct Inbox {
    half: OwnedReadHalf,
    buffer: BytesMut,
}

/// What is not written yet.
struct Outbox {
    half: OwnedWriteHalf,
    pieces: VecDeque<Bytes>,
}

struct Shared {
    address: SocketAddr,
    next_id: AtomicU32,
    outbox: AsyncMutex<Outbox>,
    inbox: AsyncMutex<Inbox>,
    waiting: Mutex<Waiting>,
    broken: OnceLock<Broken>,
    witness: Witness,
    notes: Notes,
}

impl Marionette {
    /// Connects and waits for Firefox's greeting. `witness` can tell what became of the process.
    pub async fn connect(address: SocketAddr, witness: Witness) -> Result<Self, MarionetteError> {
        let lost = |error: io::Error| MarionetteError::Lost(error.to_string());
        let stream = TcpStream::connect(address).await.map_err(lost)?;
        // On Linux a connection to a free port of the ephemeral range can meet itself.
        if stream.local_addr().map_err(lost)? == address {
            return Err(MarionetteError::Lost(format!(
                "nothing listens on {address}; the connection met itself"
            )));
        }
        stream.set_nodelay(true).map_err(lost)?;
        let (read, write) = stream.into_split();
        let connection = Self {
            shared: Arc::new(Shared {
                address,
                next_id: AtomicU32::new(1),
                outbox: AsyncMutex::new(Outbox {
                    half: write,
                    pieces: VecDeque::new(),
                }),
                inbox: AsyncMutex::new(Inbox {
                    half: read,
                    buffer: BytesMut::new(),
                }),
                waiting: Mutex::default(),
                broken: OnceLock::new(),
                witness,
                notes: Notes::default(),
            }),
        };
        connection.greeting().await?;
        Ok(connection)
    }

    /// Where Marionette listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// Sends a command and waits for its result, which is returned as JSON text. `name` is
    /// Marionette's, `params` a JSON object.
    pub async fn send(
        &self,
        name: &str,
        params: impl Into<Bytes>,
    ) -> Result<Bytes, MarionetteError> {
        match self.exchange(name, params.into()).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(failure)) => Err((*failure).into()),
            // Boxed, as all that is rare here: the future of every command has room for it otherwise,
            // and is too large to be made and moved cheaply.
            Err(broken) => Err(Box::pin(self.explain(broken)).await),
        }
    }

    /// Like [`Marionette::send`], with `{"value":…}` taken off the result.
    pub async fn value(
        &self,
        name: &str,
        params: impl Into<Bytes>,
    ) -> Result<Bytes, MarionetteError> {
        let result = self.send(name, params).await?;
        // A result without that shape is handed on as it is: the few commands that answer so are
        // called through `send`, and a future Firefox may add to them.
        Ok(frame::unwrap_value(&result).unwrap_or(result))
    }

    /// Sends a command and does not wait for its reply, which is thrown away when it comes. Only for
    /// what cannot be refused, and is done before Firefox takes the next command.
    pub async fn tell(&self, name: &str, params: impl Into<Bytes>) -> Result<(), MarionetteError> {
        let id = self.shared.next_id.fetch_add(1, Ordering::Relaxed);
        match self.shared.write(id, name, params.into()).await {
            Ok(()) => Ok(()),
            Err(broken) => Err(Box::pin(self.explain(broken)).await),
        }
    }

    /// Waits for the end of the connection and says why it ended. Cancel safe. Only for a time when
    /// no command waits: it would be kept from reading its reply.
    pub(crate) async fn lost(&self) -> MarionetteError {
        let mut inbox = self.shared.inbox.lock().await;
        loop {
            // A message can only be the late reply of a command that was given up.
            if let Err(broken) = self.shared.message(&mut inbox).await {
                return self.explain(broken).await;
            }
        }
    }

    /// What is remembered of the session.
    pub(crate) fn notes(&self) -> &Notes {
        &self.shared.notes
    }

    async fn greeting(&self) -> Result<(), MarionetteError> {
        let mut inbox = self.shared.inbox.lock().await;
        let greeting = match self.shared.message(&mut inbox).await {
            Ok(message) => message,
            Err(broken) => return Err(self.explain(broken).await),
        };
        let shape = || FrameError::Shape(String::from_utf8_lossy(&greeting).into_owned());
        let hello: serde_json::Value = serde_json::from_slice(&greeting).map_err(|_| shape())?;
        if hello["marionetteProtocol"] != 3 {
            return Err(shape().into());
        }
        Ok(())
    }

    async fn exchange(&self, name: &str, params: Bytes) -> Result<Outcome, Broken> {
        let shared = &*self.shared;
        let id = shared.next_id.fetch_add(1, Ordering::Relaxed);
        let (tell, mut told) = oneshot::channel();
        shared.lock_waiting().push((id, tell));
        // Dropped when the caller gives up: then nobody waits for this id any more.
        let _place = Place { shared, id };
        shared.write(id, name, params).await?;
        loop {
            tokio::select! {
                biased;
                outcome = &mut told => {
                    // The sender is only dropped by `Place`, so this is a reply.
                    return outcome.map_err(|_| shared.broken_or_closed());
                }
                mut inbox = shared.inbox.lock() => {
                    // It may have come while we waited for the read half.
                    if let Ok(outcome) = told.try_recv() {
                        return Ok(outcome);
                    }
                    let message = shared.message(&mut inbox).await?;
                    let (got, outcome) = match frame::reply(&message) {
                        Ok(Incoming::Result { id, result }) => (id, Ok(result)),
                        Ok(Incoming::Failure { id, failure }) => (id, Err(failure)),
                        Err(error) => return Err(shared.break_with(Broken::Protocol(error))),
                    };
                    if got == id {
                        return Ok(outcome);
                    }
                    if let Some(waiter) = shared.no_longer_waiting(got) {
                        // A waiter that is gone has no use for it.
                        let _ = waiter.send(outcome);
                    }
                }
            }
        }
    }

    /// Turns the end of the connection into what a reader wants to know: what became of Firefox.
    async fn explain(&self, broken: Broken) -> MarionetteError {
        let death = tokio::time::timeout(WITNESS_WAIT, self.shared.witness.death());
        if let Ok(Some(death)) = death.await {
            return MarionetteError::Died(Box::new(death));
        }
        match broken {
            Broken::Io(error) => MarionetteError::Lost(error.to_string()),
            Broken::Protocol(error) => MarionetteError::Protocol(error),
        }
    }
}

impl Shared {
    /// Writes a command, after whatever a cancelled one left unwritten.
    async fn write(&self, id: u32, name: &str, params: Bytes) -> Result<(), Broken> {
        let mut outbox = self.outbox.lock().await;
        let Outbox { half, pieces } = &mut *outbox;
        pieces.push_back(frame::command_head(id, name, params.len()));
        pieces.push_back(params);
        pieces.push_back(Bytes::from_static(b"]"));
        while !pieces.is_empty() {
            self.check()?;
            let slices: Vec<IoSlice<'_>> = pieces.iter().map(|piece| IoSlice::new(piece)).collect();
            match half.try_write_vectored(&slices) {
                Ok(written) => advance(pieces, written),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if let Err(error) = Box::pin(half.writable()).await {
                        return Err(self.break_with(Broken::Io(Arc::new(error))));
                    }
                }
                Err(error) => return Err(self.break_with(Broken::Io(Arc::new(error)))),
            }
        }
        Ok(())
    }

    /// Reads the next message. Cancel safe, because nothing is taken before it is in the buffer.
    async fn message(&self, inbox: &mut Inbox) -> Result<Bytes, Broken> {
        let Inbox { half, buffer } = inbox;
        loop {
            self.check()?;
            match frame::take(buffer) {
                Ok(Taken::Message(message)) => return Ok(message),
                Ok(Taken::Missing(bytes)) => {
                    let room = buffer.capacity() - buffer.len();
                    if room < bytes.max(USUAL) {
                        buffer.reserve(bytes.max(READ_ROOM));
                    }
                }
                Err(error) => return Err(self.break_with(Broken::Protocol(error))),
            }
            // A reply of one segment has nothing to wait for; the rest of a longer one has.
            if !buffer.is_empty() {
                hansom_host::acknowledge(half.as_ref());
            }
            match half.read_buf(buffer).await {
                Ok(0) => {
                    let ended = io::Error::new(
                        io::ErrorKind::UnexpectedEof,
                        "Firefox closed the connection",
                    );
                    return Err(self.break_with(Broken::Io(Arc::new(ended))));
                }
                Ok(_) => {}
                Err(error) => return Err(self.break_with(Broken::Io(Arc::new(error)))),
            }
        }
    }

    fn check(&self) -> Result<(), Broken> {
        self.broken
            .get()
            .map_or(Ok(()), |broken| Err(broken.clone()))
    }

    fn break_with(&self, broken: Broken) -> Broken {
        self.broken.get_or_init(|| broken).clone()
    }

    fn broken_or_closed(&self) -> Broken {
        self.break_with(Broken::Io(Arc::new(io::Error::from(
            io::ErrorKind::ConnectionAborted,
        ))))
    }

    fn lock_waiting(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn no_longer_waiting(&self, id: u32) -> Option<oneshot::Sender<Outcome>> {
        let mut waiting = self.lock_waiting();
        let place = waiting.iter().position(|(other, _)| *other == id)?;
        Some(waiting.swap_remove(place).1)
    }
}

/// A command's place among those that wait.
struct Place<'a> {
    shared: &'a Shared,
    id: u32,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.shared.no_longer_waiting(self.id);
    }
}

/// Takes written bytes off the front.
fn advance(outbox: &mut VecDeque<Bytes>, mut written: usize) {
    while let Some(front) = outbox.front_mut() {
        if written < front.len() {
            front.advance(written);
            return;
        }
        written -= front.len();
        outbox.pop_front();
    }
}
