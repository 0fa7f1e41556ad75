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
    if !launch.system_access {
        // To Firefox it is the same as the argument, and the server's own environment may have it.
        spec = spec.env_remove("MOZ_REMOTE_ALLOW_SYSTEM_ACCESS");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Installation, find::Kind};

    #[test]
    fn system_access_is_not_inherited_from_the_servers_environment() {
        const GONE: &str = "(\"MOZ_REMOTE_ALLOW_SYSTEM_ACCESS\", None)";
        let mut launch = Launch::new(Installation {
            path: "firefox".into(),
            version: Some("153.7.0".into()),
            build_id: None,
            kind: Kind::Plain,
        });
        let spec = |launch: &Launch| {
            let line = build(launch, Path::new("/p"));
            (format!("{:?}", line.spec), line.shown)
        };
        let (without, shown) = spec(&launch);
        assert!(without.contains(GONE), "{without}");
        assert!(!shown.contains("system-access"), "{shown}");
        launch.system_access = true;
        let (with, shown) = spec(&launch);
        assert!(!with.contains(GONE), "{with}");
        assert!(shown.contains("--remote-allow-system-access"), "{shown}");
    }
}
