//! Log lines on their way to stderr, several at a time.
//!
//! To write a line costs more than to make it, and it would be paid with every command, by the thread
//! that serves everybody. So lines are collected, and a thread of their own writes them soon after.
//! Warnings and errors go out at once, after what was said before them.
//!
//! By hand, because `tracing-appender` wakes its thread for each line, which is what this saves.

use std::{
    io::{self, Write},
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// How long a line may wait for others: nobody who watches the log notices.
const SOON: Duration = Duration::from_millis(20);
/// What is collected at most.
const FULL: usize = 64 * 1024;

static WAITING: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static FIRST: Condvar = Condvar::new();

/// Where lines are put. Dropping it writes what still waits.
#[derive(Debug)]
pub(crate) struct LogLines(());

impl LogLines {
    /// Starts the thread that writes.
    pub(crate) fn start() -> io::Result<Self> {
        thread::Builder::new().name("log".into()).spawn(|| {
            loop {
                let some = FIRST.wait_while(waiting(), |lines| lines.is_empty());
                let some = some.unwrap_or_else(PoisonError::into_inner);
                let late = FIRST.wait_timeout(some, SOON);
                write(&mut late.unwrap_or_else(PoisonError::into_inner).0);
            }
        })?;
        Ok(Self(()))
    }
}

impl Drop for LogLines {
    fn drop(&mut self) {
        write(&mut waiting());
    }
}

fn waiting() -> MutexGuard<'static, Vec<u8>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes all lines. The lock is held meanwhile, so that they stay in order.
fn write(lines: &mut Vec<u8>) {
    // When stderr is gone there is nobody left to tell.
    let _ = io::stderr().write_all(lines);
    lines.clear();
}

/// Takes lines in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taker {
    urgent: bool,
}

impl Taker {
    /// Of lines that can wait.
    pub(crate) const fn new() -> Self {
        Self { urgent: false }
    }
}

impl Write for Taker {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut lines = waiting();
        if lines.is_empty() {
            FIRST.notify_one();
        }
        lines.extend_from_slice(line);
        if self.urgent || lines.len() > FULL {
            write(&mut lines);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        write(&mut waiting());
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
