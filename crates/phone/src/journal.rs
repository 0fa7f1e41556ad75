//! What apps write to their consoles, and what happens to them, for whoever asks for a log.
//!
//! Fed from BiDi's `log.entryAdded` and from the desk. Bounded: the oldest lines go first.

use std::{
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak},
    time::{SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use hansom_device::{AppId, DeviceError, LogLine, Logs, Result};
use hansom_firefox::bidi::{Events, LogEntry, LogRing, settle_log};
use tokio::sync::{mpsc, oneshot};

use crate::{VirtualPhone, core::Core};

/// Lines kept of each log.
const KEPT: usize = 3_000;
/// Everything: what apps write, and their starts and ends.
const SYSLOG: &str = "syslog";
/// What the pages of apps write to the console.
const CONSOLE: &str = "safariConsole";
/// Apps that crashed.
const CRASHES: &str = "crashlog";
const KINDS: &[&str] = &[SYSLOG, CONSOLE, CRASHES];

/// The lines that nobody has taken yet.
pub(crate) struct Journal {
    rings: [Mutex<LogRing<LogLine>>; KINDS.len()],
    /// Asks the writer to answer when it has written down all that has come.
    writer: OnceLock<mpsc::Sender<oneshot::Sender<()>>>,
}

impl Default for Journal {
    fn default() -> Self {
        Self {
            rings: [const { Mutex::new(LogRing::new(KEPT)) }; KINDS.len()],
            writer: OnceLock::new(),
        }
    }
}

impl Journal {
    fn ring(&self, kind: &str) -> Option<&Mutex<LogRing<LogLine>>> {
        let place = KINDS.iter().position(|known| *known == kind)?;
        self.rings.get(place)
    }

    fn add(&self, kind: &str, line: LogLine) {
        let Some(ring) = self.ring(kind) else { return };
        let mut ring = ring.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = line.message.len();
        ring.add(line, bytes);
    }

    /// Waits until all that has come is written down.
    async fn settle(&self) {
        let (tell, told) = oneshot::channel();
        if let Some(writer) = self.writer.get()
            && writer.send(tell).await.is_ok()
        {
            // A writer that is gone has nothing more to write.
            let _ = told.await;
        }
    }

    /// Something happened to an app.
    pub(crate) fn note(&self, app: &AppId, what: &str) {
        self.add(SYSLOG, line("INFO", format!("{app}: {what}")));
    }

    /// An app crashed.
    pub(crate) fn note_crash(&self, app: &AppId, why: &str) {
        let line = line("SEVERE", format!("{app}: crashed: {why}"));
        self.add(SYSLOG, line.clone());
        self.add(CRASHES, line);
    }

    fn written(&self, app: &AppId, entry: LogEntry) {
        let LogEntry {
            level,
            message,
            timestamp,
            ..
        } = entry;
        let of_system = LogLine {
            timestamp,
            level,
            message: format!("{app}: {message}"),
        };
        self.add(SYSLOG, of_system);
        let of_page = LogLine {
            timestamp,
            level,
            message,
        };
        self.add(CONSOLE, of_page);
    }
}

fn line(level: &'static str, message: String) -> LogLine {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let timestamp = since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    });
    LogLine {
        timestamp,
        level,
        message,
    }
}

/// Writes down what pages log until the phone is gone. Pages of ours are left out.
pub(crate) fn follow(events: Events, core: &Arc<Core>) {
    let (asks, asked) = mpsc::channel(1);
    if core.journal.writer.set(asks).is_ok() {
        tokio::spawn(write(events, asked, Arc::downgrade(core)));
    }
}

async fn write(
    mut events: Events,
    mut asked: mpsc::Receiver<oneshot::Sender<()>>,
    phone: Weak<Core>,
) {
    loop {
        tokio::select! {
            // Events first: whoever asks gets all that had come before.
            biased;
            event = events.next() => {
                let (Some(event), Some(core)) = (event, phone.upgrade()) else { return };
                match LogEntry::read(event.params.get()) {
                    Ok(entry) => {
                        if let Some(app) = core.writer(entry.context.as_deref()).await {
                            core.journal.written(&app, entry);
                        }
                    }
                    Err(error) => tracing::warn!(%error, "a log entry of Firefox cannot be read"),
                }
            }
            ask = asked.recv() => {
                let Some(ask) = ask else { return };
                // Whoever asked may have given up.
                let _ = ask.send(());
            }
        }
    }
}

impl Core {
    /// The app whose page has this context. A frame inside a page has one of its own, which is
    /// taken for one of the app in front.
    async fn writer(&self, context: Option<&str>) -> Option<AppId> {
        let desk = self.desk.lock().await;
        let known = |page: &String| Some(page.as_str()) == context;
        if desk.screens.iter().any(known) {
            return None;
        }
        let mut running = desk.running.iter();
        running
            .find(|(_, task)| known(&task.page))
            .map(|(app, _)| app.clone())
            .or_else(|| desk.front.clone())
    }
}

#[async_trait]
impl Logs for VirtualPhone {
    fn kinds(&self) -> &[&'static str] {
        KINDS
    }

    async fn take(&self, kind: &str) -> Result<Vec<LogLine>> {
        let page = {
            let desk = self.core.desk.lock().await;
            let front = desk.front.as_ref();
            front.and_then(|app| desk.running.get(app).map(|task| task.page.clone()))
        };
        if let Some(page) = page {
            settle_log(&self.core.bidi, &page).await;
        }
        self.core.journal.settle().await;
        let ring = self.core.journal.ring(kind).ok_or_else(|| {
            DeviceError::InvalidArgument(format!(
                "there is no log `{kind}`; there are {}",
                KINDS.join(", ")
            ))
        })?;
        let mut ring = ring.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(ring.take())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lines_go_when_nobody_reads() {
        let journal = Journal::default();
        let app = AppId::new("an.app");
        for number in 0..=KEPT {
            journal.note(&app, &number.to_string());
        }
        let lines = journal.ring(SYSLOG).unwrap().lock().unwrap().take();
        assert_eq!(lines.len(), KEPT);
        assert_eq!(lines[0].message, "an.app: 1");
    }
}
