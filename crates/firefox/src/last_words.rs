//! What Firefox writes, kept in a bounded ring: nobody reads it until something fails.
//!
//! Its loader and toolkit write to stderr, its remote control to stdout.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader},
    sync::watch,
};

/// Lines kept.
const LINES: usize = 200;
/// Bytes kept of a line; a longer one is cut into several.
const LINE_BYTES: u64 = 1000;
/// How long the end of the stream is waited for after the process is gone.
const DRAIN: Duration = Duration::from_millis(200);

/// The last lines of both streams. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct LastWords {
    lines: Arc<Mutex<VecDeque<String>>>,
    ended: watch::Receiver<bool>,
}

impl Default for LastWords {
    fn default() -> Self {
        Self {
            lines: Arc::default(),
            ended: watch::channel(true).1,
        }
    }
}

impl LastWords {
    /// Listens to both streams until they end. The task ends with them, hence with the process.
    pub(crate) fn listen(
        stdout: impl AsyncRead + Unpin + Send + 'static,
        stderr: impl AsyncRead + Unpin + Send + 'static,
        pid: u32,
    ) -> Self {
        let (end, ended) = watch::channel(false);
        let words = Self {
            lines: Arc::default(),
            ended,
        };
        let heard = words.clone();
        tokio::spawn(async move {
            tokio::join!(heard.hear(stdout, pid), heard.hear(stderr, pid));
            end.send_replace(true);
        });
        words
    }

    async fn hear(&self, stream: impl AsyncRead + Unpin, pid: u32) {
        let mut stream = BufReader::new(stream);
        let mut line = Vec::new();
        loop {
            line.clear();
            let mut piece = (&mut stream).take(LINE_BYTES);
            match piece.read_until(b'\n', &mut line).await {
                Ok(0) | Err(_) => return,
                Ok(_) => self.add(&line, pid),
            }
        }
    }

    fn add(&self, line: &[u8], pid: u32) {
        let line = String::from_utf8_lossy(line).trim_end().to_owned();
        if line.is_empty() {
            return;
        }
        tracing::debug!(target: "firefox", pid, "{line}");
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// What is there now.
    pub(crate) fn so_far(&self) -> Vec<String> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().cloned().collect()
    }

    /// Everything, once the process is gone: waits a moment for the stream to end.
    pub(crate) async fn all(&self) -> Vec<String> {
        let mut ended = self.ended.clone();
        // After that time a grandchild holds the stream open; what is there must do.
        let _ = tokio::time::timeout(DRAIN, ended.wait_for(|ended| *ended)).await;
        self.so_far()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_last_lines_are_kept_and_no_more() {
        let text: Vec<String> = (0..500).map(|n| format!("line {n}")).collect();
        let text = text.join("\n");
        let words = LastWords::listen(std::io::Cursor::new(text), tokio::io::empty(), 1)
            .all()
            .await;
        assert_eq!(words.len(), LINES);
        assert_eq!(words.last().map(String::as_str), Some("line 499"));
    }

    #[tokio::test]
    async fn a_line_without_end_is_cut() {
        let long = std::io::Cursor::new(vec![b'x'; 2500]);
        let words = LastWords::listen(tokio::io::empty(), long, 1).all().await;
        assert_eq!(
            words.iter().map(String::len).collect::<Vec<_>>(),
            [1000, 1000, 500]
        );
    }
}
