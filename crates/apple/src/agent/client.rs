//! The HTTP client of the agent: one kept-alive connection for commands, a deadline on each call.

use std::{collections::HashMap, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{
    Method, Request,
    client::conn::http1::{self, SendRequest},
    header::{CONTENT_TYPE, HOST, HeaderValue},
};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::sync::Mutex;

use super::{Dial, Port, Reply};
use crate::AppleError;

/// The agent's usual time limit for one answer.
const DEFAULT_LIMIT: Duration = Duration::from_mins(4);
/// The page source has a budget of its own: a screen that takes longer takes minutes, and whoever waits
/// for it should know.
const SOURCE_LIMIT: Duration = Duration::from_mins(1);

/// Time limits for answers: one for all, others by command.
#[derive(Debug, Clone)]
pub struct Timeouts {
    /// For commands without one of their own.
    pub default: Duration,
    /// By the command's name.
    pub by_command: HashMap<String, Duration>,
}

impl Timeouts {
    /// The same for every command.
    pub fn all(limit: Duration) -> Self {
        Self {
            default: limit,
            by_command: HashMap::new(),
        }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            default: DEFAULT_LIMIT,
            by_command: HashMap::from([("source".to_owned(), SOURCE_LIMIT)]),
        }
    }
}

/// Speaks to an agent.
pub struct AgentClient {
    dial: Arc<dyn Dial>,
    timeouts: Timeouts,
    connection: Mutex<Option<SendRequest<Full<Bytes>>>>,
}

impl AgentClient {
    /// A client; the first call connects.
    pub fn new(dial: Arc<dyn Dial>, timeouts: Timeouts) -> Self {
        Self {
            dial,
            timeouts,
            connection: Mutex::default(),
        }
    }

    /// How the agent is reached.
    pub fn dial(&self) -> &Arc<dyn Dial> {
        &self.dial
    }

    /// One call in turn with the others. `command` names it in errors and time limits.
    pub async fn call(
        &self,
        command: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, AppleError> {
        self.call_within(self.limit(command), command, method, path, body)
            .await
    }

    /// Whether a call is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.connection.try_lock().is_err()
    }

    /// How long the answer to a command may take.
    pub(crate) fn limit(&self, command: &str) -> Duration {
        let own = self.timeouts.by_command.get(command);
        own.copied().unwrap_or(self.timeouts.default)
    }

    /// The same with a time limit of its own.
    pub(crate) async fn call_within(
        &self,
        limit: Duration,
        command: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, AppleError> {
        let work = async {
            let mut connection = self.connection.lock().await;
            let result = self.exchange(&mut connection, method, path, body).await;
            self.with_cause(result).await
        };
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            Err(AppleError::AgentSlow {
                command: command.to_owned(),
                after: limit,
            })
        })
    }

    /// One call on a connection of its own, beside whatever runs.
    pub async fn call_aside(&self, path: &str, limit: Duration) -> Result<Reply, AppleError> {
        let work = async {
            let mut connection = None;
            let result = self
                .exchange(&mut connection, Method::GET, path, None)
                .await;
            self.with_cause(result).await
        };
        tokio::time::timeout(limit, work).await.unwrap_or_else(|_| {
            Err(AppleError::AgentSlow {
                command: path.into(),
                after: limit,
            })
        })
    }

    /// A connection that broke for a reason that the way itself knows is told by that reason.
    async fn with_cause(&self, result: Result<Reply, AppleError>) -> Result<Reply, AppleError> {
        match result {
            Err(gone @ AppleError::AgentGone { .. }) => {
                Err(self.dial.broken().await.unwrap_or(gone))
            }
            other => other,
        }
    }

    async fn exchange(
        &self,
        connection: &mut Option<SendRequest<Full<Bytes>>>,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, AppleError> {
        // Taken, and put back only after a whole answer: a cancelled call leaves a connection with
        // an answer in it that nobody waits for.
        let kept = connection.take().filter(|sender| !sender.is_closed());
        let reused = kept.is_some();
        let mut sender = match kept {
            Some(sender) => sender,
            None => self.connect().await?,
        };
        let sent = self.send(&mut sender, &method, path, body).await;
        let (status, body) = match sent {
            // An idle connection that the agent closed while we wrote: the request was not read, so
            // asking once more is safe.
            Err(error) if reused && (error.is_canceled() || method == Method::GET) => {
                sender = self.connect().await?;
                self.send(&mut sender, &method, path, body)
                    .await
                    .map_err(|e| self.gone(&e))?
            }
            other => other.map_err(|error| self.gone(&error))?,
        };
        *connection = Some(sender);
        let reply = Reply {
            body,
            place: self.dial.place().to_owned(),
        };
        if status < 300 {
            Ok(reply)
        } else {
            Err(reply.refusal(status))
        }
    }

    async fn connect(&self) -> Result<SendRequest<Full<Bytes>>, AppleError> {
        let stream = self
            .dial
            .dial(Port::Commands)
            .await
            .map_err(|error| self.gone(&error))?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| self.gone(&error))?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "the connection to the agent ended");
            }
        });
        Ok(sender)
    }

    async fn send(
        &self,
        sender: &mut SendRequest<Full<Bytes>>,
        method: &Method,
        path: &str,
        body: Option<&Value>,
    ) -> hyper::Result<(u16, Bytes)> {
        let text = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
        let mut request = Request::new(Full::new(text));
        *request.method_mut() = method.clone();
        *request.uri_mut() = path.parse().unwrap_or_default();
        let host = HeaderValue::from_str(self.dial.host());
        let headers = request.headers_mut();
        headers.insert(HOST, host.unwrap_or(HeaderValue::from_static("localhost")));
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        sender.ready().await?;
        let response = sender.send_request(request).await?;
        let status = response.status().as_u16();
        let body = response.into_body().collect().await?.to_bytes();
        Ok((status, body))
    }

    fn gone(&self, error: &(dyn std::error::Error + 'static)) -> AppleError {
        let mut reason = error.to_string();
        if let Some(source) = error.source() {
            reason = format!("{reason}: {source}");
        }
        AppleError::AgentGone {
            place: self.dial.place().to_owned(),
            reason,
        }
    }
}
