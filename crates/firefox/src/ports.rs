//! The ports Firefox has chosen, read from the files it writes into its profile.
//!
//! Firefox is told port 0 and writes what it got: `MarionetteActivePort` holds the number,
//! `WebDriverBiDiServer.json` holds `{"ws_host":"127.0.0.1","ws_port":…}`. The folder is watched,
//! so the number is seen the moment it is there.

use std::{
    fs, io,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use serde::Deserialize;
use tokio::sync::Notify;

const MARIONETTE_FILE: &str = "MarionetteActivePort";
const BIDI_FILE: &str = "WebDriverBiDiServer.json";

/// The ports of one Firefox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ports {
    pub(crate) marionette: SocketAddr,
    pub(crate) bidi: Option<SocketAddr>,
}

/// Watches a profile for its port files.
pub(crate) struct PortWatch {
    folder: PathBuf,
    wants_bidi: bool,
    changed: Arc<Notify>,
    _watcher: RecommendedWatcher,
}

impl PortWatch {
    /// Starts to watch, and removes what an earlier run left. Must come before Firefox is started.
    pub(crate) fn start(folder: &Path, wants_bidi: bool) -> io::Result<Self> {
        for name in [MARIONETTE_FILE, BIDI_FILE] {
            match fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let changed = Arc::new(Notify::new());
        let tell = Arc::clone(&changed);
        let mut watcher =
            notify::recommended_watcher(move |_| tell.notify_one()).map_err(io::Error::other)?;
        watcher
            .watch(folder, RecursiveMode::NonRecursive)
            .map_err(io::Error::other)?;
        Ok(Self {
            folder: folder.to_owned(),
            wants_bidi,
            changed,
            _watcher: watcher,
        })
    }

    /// Waits until all the files that are wanted are there. Cancel safe.
    pub(crate) async fn ports(&self) -> Ports {
        loop {
            // A change while we look is remembered by `Notify` and makes us look again.
            if let Some(ports) = self.look() {
                return ports;
            }
            self.changed.notified().await;
        }
    }

    fn look(&self) -> Option<Ports> {
        let port = fs::read_to_string(self.folder.join(MARIONETTE_FILE)).ok()?;
        // Ends with a line break or not; what is half written does not parse or is 0.
        let port = port.trim().parse().ok().filter(|port| *port != 0)?;
        let bidi = if self.wants_bidi {
            Some(read_bidi(&self.folder.join(BIDI_FILE))?)
        } else {
            None
        };
        Some(Ports {
            marionette: SocketAddr::from((Ipv4Addr::LOCALHOST, port)),
            bidi,
        })
    }
}

fn read_bidi(path: &Path) -> Option<SocketAddr> {
    #[derive(Deserialize)]
    struct Server {
        ws_host: String,
        ws_port: u16,
    }
    let server: Server = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let host = server.ws_host.trim_matches(['[', ']']).parse();
    Some(SocketAddr::new(
        host.unwrap_or(Ipv4Addr::LOCALHOST.into()),
        server.ws_port,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn both_files_are_seen_when_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(MARIONETTE_FILE), "1").unwrap();
        let watch = PortWatch::start(folder.path(), true).unwrap();
        let write = async {
            fs::write(folder.path().join(MARIONETTE_FILE), "4001").unwrap();
            tokio::task::yield_now().await;
            let json = r#"{"ws_host":"127.0.0.1","ws_port":4002}"#;
            fs::write(folder.path().join(BIDI_FILE), json).unwrap();
        };
        let (ports, ()) = tokio::join!(watch.ports(), write);
        assert_eq!(ports.marionette.port(), 4001);
        assert_eq!(ports.bidi.unwrap().port(), 4002);
    }
}
