//! A child process with an owner: asked to end, killed with its group, reaped, never forgotten.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    process::{ChildStderr, ChildStdin, ChildStdout},
    sync::watch,
};

use crate::{
    ChildSpec, Exit, HostError, StateDir, StopSignal,
    marker::Marker,
    process::{self, Signal},
    spawner,
};

/// A running child in a process group of its own. Dropping it kills the whole group.
#[derive(Debug)]
pub struct Child {
    group: Arc<Group>,
    exit: watch::Receiver<Option<Exit>>,
    stop_signal: StopSignal,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

/// The process group of a child. Signals stop once its leader is reaped, because from then on the
/// number may be somebody else's.
#[derive(Debug)]
struct Group {
    pid: u32,
    reaped: Mutex<bool>,
}

impl Group {
    fn signal(&self, signal: Signal) {
        let reaped = self.reaped.lock().unwrap_or_else(PoisonError::into_inner);
        if !*reaped {
            process::signal_group(self.pid, signal);
        }
    }

    /// Kills what is left of the group and lets no signal through afterwards.
    fn close(&self) {
        let mut reaped = self.reaped.lock().unwrap_or_else(PoisonError::into_inner);
        if !*reaped {
            process::signal_group(self.pid, Signal::Kill);
            *reaped = true;
        }
    }
}

impl Child {
    /// Starts a child; must be called within a tokio runtime. When the future is dropped, the child
    /// is killed.
    pub async fn spawn(spec: ChildSpec, state: &Arc<StateDir>) -> Result<Self, HostError> {
        let stop_signal = spec.stop_signal;
        let state_dir = state.path()?.to_owned();
        let mut process = spawner::spawn(spec, state_dir.clone()).await?;
        let Some(pid) = process.id() else {
            return Err(HostError::Stopping);
        };
        let marker = Marker::set(&state_dir, pid);
        let group = Arc::new(Group {
            pid,
            reaped: Mutex::new(false),
        });
        let (report, exit) = watch::channel(None);
        let child = Self {
            group: Arc::clone(&group),
            exit,
            stop_signal,
            stdin: process.stdin.take(),
            stdout: process.stdout.take(),
            stderr: process.stderr.take(),
        };
        let state = Arc::clone(state);
        tokio::spawn(async move {
            let exit = reap(process, &group).await;
            drop(marker);
            report.send_replace(Some(exit));
            drop(state);
        });
        Ok(child)
    }

    /// Its number, which is its group's as well.
    pub fn pid(&self) -> u32 {
        self.group.pid
    }

    /// Its standard input, once, if it is piped.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.stdin.take()
    }

    /// Its standard output, once, if it is piped.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.stdout.take()
    }

    /// Its error output, once, if it is piped.
    pub fn take_stderr(&mut self) -> Option<ChildStderr> {
        self.stderr.take()
    }

    /// How it ended, if it has.
    pub fn exit(&self) -> Option<Exit> {
        *self.exit.borrow()
    }

    /// Waits for its end. Cancel safe, and any number may wait.
    pub async fn wait(&self) -> Exit {
        let mut exit = self.exit.clone();
        match exit.wait_for(Option::is_some).await {
            Ok(exit) => exit.unwrap_or(Exit::UNKNOWN),
            Err(_) => Exit::UNKNOWN,
        }
    }

    /// Asks it to end, and kills the group when `grace` has passed.
    pub async fn stop(&self, grace: Duration) -> Exit {
        self.group.signal(match self.stop_signal {
            StopSignal::Terminate => Signal::Terminate,
            StopSignal::Interrupt => Signal::Interrupt,
        });
        match tokio::time::timeout(grace, self.wait()).await {
            Ok(exit) => exit,
            Err(_) => self.kill().await,
        }
    }

    /// Kills the group and waits until the child is gone.
    pub async fn kill(&self) -> Exit {
        self.group.signal(Signal::Kill);
        self.wait().await
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.group.signal(Signal::Kill);
    }
}

/// Waits for the child's end, kills what is left of its group, then reaps it.
async fn reap(mut process: tokio::process::Child, group: &Group) -> Exit {
    // While the dead child is not reaped its number is not reused, so this is the moment at which
    // the group can be killed without harm to others.
    if process::dead(group.pid).await {
        group.close();
    }
    let exit = match process.wait().await {
        Ok(status) => Exit::from(status),
        Err(error) => {
            tracing::warn!(pid = group.pid, %error, "child could not be waited for");
            Exit::UNKNOWN
        }
    };
    group.close();
    exit
}
