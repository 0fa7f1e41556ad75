//! The janitor: a copy of our own program that waits for our death and cleans up.
//!
//! The kernel kills our children when we are killed, but nobody removes their folders, and processes
//! that they started live on. The janitor reads from a pipe whose other end only we hold. When the
//! read ends, we are gone, by whatever way; then it kills what is marked and removes the state
//! directory. It runs before anything else in `main`, so it costs little memory and no threads.

use std::{
    ffi::OsString,
    io::{self, PipeWriter, Read},
    path::{Path, PathBuf},
    process::{Child, ExitCode, Stdio},
    sync::atomic::{AtomicBool, Ordering},
};

use crate::{ChildSpec, Stream, marker::OWNER_VARIABLE, memory, sweep};

/// The hidden first argument that makes our program a janitor.
const ARGUMENT: &str = "__janitor";

/// Whether `main` of this program calls [`janitor_main`]. A test's program does not, and must not be
/// started again as a janitor: it would run the tests.
static OFFERED: AtomicBool = AtomicBool::new(false);

/// To be called first in `main`, with the program's arguments: when this process is to be a janitor,
/// it does its work and returns the exit code to return.
pub fn janitor_main(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    OFFERED.store(true, Ordering::Relaxed);
    let mut args = args.into_iter().skip(1);
    if args.next()? != ARGUMENT {
        return None;
    }
    let state_dir = PathBuf::from(args.next()?);
    memory::release_code();
    // Nothing is ever written; the read ends when the server is gone.
    let _ = io::stdin().read(&mut [0]);
    if state_dir.exists() {
        sweep::clear(&state_dir);
    }
    Some(ExitCode::SUCCESS)
}

/// Our side of a running janitor.
#[derive(Debug)]
pub(crate) struct Janitor {
    process: Option<Child>,
    // Never written to: its closing is the message.
    pipe: Option<PipeWriter>,
}

impl Janitor {
    /// Starts one, if this program can be one.
    pub(crate) fn start(state_dir: &Path) -> io::Result<Option<Self>> {
        if !OFFERED.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let (reader, pipe) = io::pipe()?;
        // The link works even after the file was replaced by an update.
        let program = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            std::env::current_exe()?
        };
        let mut command = ChildSpec::new(program)
            .arg(ARGUMENT)
            .arg(state_dir)
            .env_remove(OWNER_VARIABLE)
            .stderr(Stream::Inherit)
            .cwd("/")
            .into_command();
        command.stdin(Stdio::from(reader));
        // A group of its own: Ctrl-C in a terminal reaches the whole group of the server.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let process = command.spawn()?;
        Ok(Some(Self {
            process: Some(process),
            pipe: Some(pipe),
        }))
    }
}

impl Drop for Janitor {
    fn drop(&mut self) {
        drop(self.pipe.take());
        if let Some(mut process) = self.process.take() {
            // Reaped elsewhere, because this may be a thread that serves others.
            let _ = std::thread::Builder::new()
                .name("janitor".into())
                .spawn(move || process.wait());
        }
    }
}
