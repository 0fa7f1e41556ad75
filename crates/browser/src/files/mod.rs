//! Files that travel between a client and its browser: uploads for file inputs, and downloads.
//!
//! The dialect is Selenium's: files go and come as zip archives in base64. Everything lies in the
//! session's own folder; a client gives names, never paths.

mod downloads;
pub(crate) mod error;
mod upload;

pub(crate) use downloads::{delete, fetch, list};
pub(crate) use upload::upload;

use error::FileError;

/// Runs what blocks on a thread for such things.
async fn on_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, FileError> + Send + 'static,
) -> Result<T, FileError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|_| FileError::Interrupted)?
}
