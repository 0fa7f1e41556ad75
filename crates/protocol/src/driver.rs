//! The contract between the server and a driver.
//!
//! The server owns the queue, the deadlines and the HTTP side; a driver owns what it drives. A
//! session has two faces: [`Session`], used by one task, one command at a time, and [`Live`],
//! shared, for the little that must work while a command runs.

use std::{net::SocketAddr, sync::Arc};

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::{Answer, Command, Error, Inlet, Phases, Request, SessionId};

/// Which driver a row or a session belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DriverKind {
    /// Firefox.
    Browser,
    /// The virtual phone and Apple devices.
    Mobile,
}

impl DriverKind {
    /// The name in messages, metrics and the reference.
    pub const fn name(self) -> &'static str {
        match self {
            DriverKind::Browser => "browser",
            DriverKind::Mobile => "mobile",
        }
    }
}

/// A session to start.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// The id the session will have.
    pub id: SessionId,
    /// The capabilities that matched, merged, as [`Driver::matches`] returned them.
    pub capabilities: Map<String, Value>,
    /// Where the driver notes how far it has come.
    pub phases: Phases,
}

impl NewSession {
    /// A start that begins now.
    pub fn new(id: SessionId, capabilities: Map<String, Value>) -> Self {
        Self {
            id,
            capabilities,
            phases: Phases::start(),
        }
    }
}

/// A session that has started.
pub struct Started {
    /// What the client is told.
    pub capabilities: Map<String, Value>,
    /// The face for the session's task.
    pub session: Box<dyn Session>,
    /// The face for everybody else.
    pub live: Arc<dyn Live>,
}

/// Why a session is being closed; a driver may skip niceties when time is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndReason {
    /// The client deleted it.
    Deleted,
    /// No command came for the time that was agreed.
    Idle,
    /// What it drove is gone already.
    Died,
    /// The server is stopping.
    Shutdown,
}

/// Starts sessions of one kind.
#[async_trait]
pub trait Driver: Send + Sync {
    /// Which kind.
    fn kind(&self) -> DriverKind;

    /// Looks at one candidate (`alwaysMatch` merged with one `firstMatch` entry, already validated
    /// as the specification asks): `None` when it is not for this driver, otherwise the
    /// capabilities to start with. Must be cheap and start nothing.
    fn matches(&self, candidate: &Map<String, Value>) -> Result<Option<Map<String, Value>>, Error>;

    /// What it takes, in the words of capabilities, for a client that asked for something else.
    fn offer(&self) -> String {
        match self.kind() {
            DriverKind::Browser => "browserName \"firefox\"".into(),
            DriverKind::Mobile => "platformName \"iOS\", \"iPadOS\" or \"tvOS\"".into(),
        }
    }

    /// Why it could start no session just now, whatever it were asked for, in words for `/status`.
    /// Must be cheap and ask nobody.
    fn busy(&self) -> Option<String> {
        None
    }

    /// Starts a session. Cancel safe: when the future is dropped, everything it started is undone.
    async fn start(&self, request: NewSession) -> Result<Started, Error>;

    /// Seconds without a command after which a session ends, unless the client asked otherwise.
    fn default_idle_timeout(&self) -> Option<std::time::Duration> {
        None
    }

    /// The `mobile:`-like methods of `execute/sync`, for `GET …/automation/extensions`.
    fn execute_methods(&self) -> Value {
        Value::Object(Map::new())
    }
}

/// One session, as its task sees it: one command at a time.
#[async_trait]
pub trait Session: Send {
    /// Carries out a command. When the future is dropped (the session is being deleted), the next
    /// call is [`Session::close`].
    async fn execute(&mut self, request: Request) -> Result<Answer, Error>;

    /// Waits until what the session drives is gone, and says why. Cancel safe.
    async fn died(&mut self) -> Error;

    /// Ends it. Whatever it started is gone when this returns; the server gives it a bounded time
    /// and drops the session after that, so `Drop` must kill what is left.
    async fn close(self: Box<Self>, reason: EndReason);
}

/// One session, as everybody else sees it.
#[async_trait]
pub trait Live: Send + Sync {
    /// Carries out a command whose row says that it does not wait in the queue.
    async fn aside(&self, request: Request) -> Result<Answer, Error> {
        Err(Error::new(
            crate::ErrorCode::UnknownMethod,
            format!("{} is not offered by this session.", request.command.name()),
        ))
    }

    /// Takes in the large member of a command's body while it arrives, instead of finding it in the
    /// parameters.
    fn inlet(&self, _command: Command) -> Option<Box<dyn Inlet>> {
        None
    }

    /// Where the session's BiDi socket is, when it has one.
    fn bidi(&self) -> Option<BidiEndpoint> {
        None
    }
}

/// A BiDi WebSocket of a browser, to which the server relays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BidiEndpoint {
    /// Address on this machine.
    pub address: SocketAddr,
    /// Path, for example `/session/…`.
    pub path: String,
}
