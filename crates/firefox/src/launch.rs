//! What a Firefox is started with.

use std::{path::PathBuf, sync::Arc, time::Duration};

use hansom_host::TempFolder;
use hansom_protocol::Phases;
use mozprofile::preferences::PrefValue;

use crate::Installation;

/// What a Firefox is started with. [`Launch::new`] has the defaults of a desktop session.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Which program.
    pub installation: Installation,
    /// Arguments of the client, after ours. Which ones a client may give is for the caller to say.
    pub args: Vec<String>,
    /// Environment of the client, on top of the server's own.
    pub env: Vec<(String, String)>,
    /// Preferences of the client; they win over ours, except for the ports.
    pub prefs: Vec<(String, PrefValue)>,
    /// Which profile.
    pub profile: Profile,
    /// With or without a window.
    pub headless: Headless,
    /// How long the start may take in all, the first session included.
    pub startup_timeout: Duration,
    /// Whether to open the BiDi socket too.
    pub bidi: bool,
    /// Whether the chrome context may be used.
    pub system_access: bool,
    /// Level of Firefox's own remote log, for example `trace`; goes to its stderr.
    pub log_level: Option<String>,
    /// Where throw-away profiles are put instead of the server's own folder.
    pub profile_root: Option<PathBuf>,
    /// Where templates are kept instead of the user's cache folder.
    pub cache_folder: Option<PathBuf>,
    /// Where the steps of the start are noted.
    pub phases: Phases,
    /// Milliseconds for which an element click waits to see whether it starts a navigation.
    pub click_timeout: u32,
    /// Port for Marionette; 0 lets the system choose.
    pub marionette_port: u16,
}

/// Which profile a Firefox is started with.
#[derive(Debug, Clone, Default)]
pub enum Profile {
    /// A throw-away copy of the template that is kept for this build; the fast way.
    #[default]
    Template,
    /// An empty throw-away folder.
    Fresh,
    /// A folder of ours that was filled beforehand: used in place, removed at the end.
    Owned(Arc<TempFolder>),
    /// A folder of the user: used in place, quit cleanly, left as it is.
    Folder(PathBuf),
}

impl Profile {
    /// Whether nobody will miss it, so that Firefox need not be quit cleanly.
    pub fn is_throw_away(&self) -> bool {
        !matches!(self, Profile::Folder(_))
    }
}

/// With or without a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Headless {
    /// Without one when this machine has no display.
    #[default]
    Auto,
    /// Without one.
    Always,
    /// With one; the start fails where there is no display.
    Never,
}

/// The start may take this long unless somebody says otherwise.
pub const DEFAULT_STARTUP_TIMEOUT: Duration = Duration::from_mins(1);

/// Firefox's own value is 50. At 20, navigations that a click starts by a link, a form or a script
/// are still waited for; only those that a page starts more than 20 ms after the click are not.
pub const DEFAULT_CLICK_TIMEOUT: u32 = 20;

impl Launch {
    /// The defaults of a desktop session.
    pub fn new(installation: Installation) -> Self {
        Self {
            installation,
            args: Vec::new(),
            env: Vec::new(),
            prefs: Vec::new(),
            profile: Profile::default(),
            headless: Headless::default(),
            startup_timeout: DEFAULT_STARTUP_TIMEOUT,
            bidi: false,
            system_access: false,
            log_level: None,
            profile_root: None,
            cache_folder: None,
            phases: Phases::start(),
            click_timeout: DEFAULT_CLICK_TIMEOUT,
            marionette_port: 0,
        }
    }
}

impl Headless {
    /// Decides, looking at the machine and at the environment given for Firefox.
    pub fn decide(self, launch: &Launch) -> bool {
        let named = |name: &str| {
            launch
                .env
                .iter()
                .rev()
                .find(|(key, _)| key == name)
                .map_or_else(
                    || std::env::var_os(name).is_some_and(|value| !value.is_empty()),
                    |(_, value)| !value.is_empty(),
                )
        };
        match self {
            Headless::Always => true,
            Headless::Never => false,
            Headless::Auto => {
                cfg!(target_os = "linux") && !named("DISPLAY") && !named("WAYLAND_DISPLAY")
            }
        }
    }
}
