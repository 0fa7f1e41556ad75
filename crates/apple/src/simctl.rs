//! `xcrun simctl`: argv only, never a shell, each call with a deadline.

use std::{path::PathBuf, sync::Arc, time::Duration};

use hansom_host::{Child, ChildSpec, StateDir, Stream};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::AppleError;

/// What a call may take, unless it installs or boots something.
pub(crate) const QUICK: Duration = Duration::from_secs(30);
/// What an installation or a boot may take.
pub(crate) const SLOW: Duration = Duration::from_mins(3);

/// Runs `simctl` for one simulator.
#[derive(Clone)]
pub struct Simctl {
    xcrun: PathBuf,
    udid: String,
    state: Arc<StateDir>,
}

impl Simctl {
    /// For the simulator with this udid; `xcrun` is a path or a name from `PATH`.
    pub fn new(xcrun: impl Into<PathBuf>, udid: impl Into<String>, state: Arc<StateDir>) -> Self {
        Self {
            xcrun: xcrun.into(),
            udid: udid.into(),
            state,
        }
    }

    /// The simulator.
    pub fn udid(&self) -> &str {
        &self.udid
    }

    /// `simctl <verb> <udid> <args…>`; answers what it printed.
    pub async fn run(&self, verb: &str, args: &[&str]) -> Result<Vec<u8>, AppleError> {
        self.run_with(verb, args, None, QUICK).await
    }

    /// The same with something on standard input and a deadline of its own.
    pub async fn run_with(
        &self,
        verb: &str,
        args: &[&str],
        input: Option<&[u8]>,
        limit: Duration,
    ) -> Result<Vec<u8>, AppleError> {
        let mut words = vec!["simctl", verb, &self.udid];
        words.extend(args);
        xcrun(&self.xcrun, &words, input, limit, &self.state).await
    }

    /// Starts an app and stays with it, as the flags say; the variables are for the tool.
    pub(crate) async fn launch(
        &self,
        flags: &[&str],
        app: &str,
        variables: &[(&str, String)],
    ) -> Result<Child, AppleError> {
        let words = ["simctl", "launch"].iter().chain(flags);
        let mut spec = ChildSpec::new(&self.xcrun)
            .args(words)
            .args([self.udid.as_str(), app])
            .stdout(Stream::Piped)
            .stderr(Stream::Piped);
        for (name, value) in variables {
            spec = spec.env(name, value);
        }
        Child::spawn(spec, &self.state)
            .await
            .map_err(|error| AppleError::Tool {
                tool: format!("{} simctl launch", self.xcrun.display()),
                reason: error.to_string(),
            })
    }

    /// A program inside the simulator.
    pub async fn spawn(&self, args: &[&str]) -> Result<Vec<u8>, AppleError> {
        self.run("spawn", args).await
    }
}

/// Runs `xcrun` and answers what it printed.
pub(crate) async fn xcrun(
    program: &std::path::Path,
    argv: &[&str],
    input: Option<&[u8]>,
    limit: Duration,
    state: &Arc<StateDir>,
) -> Result<Vec<u8>, AppleError> {
    let tool = format!("{} {}", program.display(), argv.join(" "));
    let failed = |reason: String| AppleError::Tool {
        tool: tool.clone(),
        reason,
    };
    let spec = ChildSpec::new(program)
        .args(argv)
        .stdin(if input.is_some() {
            Stream::Piped
        } else {
            Stream::Null
        })
        .stdout(Stream::Piped)
        .stderr(Stream::Piped);
    let mut child = Child::spawn(spec, state)
        .await
        .map_err(|error| failed(error.to_string()))?;
    let (stdin, stdout, stderr) = (child.take_stdin(), child.take_stdout(), child.take_stderr());
    let work = async {
        let feed = async {
            if let (Some(mut stdin), Some(input)) = (stdin, input) {
                stdin.write_all(input).await?;
                stdin.shutdown().await?;
            }
            std::io::Result::Ok(())
        };
        let (mut printed, mut complaints) = (Vec::new(), Vec::new());
        let read_out = async {
            match stdout {
                Some(mut stdout) => stdout.read_to_end(&mut printed).await,
                None => Ok(0),
            }
        };
        let read_err = async {
            match stderr {
                Some(mut stderr) => stderr.read_to_end(&mut complaints).await,
                None => Ok(0),
            }
        };
        let (given, out, err) = tokio::join!(feed, read_out, read_err);
        // A child that does not read its input has still been given it; its exit tells the rest.
        drop(given);
        out.and(err).map_err(|error| failed(error.to_string()))?;
        let exit = child.wait().await;
        if exit.success() {
            return Ok(printed);
        }
        let words = String::from_utf8_lossy(&complaints);
        let last = words
            .trim()
            .lines()
            .next_back()
            .unwrap_or("no message")
            .to_owned();
        Err(failed(format!("{exit}; {last}")))
    };
    match tokio::time::timeout(limit, work).await {
        Ok(outcome) => outcome,
        // Dropping the child kills it with everything it started.
        Err(_) => Err(AppleError::ToolSlow { tool, after: limit }),
    }
}
