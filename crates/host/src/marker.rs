//! Marks by which a leftover is known to be ours.
//!
//! A child is marked twice: a file in the state directory holds its number and start time, and its
//! environment names the state directory. The file finds the group; the environment finds members
//! whose leader is gone, and those that left the group.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::process::{self, Signal};

/// The variable of a child's environment that names the state directory it belongs to.
pub(crate) const OWNER_VARIABLE: &str = "HANSOM_OWNED_BY";

/// Where in a state directory the marker files are.
const FOLDER: &str = "children";

/// How long killed leftovers may take to go before their folder is removed anyway.
const GONE_LIMIT: Duration = Duration::from_secs(5);

/// A process that is just becoming another program shows no environment for a moment, and one can be
/// born behind a look: so many looks must find nobody.
const LOOKS_IN_VAIN: usize = 2;

/// The time between two looks; to become another program takes less.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// A marker file; gone when dropped.
#[derive(Debug)]
pub(crate) struct Marker(PathBuf);

impl Marker {
    /// Marks a child. Without a marker the child is still found by its environment, so a failure is
    /// only worth a line in the log.
    pub(crate) fn set(state_dir: &Path, pid: u32) -> Option<Self> {
        let start = process::start_time(pid)?;
        let path = state_dir.join(FOLDER).join(pid.to_string());
        let made =
            fs::create_dir_all(state_dir.join(FOLDER)).and_then(|()| fs::write(&path, start));
        if let Err(error) = made {
            tracing::warn!(pid, %error, "child could not be marked");
        }
        Some(Self(path))
    }
}

impl Drop for Marker {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// There is no event for a process that appears.
#[expect(
    clippy::disallowed_methods,
    reason = "in the janitor and in the sweep, which serve nobody"
)]
fn rest() {
    thread::sleep(BETWEEN_LOOKS);
}

/// Kills the children that a dead server left, and waits for them to go. Returns how many.
pub(crate) fn kill_marked(state_dir: &Path) -> usize {
    let mut killed = Vec::new();
    for found in fs::read_dir(state_dir.join(FOLDER)).into_iter().flatten() {
        let Ok(found) = found else { continue };
        let Some(pid) = found
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
        else {
            continue;
        };
        let marked = fs::read_to_string(found.path()).unwrap_or_default();
        // A number that was given to somebody else since must not be touched.
        if process::start_time(pid).is_some_and(|start| start == marked) {
            process::signal_group(pid, Signal::Kill);
            killed.push(pid);
        }
    }
    let mut entry = OsString::from(OWNER_VARIABLE);
    entry.push("=");
    entry.push(state_dir);
    let end = Instant::now() + GONE_LIMIT;
    let mut in_vain = 0;
    while in_vain < LOOKS_IN_VAIN && Instant::now() < end {
        let found = process::with_environment(entry.as_encoded_bytes());
        for pid in &found {
            process::kill(*pid);
        }
        in_vain = if found.is_empty() { in_vain + 1 } else { 0 };
        killed.extend(found);
        for pid in &killed {
            process::wait_gone(*pid, end.saturating_duration_since(Instant::now()));
        }
        rest();
    }
    killed.sort_unstable();
    killed.dedup();
    killed.len()
}
