//! Log lines on their way to stderr, several at a time.
//!
//! To write a line costs more than to make it, and it would be paid with every command, by the thread
//! that serves everybody. So lines that come one soon after the other are collected, and a thread of
//! their own writes them. A line after a silence goes out at once, because to wake that thread costs
//! more than to write; so do warnings and errors, after what was said before them.
//!
//! By hand, because `tracing-appender` wakes its thread for each line, which is what this saves.

use std::{
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// How long a line may wait for others: nobody who watches the log notices.
const SOON: Duration = Duration::from_millis(20);
/// What is collected at most.
const FULL: usize = 64 * 1024;

static LINES: Mutex<Lines> = Mutex::new(Lines {
    waiting: Vec::new(),
    written: None,
});
static FIRST: Condvar = Condvar::new();

/// Lines that wait, and when the last were written.
#[derive(Debug)]
struct Lines {
    waiting: Vec<u8>,
    written: Option<Instant>,
}

impl Lines {
    fn lock() -> MutexGuard<'static, Self> {
        LINES.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes all. The lock is held meanwhile, so that they stay in order.
    fn write(&mut self) {
        // When stderr is gone there is nobody left to tell.
        let _ = io::stderr().write_all(&self.waiting);
        self.waiting.clear();
        self.written = Some(Instant::now());
    }

    fn silent(&self) -> bool {
        self.written.is_none_or(|last| last.elapsed() >= SOON)
    }
}

/// Where lines are put. Dropping it writes what still waits.
#[derive(Debug)]
pub(crate) struct LogLines(());

impl LogLines {
    /// Starts the thread that writes.
    pub(super) fn start() -> io::Result<Self> {
        thread::Builder::new().name("log".into()).spawn(|| {
            loop {
                let some = FIRST.wait_while(Lines::lock(), |lines| lines.waiting.is_empty());
                let some = some.unwrap_or_else(PoisonError::into_inner);
                let late = FIRST.wait_timeout(some, SOON);
                late.unwrap_or_else(PoisonError::into_inner).0.write();
            }
        })?;
        Ok(Self(()))
    }
}

impl Drop for LogLines {
    fn drop(&mut self) {
        Lines::lock().write();
    }
}

/// Takes lines in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taker {
    urgent: bool,
}

impl Taker {
    /// Of lines that can wait.
    pub(super) const fn new() -> Self {
        Self { urgent: false }
    }
}

impl Write for Taker {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut lines = Lines::lock();
        let first = lines.waiting.is_empty();
        lines.waiting.extend_from_slice(line);
        if self.urgent || lines.waiting.len() > FULL || lines.silent() {
            lines.write();
        } else if first {
            drop(lines); // the thread would only wait for it
            FIRST.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Lines::lock().write();
        Ok(())
    }
}

impl MakeWriter<'_> for Taker {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        *self
    }

    fn make_writer_for(&self, about: &Metadata<'_>) -> Self {
        Self {
            urgent: *about.level() <= Level::WARN,
        }
    }
}
