//! What is to be started, and how.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Where one of a child's three streams goes.
#[derive(Debug, Default)]
pub enum Stream {
    /// Nowhere.
    #[default]
    Null,
    /// To us; take it with `Child::take_stdin` and so on.
    Piped,
    /// Where ours goes.
    Inherit,
    /// To a file.
    File(File),
}

impl From<Stream> for Stdio {
    fn from(stream: Stream) -> Self {
        match stream {
            Stream::Null => Stdio::null(),
            Stream::Piped => Stdio::piped(),
            Stream::Inherit => Stdio::inherit(),
            Stream::File(file) => file.into(),
        }
    }
}

/// The signal that asks a child to end by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StopSignal {
    /// SIGTERM.
    #[default]
    Terminate,
    /// SIGINT, which some programs take as "finish your work".
    Interrupt,
}

/// A child to start. Never goes through a shell.
#[derive(Debug)]
pub struct ChildSpec {
    pub(crate) program: OsString,
    args: Vec<OsString>,
    envs: Vec<(OsString, Option<OsString>)>,
    clear_env: bool,
    cwd: Option<PathBuf>,
    stdin: Stream,
    stdout: Stream,
    stderr: Stream,
    pub(crate) stop_signal: StopSignal,
}

impl ChildSpec {
    /// A program by path, or by name from `PATH`. Its streams go nowhere unless said otherwise.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        Self {
            program: program.as_ref().to_owned(),
            args: Vec::new(),
            envs: Vec::new(),
            clear_env: false,
            cwd: None,
            stdin: Stream::Null,
            stdout: Stream::Null,
            stderr: Stream::Null,
            stop_signal: StopSignal::default(),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.args.push(arg.as_ref().to_owned());
        self
    }

    /// Adds arguments.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.args
            .extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// Sets a variable of the environment.
    #[must_use]
    pub fn env(mut self, key: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        let pair = (key.as_ref().to_owned(), Some(value.as_ref().to_owned()));
        self.envs.push(pair);
        self
    }

    /// Takes a variable out of the environment.
    #[must_use]
    pub fn env_remove(mut self, key: impl AsRef<OsStr>) -> Self {
        self.envs.push((key.as_ref().to_owned(), None));
        self
    }

    /// Starts with an empty environment; what `env` sets, before or after, stays.
    #[must_use]
    pub fn env_clear(mut self) -> Self {
        self.clear_env = true;
        self
    }

    /// Sets the working directory.
    #[must_use]
    pub fn cwd(mut self, folder: impl AsRef<Path>) -> Self {
        self.cwd = Some(folder.as_ref().to_owned());
        self
    }

    /// Sets where its standard input comes from.
    #[must_use]
    pub fn stdin(mut self, stream: Stream) -> Self {
        self.stdin = stream;
        self
    }

    /// Sets where its standard output goes.
    #[must_use]
    pub fn stdout(mut self, stream: Stream) -> Self {
        self.stdout = stream;
        self
    }

    /// Sets where its error output goes.
    #[must_use]
    pub fn stderr(mut self, stream: Stream) -> Self {
        self.stderr = stream;
        self
    }

    /// Sets the signal with which `Child::stop` asks it to end.
    #[must_use]
    pub fn stop_signal(mut self, signal: StopSignal) -> Self {
        self.stop_signal = signal;
        self
    }

    /// The command of the standard library.
    pub(crate) fn into_command(self) -> Command {
        #[expect(clippy::disallowed_methods, reason = "this is the helper")]
        let mut command = Command::new(self.program);
        command.args(self.args);
        if self.clear_env {
            command.env_clear();
        }
        for (key, value) in self.envs {
            match value {
                Some(value) => command.env(key, value),
                None => command.env_remove(key),
            };
        }
        if let Some(folder) = self.cwd {
            command.current_dir(folder);
        }
        command
            .stdin(self.stdin)
            .stdout(self.stdout)
            .stderr(self.stderr);
        command
    }
}
