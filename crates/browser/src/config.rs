//! What the operator decides for all browser sessions.

use std::{path::PathBuf, sync::Arc, time::Duration};

use hansom_firefox::{DEFAULT_CLICK_TIMEOUT, DEFAULT_STARTUP_TIMEOUT, Existing};
use hansom_host::StateDir;
use hansom_protocol::Grants;

/// What the operator decides for all browser sessions.
#[derive(Debug, Clone)]
pub struct Config {
    /// The Firefox to start unless a session names another; `None` looks in the usual places.
    pub binary: Option<PathBuf>,
    /// How long the start of a Firefox may take, unless a session says otherwise.
    pub startup_timeout: Duration,
    /// Milliseconds for which an element click waits to see whether it starts a navigation.
    pub click_timeout: u32,
    /// How many started Firefoxes wait for a session.
    pub warm: usize,
    /// Where throw-away profiles are put instead of the server's own folder.
    pub profile_root: Option<PathBuf>,
    /// Port for Marionette; 0 lets the system choose. Anything else allows one session at a time.
    pub marionette_port: u16,
    /// A Firefox that already runs, to be used instead of starting any; one session at a time.
    pub existing: Option<Existing>,
    /// The operator's powers and who has them.
    pub grants: Arc<Grants>,
    /// Where everything on disk lies.
    pub state: Arc<StateDir>,
}

impl Config {
    /// The defaults.
    pub fn new(state: Arc<StateDir>, grants: Arc<Grants>) -> Self {
        Self {
            binary: None,
            startup_timeout: DEFAULT_STARTUP_TIMEOUT,
            click_timeout: DEFAULT_CLICK_TIMEOUT,
            warm: 0,
            profile_root: None,
            marionette_port: 0,
            existing: None,
            grants,
            state,
        }
    }
}
