//! Logs of the device.

use hansom_protocol::{Answer, Error, Params};

use crate::{error::Result, session::SessionState};

/// The names of the logs; none on a device that hands out none.
pub(crate) fn types(state: &SessionState) -> Answer {
    let kinds = state.device.logs().map_or(&[][..], |logs| logs.kinds());
    Answer::value(kinds)
}

/// The lines of a log since the last call.
pub(crate) async fn take(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let kind: String = params.required("type")?;
    let logs = state.device.logs()?;
    if !logs.kinds().contains(&kind.as_str()) {
        let message = format!(
            "there is no log `{kind}`; there are {}.",
            logs.kinds().join(", ")
        );
        return Err(Error::invalid_argument(message).into());
    }
    Ok(Answer::value(logs.take(&kind).await?))
}
