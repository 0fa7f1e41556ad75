//! What a device and its apps write down.

use async_trait::async_trait;
use serde::Serialize;

use crate::Result;

/// A line of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// Milliseconds since 1970.
    pub timestamp: u64,
    /// SEVERE, WARNING, INFO or DEBUG.
    pub level: &'static str,
    /// The text.
    pub message: String,
}

/// Reads the logs. Each line is handed out once; when nobody reads, the oldest go.
#[async_trait]
pub trait Logs: Send + Sync {
    /// Their names.
    fn kinds(&self) -> &[&'static str];
    /// The lines since the last call, oldest first. The name is one of [`Logs::kinds`].
    async fn take(&self, kind: &str) -> Result<Vec<LogLine>>;
}
