//! Arguments and environment of a Firefox.

use std::{ffi::OsString, path::Path};

use hansom_host::{ChildSpec, Stream};

use crate::Launch;

/// What is started, and how it is shown to people.
pub(crate) struct CommandLine {
    pub(crate) spec: ChildSpec,
    /// Program and arguments as one would type them.
    pub(crate) shown: String,
    pub(crate) headless: bool,
}

/// Builds the command line for a profile that is ready.
pub(crate) fn build(launch: &Launch, profile: &Path) -> CommandLine {
    let headless = launch.headless.decide(launch) || names_headless(&launch.args);
    let mut args: Vec<OsString> = vec!["--marionette".into(), "--no-remote".into()];
    if headless && !names_headless(&launch.args) {
        args.push("-headless".into());
    }
    if launch.bidi {
        // The system chooses the port.
        args.extend(["--remote-debugging-port".into(), "0".into()]);
    }
    if launch.system_access && launch.installation.wants_system_access_flag() {
        args.push("--remote-allow-system-access".into());
    }
    args.push("--profile".into());
    args.push(profile.into());
    args.extend(launch.args.iter().map(OsString::from));

    let shown = std::iter::once(launch.installation.path.as_os_str())
        .chain(args.iter().map(OsString::as_os_str))
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ");

    let mut spec = ChildSpec::new(&launch.installation.path)
        .args(&args)
        .stdout(Stream::Piped)
        .stderr(Stream::Piped)
        // A crash is told by us; the reporter would open a window or leave a process behind.
        .env("MOZ_CRASHREPORTER_DISABLE", "1")
        .env("MOZ_CRASHREPORTER_NO_REPORT", "1")
        // One Firefox must not hand its work to another that runs on this desktop.
        .env("MOZ_NO_REMOTE", "1");
    if !home_is_usable() {
        spec = spec.env("HOME", profile);
    }
    for (key, value) in &launch.env {
        spec = spec.env(key, value);
    }
    CommandLine {
        spec,
        shown,
        headless,
    }
}

fn names_headless(args: &[String]) -> bool {
    args.iter()
        .any(|arg| matches!(arg.as_str(), "-headless" | "--headless"))
}

/// Firefox refuses to run as root in the home of somebody else, and needs one it can write to
/// though the profile is elsewhere. Services and containers often have neither.
fn home_is_usable() -> bool {
    let Some(home) = std::env::home_dir().filter(|home| home.is_dir()) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let me = rustix::process::geteuid().as_raw();
        home.metadata().is_ok_and(|facts| facts.uid() == me)
            && rustix::fs::access(&home, rustix::fs::Access::WRITE_OK).is_ok()
    }
    #[cfg(not(unix))]
    {
        let _ = home;
        true
    }
}
