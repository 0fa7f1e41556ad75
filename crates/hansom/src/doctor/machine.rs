//! The checks themselves.

use std::{env, net::TcpListener, path::Path};

use hansom_firefox::{Launch, find::Kind, find_binary, look_at_template};
use hansom_host::StateDir;
use hansom_mobile::recording::{Encoders, RecordingError, probe};
use hansom_phone::{OLDEST_FIREFOX, PhoneError, find_firefox};
use hansom_protocol::Cause as _;

use super::{apple, check::Check};
use crate::{address, cli::Settings, port_owner};

/// Every check, in the order in which a newcomer needs them.
pub(super) async fn all(settings: &Settings) -> Vec<Check> {
    let mut checks = vec![firefox(settings)];
    checks.extend(phone(settings));
    checks.extend(template(settings));
    checks.extend([
        display(),
        ffmpeg(settings).await,
        state(settings.state_dir.as_deref()),
        port(settings),
    ]);
    checks.extend(apple::all(settings).await);
    checks
}

/// `apt-get install …` where that is how it is done, plain words elsewhere.
pub(super) fn install(debian: &str, name: &str) -> String {
    if Path::new("/usr/bin/apt-get").exists() {
        format!("sudo apt-get install {debian}")
    } else if cfg!(target_os = "macos") {
        format!("brew install {name}")
    } else {
        format!("install {name} with the system's package manager")
    }
}

fn firefox(settings: &Settings) -> Check {
    const NAME: &str = "firefox";
    match find_binary(settings.binary.as_deref()) {
        Ok(found) => {
            let version = found.version.as_deref().unwrap_or("of unknown version");
            let place = found.path.display();
            match found.kind {
                Kind::Plain => Check::ok(NAME, format!("{version} at {place}")),
                Kind::Snap | Kind::Flatpak => Check::warn(
                    NAME,
                    format!(
                        "{version} at {place}, a {}: it sees only some folders, so addons and uploads by path may fail",
                        found.kind.name()
                    ),
                    "install Firefox from the distribution's packages or from mozilla.org",
                ),
            }
        }
        Err(error) => Check::missing(
            NAME,
            error.to_string(),
            match settings.binary {
                None => install("firefox-esr", "firefox"),
                Some(_) => error.cure().unwrap_or_default(),
            },
        ),
    }
    .needed()
}

/// Whether that Firefox can be a phone too. Nothing to say when there is none.
fn phone(settings: &Settings) -> Option<Check> {
    const NAME: &str = "phone";
    match find_firefox(settings.binary.as_deref()) {
        Ok(_) => Some(Check::ok(
            NAME,
            format!("virtual phones run on it ({OLDEST_FIREFOX} or later)"),
        )),
        Err(error @ PhoneError::TooOld { .. }) => Some(Check::warn(
            NAME,
            error.to_string(),
            "install a newer Firefox, or name one with --binary; browsers work with this one",
        )),
        Err(_) => None,
    }
}

fn display() -> Check {
    const NAME: &str = "display";
    let shown = ["WAYLAND_DISPLAY", "DISPLAY"]
        .iter()
        .find_map(|name| Some((name, env::var(name).ok().filter(|value| !value.is_empty())?)));
    match shown {
        _ if !cfg!(target_os = "linux") => Check::ok(NAME, "the desktop"),
        Some((name, value)) => Check::ok(NAME, format!("{name}={value}")),
        None => Check::ok(NAME, "none; browsers run headless"),
    }
}

/// The profile that makes starts fast. Nothing to say when there is no Firefox.
fn template(settings: &Settings) -> Option<Check> {
    const NAME: &str = "template";
    let launch = Launch::new(find_binary(settings.binary.as_deref()).ok()?);
    Some(match look_at_template(&launch) {
        Ok(Some((place, true))) => Check::ok(NAME, place.display().to_string()),
        Ok(Some((place, false))) => Check::ok(
            NAME,
            format!(
                "will be made at {} after the first session",
                place.display()
            ),
        ),
        Ok(None) => Check::warn(
            NAME,
            "none is kept, so each browser takes some seconds longer to start",
            "give the server's user a home folder, or set XDG_CACHE_HOME",
        ),
        Err(error) => Check::warn(
            NAME,
            format!("each browser takes some seconds longer to start: {error}"),
            "make that folder writable, or set XDG_CACHE_HOME to one that is",
        ),
    })
}

async fn ffmpeg(settings: &Settings) -> Check {
    const NAME: &str = "ffmpeg";
    let state = match StateDir::open(settings.state_dir.as_deref()) {
        Ok(state) => state,
        Err(error) => {
            return Check::warn(
                NAME,
                format!("not looked at: {error}"),
                "see the line about the state directory",
            );
        }
    };
    match probe(settings.ffmpeg.as_deref(), &state).await {
        Ok(found) if found.has_default() => Check::ok(
            NAME,
            format!("{} with {}", found.program.display(), found.has.join(", ")),
        ),
        Ok(found) => Check::missing(
            NAME,
            format!(
                "{} has no encoder {}; films need `videoType` set to one of: {}",
                found.program.display(),
                Encoders::default_encoder(),
                found.has.join(", ")
            ),
            install("ffmpeg", "ffmpeg"),
        ),
        Err(error @ RecordingError::FfmpegMissing { .. }) => {
            Check::missing(NAME, error.to_string(), install("ffmpeg", "ffmpeg"))
        }
        Err(error) => Check::missing(
            NAME,
            error.to_string(),
            "name a working ffmpeg with --ffmpeg",
        ),
    }
}

fn state(base: Option<&Path>) -> Check {
    const NAME: &str = "state";
    let folder = base.map_or_else(env::temp_dir, Path::to_owned);
    let tried = StateDir::open(base).and_then(|state| state.folder("doctor").map(drop));
    match tried {
        Ok(()) => Check::ok(NAME, format!("{} is writable", folder.display())),
        Err(error) => Check::missing(
            NAME,
            error.to_string(),
            "name a folder you can write to with --state-dir",
        ),
    }
    .needed()
}

fn port(settings: &Settings) -> Check {
    const NAME: &str = "port";
    let addresses = match address::resolve(&settings.host, settings.port) {
        Ok(addresses) => addresses,
        Err(error) => {
            return Check::missing(NAME, error.to_string(), "give another name with --host")
                .needed();
        }
    };
    let taken = addresses.iter().find_map(|address| {
        TcpListener::bind(address)
            .err()
            .map(|error| (address, error))
    });
    match taken {
        None => Check::ok(
            NAME,
            format!("{} of {} is free", settings.port, settings.host),
        ),
        Some((address, error)) if error.kind() == std::io::ErrorKind::AddrInUse => Check::missing(
            NAME,
            format!("{address} is taken{}", port_owner::describe(address.port())),
            "stop that process, or choose another port with --port",
        ),
        Some((address, error)) => Check::missing(
            NAME,
            format!("cannot listen on {address}: {error}"),
            "choose another with --host and --port",
        ),
    }
    .needed()
}
