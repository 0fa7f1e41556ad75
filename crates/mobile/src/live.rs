//! The face of a session for what must not wait in its queue.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_protocol::{Answer, Command, Error, ErrorCode, Live, Params, Request};
use serde_json::Value;

use crate::{
    pending::{self, PendingScript},
    recording::Recordings,
    session::SessionState,
};

/// Shared by everybody who is not the session's task.
pub(crate) struct MobileLive {
    pending: Arc<PendingScript>,
    recordings: Arc<Recordings>,
}

impl MobileLive {
    /// The face of this session.
    pub(crate) fn new(state: &SessionState) -> Self {
        Self {
            pending: Arc::clone(&state.pending),
            recordings: Arc::clone(&state.recordings),
        }
    }

    fn receive_async_response(&self, params: &Params) -> Result<Answer, Error> {
        let response = if params.raw("response").is_some() {
            params.required("response")?
        } else {
            // The older spelling has the two members side by side.
            serde_json::from_slice(&params.text()).unwrap_or(Value::Null)
        };
        if !self.pending.complete(pending::outcome(response)) {
            tracing::warn!("an async response came and no async script was waiting for it");
        }
        Ok(Answer::null())
    }
}

#[async_trait]
impl Live for MobileLive {
    async fn aside(&self, request: Request) -> Result<Answer, Error> {
        match request.command {
            Command::ReceiveAsyncResponse => self.receive_async_response(&request.params),
            Command::WatchScreen => self.recordings.watch_screen().await,
            other => Err(Error::new(
                ErrorCode::UnknownMethod,
                format!("{other} is not offered by this session."),
            )),
        }
    }
}
