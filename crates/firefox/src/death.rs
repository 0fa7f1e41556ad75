//! How a Firefox ended, and who can tell.

use std::{
    fmt,
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use hansom_host::{Child, Exit};
use serde_json::{Value, json};

use crate::last_words::LastWords;

/// How a Firefox ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Death {
    /// What the operating system says.
    pub exit: Exit,
    /// How long it had run.
    pub after: Duration,
    /// The last lines it wrote to stderr.
    pub stderr: Vec<String>,
}

/// How many lines of stderr a message repeats.
const LINES_SHOWN: usize = 5;

impl Death {
    /// The machine-readable form.
    pub fn data(&self) -> Value {
        json!({
            "exitCode": self.exit.code,
            "signal": self.exit.signal,
            "ranForMs": u64::try_from(self.after.as_millis()).unwrap_or(u64::MAX),
            "stderr": self.stderr,
        })
    }
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {:.1} s", self.exit, self.after.as_secs_f64())?;
        write_lines(f, &self.stderr)
    }
}

/// Appends the last lines of stderr to a message.
pub(crate) fn write_lines(f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
    let shown = &lines[lines.len().saturating_sub(LINES_SHOWN)..];
    if shown.is_empty() {
        return Ok(());
    }
    write!(f, "; its last words: {}", shown.join(" | "))
}

/// Somebody who can tell how a Firefox ended, without keeping it alive.
#[derive(Debug, Clone)]
pub struct Witness {
    child: Weak<Child>,
    last_words: LastWords,
    started: Instant,
}

impl Witness {
    pub(crate) fn new(child: &Arc<Child>, last_words: LastWords, started: Instant) -> Self {
        Self {
            child: Arc::downgrade(child),
            last_words,
            started,
        }
    }

    /// Of a process that is not ours: it cannot tell.
    pub fn of_nobody() -> Self {
        Self {
            child: Weak::new(),
            last_words: LastWords::default(),
            started: Instant::now(),
        }
    }

    /// What it has written so far.
    pub fn so_far(&self) -> Vec<String> {
        self.last_words.so_far()
    }

    /// Waits for the end; `None` when the process is not ours, or was let go. Cancel safe.
    pub async fn death(&self) -> Option<Death> {
        let exit = self.child.upgrade()?.wait().await;
        let after = self.started.elapsed();
        Some(Death {
            exit,
            after,
            stderr: self.last_words.all().await,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_death_tells_signal_time_and_last_words() {
        let death = Death {
            exit: Exit {
                code: None,
                signal: Some(11),
            },
            after: Duration::from_millis(2340),
            stderr: (1..=7).map(|n| format!("line {n}")).collect(),
        };
        assert_eq!(
            death.to_string(),
            "ended by signal 11 (SIGSEGV) after 2.3 s; its last words: \
             line 3 | line 4 | line 5 | line 6 | line 7"
        );
        assert_eq!(death.data()["signal"], 11);
    }
}
