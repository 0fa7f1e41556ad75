//! Processes by number: who is it, signal it, wait for its end.
//!
//! A number alone means nothing, because the system reuses it. A process is identified by its number
//! and its start time; a process group's number is not reused while a member lives.

use std::time::Duration;

/// When a process started, in the system's own unit; `None` when there is no such process.
#[cfg(target_os = "linux")]
pub(crate) fn start_time(pid: u32) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in parentheses and may hold anything, so fields are counted after the last one:
    // state is the first of them, start time the twentieth.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
    if matches!(fields.next()?, "Z" | "X") {
        return None; // dead, only not yet reaped
    }
    fields.nth(18).map(str::to_owned)
}

/// When a process started, as `ps` prints it; `None` when there is no such process.
#[cfg(not(target_os = "linux"))]
pub(crate) fn start_time(pid: u32) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "waited for on the spot")]
    let output = std::process::Command::new("ps")
        .args(["-o", "lstart=", "-p", &pid.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.split_whitespace().collect::<Vec<_>>().join("-");
    (!text.is_empty()).then_some(text)
}

/// The signals we send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signal {
    Terminate,
    Interrupt,
    Kill,
}

/// Signals every member of a process group. A group that is gone is no error.
#[cfg(unix)]
pub(crate) fn signal_group(group: u32, signal: Signal) {
    use rustix::process::{Pid, Signal as S, kill_process_group};
    let signal = match signal {
        Signal::Terminate => S::TERM,
        Signal::Interrupt => S::INT,
        Signal::Kill => S::KILL,
    };
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(pid, signal);
    }
}

/// Kills one process. One that is gone is no error.
#[cfg(unix)]
pub(crate) fn kill(pid: u32) {
    use rustix::process::{Pid, Signal as S, kill_process};
    if let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, S::KILL);
    }
}

#[cfg(not(unix))]
pub(crate) fn signal_group(_: u32, _: Signal) {}

#[cfg(not(unix))]
pub(crate) fn kill(_: u32) {}

/// Blocks until a process is gone, at most for `limit`. Where the system has no event for the end of
/// a process that is not our child, returns at once.
pub(crate) fn wait_gone(pid: u32, limit: Duration) {
    #[cfg(target_os = "linux")]
    {
        use rustix::{
            event::{PollFd, PollFlags, Timespec, poll},
            process::{Pid, PidfdFlags, pidfd_open},
        };
        let Some(raw) = i32::try_from(pid).ok().and_then(Pid::from_raw) else {
            return;
        };
        if let Ok(fd) = pidfd_open(raw, PidfdFlags::empty()) {
            let limit = Timespec::try_from(limit).ok();
            let _ = poll(&mut [PollFd::new(&fd, PollFlags::IN)], limit.as_ref());
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (pid, limit);
}

/// Waits until our child is dead but does not reap it. `false` at once where the system has no event
/// for that.
#[cfg(target_os = "linux")]
pub(crate) async fn dead(pid: u32) -> bool {
    use rustix::process::{Pid, PidfdFlags, pidfd_open};
    use tokio::io::{Interest, unix::AsyncFd};

    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let Some(fd) = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::NONBLOCK).ok()) else {
        return false;
    };
    #[expect(
        unsafe_code,
        reason = "tokio leaves it to its caller that the handle stays open"
    )]
    // SAFETY: the `AsyncFd` owns the handle, which nobody else has, and closes it after it has
    // deregistered it.
    let handle = unsafe { AsyncFd::register_with_interest(fd, Interest::READABLE) };
    match handle {
        Ok(handle) => handle.readable().await.is_ok(),
        Err(_) => false,
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) async fn dead(_: u32) -> bool {
    false
}

/// The living processes whose environment holds `entry` (`KEY=value`), ours excepted.
#[cfg(target_os = "linux")]
pub(crate) fn with_environment(entry: &[u8]) -> Vec<u32> {
    let Ok(processes) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    processes
        .filter_map(|found| found.ok()?.file_name().to_str()?.parse().ok())
        .filter(|pid| *pid != std::process::id())
        .filter(|pid| {
            std::fs::read(format!("/proc/{pid}/environ"))
                .is_ok_and(|text| text.split(|byte| *byte == 0).any(|one| one == entry))
        })
        .collect()
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn with_environment(_: &[u8]) -> Vec<u32> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_start_time_is_stable_and_a_stranger_has_none() {
        let ours = start_time(std::process::id());
        assert!(ours.is_some());
        assert_eq!(ours, start_time(std::process::id()));
        assert_eq!(start_time(0x7fff_fff0), None);
    }
}
