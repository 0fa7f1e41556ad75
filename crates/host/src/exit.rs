//! How a child ended, in words for people.

use std::{fmt, process::ExitStatus};

/// How a child ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exit {
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl Exit {
    /// Neither is known: the runtime stopped before the child was reaped.
    pub(crate) const UNKNOWN: Self = Self {
        code: None,
        signal: None,
    };

    /// Whether it ended with code 0.
    pub fn success(self) -> bool {
        self.code == Some(0)
    }
}

impl From<ExitStatus> for Exit {
    fn from(status: ExitStatus) -> Self {
        #[cfg(unix)]
        let signal = std::os::unix::process::ExitStatusExt::signal(&status);
        #[cfg(not(unix))]
        let signal = None;
        Self {
            code: status.code(),
            signal,
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (_, Some(signal)) => match name(signal) {
                Some(name) => write!(f, "ended by signal {signal} ({name})"),
                None => write!(f, "ended by signal {signal}"),
            },
            (Some(code), None) => write!(f, "exited with code {code}"),
            (None, None) => f.write_str("ended, how is not known"),
        }
    }
}

/// The signals that children really die of; their numbers are the same on every Unix.
fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL, perhaps out of memory",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exit_reads_as_a_sentence_part() {
        let code = Exit {
            code: Some(3),
            signal: None,
        };
        let killed = Exit {
            code: None,
            signal: Some(11),
        };
        assert_eq!(code.to_string(), "exited with code 3");
        assert_eq!(killed.to_string(), "ended by signal 11 (SIGSEGV)");
    }
}
