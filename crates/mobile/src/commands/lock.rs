//! Lock and unlock.

use hansom_protocol::{Answer, Params};

use super::time::seconds;
use crate::{error::Result, session::SessionState};

/// Whether the device is locked.
pub(crate) async fn is_locked(state: &mut SessionState, _: &Params) -> Result<Answer> {
    Ok(Answer::value(state.device.lock()?.is_locked().await?))
}

/// Locks; with `seconds` above 0 waits that long, unlocks and answers then.
pub(crate) async fn lock(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let wait = seconds(params, "seconds")?;
    let lock = state.device.lock()?;
    lock.lock().await?;
    if let Some(wait) = wait.filter(|wait| !wait.is_zero()) {
        tokio::time::sleep(wait).await;
        lock.unlock().await?;
    }
    Ok(Answer::null())
}

/// Unlocks.
pub(crate) async fn unlock(state: &mut SessionState, _: &Params) -> Result<Answer> {
    state.device.lock()?.unlock().await?;
    Ok(Answer::null())
}
