//! Apps, as the device contract has them.

use std::path::PathBuf;

use async_trait::async_trait;
use hansom_device::{AppId, AppInfo, AppState, Apps, Bundle, DeviceError, LaunchOptions, Result};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::json;

use super::{App, Files};
use crate::VirtualPhone;

/// The app that opens web addresses.
const BROWSER: &str = "hansom.browser";

#[async_trait]
impl Apps for VirtualPhone {
    async fn install(&self, bundle: Bundle) -> Result<AppId> {
        let store = self.core.store.clone();
        let id = blocking(move || store.install(&bundle)).await?;
        // What runs is the old one.
        self.core.terminate_app(&id).await?;
        self.core.changed();
        Ok(id)
    }

    async fn remove(&self, app: &AppId) -> Result<bool> {
        let Some(installed) = self.core.store.get(app) else {
            return Ok(false);
        };
        self.core.terminate_app(app).await?;
        let (store, id) = (self.core.store.clone(), app.clone());
        let removed = blocking(move || store.remove(&id)).await?;
        self.forget(&installed).await?;
        self.core.changed();
        Ok(removed)
    }

    async fn clear(&self, app: &AppId) -> Result<()> {
        let installed = self.core.store.require(app)?;
        self.core.terminate_app(app).await?;
        self.forget(&installed).await?;
        let store = self.core.store.clone();
        blocking(move || store.clear_container(&installed)).await
    }

    async fn list(&self) -> Result<Vec<AppInfo>> {
        Ok(self
            .core
            .store
            .all()
            .into_iter()
            .map(|app| app.info)
            .collect())
    }

    async fn launch(&self, app: &AppId, options: LaunchOptions) -> Result<()> {
        let app = self.core.store.require(app)?;
        self.core.launch_app(&app, options, None).await
    }

    async fn activate(&self, app: &AppId) -> Result<()> {
        self.launch(app, LaunchOptions::default()).await
    }

    async fn terminate(&self, app: &AppId) -> Result<bool> {
        self.core.store.require(app)?;
        self.core.terminate_app(app).await
    }

    async fn state(&self, app: &AppId) -> Result<AppState> {
        if self.core.store.get(app).is_none() {
            return Ok(AppState::NotInstalled);
        }
        Ok(self.core.desk.lock().await.state(app))
    }

    async fn foreground(&self) -> Result<Option<AppInfo>> {
        let front = self.core.desk.lock().await.on_screen().cloned();
        Ok(front
            .and_then(|id| self.core.store.get(&id))
            .map(|app| app.info))
    }

    async fn home(&self) -> Result<()> {
        self.core.go_home().await
    }

    async fn open_url(&self, url: &str, app: Option<&AppId>) -> Result<()> {
        let (app, url) = self.handler(url, app)?;
        self.core
            .launch_app(&app, LaunchOptions::default(), Some(url))
            .await
    }

    async fn bundle_folder(&self, app: &AppId) -> Result<PathBuf> {
        match self.core.store.require(app)?.files {
            Files::Folder(folder) => Ok(folder),
            Files::Bundled(dir) => {
                // Compiled in: written out once, for readers that want a folder.
                let folder = self.core.store.media().join(".bundled").join(dir.path());
                let target = folder.clone();
                blocking(move || super::bundle::write_out(dir, &target)).await?;
                Ok(folder)
            }
        }
    }
}

impl VirtualPhone {
    /// Deletes what an app has stored and what it was allowed.
    async fn forget(&self, app: &App) -> Result<()> {
        self.core.settings().in_use.remove(app.id());
        let arg = json!({ "origin": app.origin() });
        self.core.link.run("clearOrigin", arg).await
    }

    /// Which app opens an address, and where in it.
    fn handler(&self, url: &str, app: Option<&AppId>) -> Result<(App, String)> {
        let scheme = url
            .split_once(':')
            .map(|(scheme, _)| scheme.to_ascii_lowercase())
            .ok_or_else(|| DeviceError::InvalidArgument(format!("`{url}` is not an address")))?;
        let encoded = utf8_percent_encode(url, NON_ALPHANUMERIC).to_string();
        let apps = match app {
            Some(id) => vec![self.core.store.require(id)?],
            None => self.core.store.all(),
        };
        for app in &apps {
            let own = format!("{}/", app.origin());
            if url == app.origin() || url.starts_with(&own) {
                return Ok((app.clone(), url.to_owned()));
            }
            let mut handlers = app.protocols.iter();
            if let Some(handler) = handlers.find(|handler| handler.protocol == scheme) {
                let path = handler.url.replace("%s", &encoded);
                let path = path
                    .trim_start_matches("./")
                    .trim_start_matches('/')
                    .to_owned();
                return Ok((app.clone(), format!("{}/{path}", app.origin())));
            }
        }
        if scheme == "http" || scheme == "https" {
            if let Some(id) = app {
                return Ok((self.core.store.require(id)?, url.to_owned()));
            }
            let browser = self.core.store.require(&AppId::new(BROWSER))?;
            let target = format!("{}{}?url={encoded}", browser.origin(), browser.start);
            return Ok((browser, target));
        }
        let mut known: Vec<String> = apps
            .iter()
            .flat_map(|app| app.protocols.iter().map(|handler| handler.protocol.clone()))
            .collect();
        known.extend(["http".to_owned(), "https".to_owned()]);
        Err(DeviceError::InvalidArgument(format!(
            "no app opens `{scheme}:` addresses; there are handlers for {}. An app declares its own \
             with protocol_handlers in its manifest",
            known.join(", ")
        )))
    }
}

/// Runs what blocks beside the others.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(DeviceError::Failed(error.to_string())))
}
