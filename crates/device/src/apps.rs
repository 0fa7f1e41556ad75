//! Apps: what is installed and what runs.

use std::{collections::BTreeMap, fmt, path::PathBuf, time::Duration};

use async_trait::async_trait;
use serde::Serialize;

use crate::Result;

/// A bundle id such as `com.example.app`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct AppId(pub String);

impl AppId {
    /// From text.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for AppId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The state of an app, with the numbers of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AppState {
    /// No bundle.
    NotInstalled = 0,
    /// Installed, no process.
    NotRunning = 1,
    /// In the background, its timers stopped.
    Suspended = 2,
    /// In the background.
    Background = 3,
    /// On the screen.
    Foreground = 4,
}

/// An installed app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AppInfo {
    /// Bundle id.
    pub bundle_id: AppId,
    /// Name under the icon.
    pub name: String,
    /// Version, if it has one.
    pub version: Option<String>,
    /// Whether it came with the device.
    pub system: bool,
}

/// Something to install.
#[derive(Debug, Clone)]
pub enum Bundle {
    /// A folder or an archive on this machine.
    Path(PathBuf),
    /// The bytes of an archive.
    Archive(bytes::Bytes),
}

/// How to launch.
#[derive(Debug, Clone, Default)]
pub struct LaunchOptions {
    /// Process arguments.
    pub arguments: Vec<String>,
    /// Environment.
    pub environment: BTreeMap<String, String>,
}

/// The apps of a device.
#[async_trait]
pub trait Apps: Send + Sync {
    /// Installs (or replaces) an app and answers its id.
    async fn install(&self, bundle: Bundle) -> Result<AppId>;
    /// Removes an app with its data; whether it was there.
    async fn remove(&self, app: &AppId) -> Result<bool>;
    /// Ends the app if it runs and deletes its data.
    async fn clear(&self, app: &AppId) -> Result<()>;
    /// What is installed.
    async fn list(&self) -> Result<Vec<AppInfo>>;
    /// Starts an app, or brings it to the front when it runs.
    async fn launch(&self, app: &AppId, options: LaunchOptions) -> Result<()>;
    /// Brings an app to the front, starting it if need be.
    async fn activate(&self, app: &AppId) -> Result<()>;
    /// Ends an app; whether it ran.
    async fn terminate(&self, app: &AppId) -> Result<bool>;
    /// Its state; never an error for an app that is not there.
    async fn state(&self, app: &AppId) -> Result<AppState>;
    /// The app on the screen; `None` on the home or lock screen.
    async fn foreground(&self) -> Result<Option<AppInfo>>;
    /// Shows the home screen.
    async fn home(&self) -> Result<()>;
    /// Shows the home screen, waits, and brings back the app that was in front, or `otherwise` where
    /// none was.
    async fn background(&self, wait: Duration, otherwise: Option<&AppId>) -> Result<()> {
        let front = self.foreground().await?.map(|app| app.bundle_id);
        self.home().await?;
        if let Some(app) = front.as_ref().or(otherwise) {
            tokio::time::sleep(wait).await;
            self.activate(app).await?;
        }
        Ok(())
    }
    /// Opens an address with the app that handles it, or with the named one.
    async fn open_url(&self, url: &str, app: Option<&AppId>) -> Result<()>;
    /// The bundle as a folder on this machine, from which localized strings are read.
    async fn bundle_folder(&self, app: &AppId) -> Result<PathBuf>;
}
