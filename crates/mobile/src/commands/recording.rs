//! Films of the screen: the routes and the methods, in front of [`Recordings`](crate::recording::Recordings).

use hansom_protocol::{Answer, Params};
use serde_json::{Map, Value};

use crate::{error::Result, recording::RecordingOptions, session::SessionState};

/// `startRecordingScreen`.
pub(crate) async fn start(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let options = RecordingOptions::from_route(params)?;
    Ok(state.recordings.start(options).await?)
}

/// `stopRecordingScreen`.
pub(crate) async fn stop(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let options = RecordingOptions::from_route(params)?;
    Ok(state.recordings.stop(options).await?)
}

/// `mobile: startScreenRecording`.
pub(crate) async fn start_method(state: &mut SessionState, params: &Params) -> Result<Answer> {
    Ok(state.recordings.start(members(params)?).await?)
}

/// `mobile: stopScreenRecording`.
pub(crate) async fn stop_method(state: &mut SessionState, params: &Params) -> Result<Answer> {
    Ok(state.recordings.stop(members(params)?).await?)
}

/// A method has the options at its top level.
fn members(params: &Params) -> Result<RecordingOptions> {
    let members: Map<String, Value> = params
        .names()
        .map(|name| Ok((name.to_owned(), params.required(name)?)))
        .collect::<Result<_>>()?;
    Ok(RecordingOptions::from_members(&members)?)
}
