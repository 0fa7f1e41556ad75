//! Its apps and their pages.

use std::path::PathBuf;

use async_trait::async_trait;
use bytes::Bytes;
use hansom_device::{
    AppId, AppInfo, AppState, Apps, Bundle, Contexts, DeviceError, LaunchOptions, Result, WebCall,
    WebContext,
};

use super::ScriptedDevice;

#[async_trait]
impl Apps for ScriptedDevice {
    async fn install(&self, _: Bundle) -> Result<AppId> {
        let mut script = self.called("install")?;
        script
            .apps
            .insert("app.installed".into(), AppState::NotRunning);
        Ok(AppId::new("app.installed"))
    }
    async fn remove(&self, app: &AppId) -> Result<bool> {
        Ok(self.called("remove")?.apps.remove(&app.0).is_some())
    }
    async fn clear(&self, _: &AppId) -> Result<()> {
        self.called("clear").map(drop)
    }
    async fn list(&self) -> Result<Vec<AppInfo>> {
        let script = self.called("list")?;
        let apps = script.apps.keys().map(|id| AppInfo {
            bundle_id: AppId::new(id),
            name: id.clone(),
            version: None,
            system: false,
        });
        Ok(apps.collect())
    }
    async fn launch(&self, app: &AppId, _: LaunchOptions) -> Result<()> {
        let mut script = self.called(format!("launch {app}"))?;
        match script.apps.get_mut(&app.0) {
            Some(state) => *state = AppState::Foreground,
            None => return Err(DeviceError::NotInstalled(app.clone())),
        }
        Ok(())
    }
    async fn activate(&self, app: &AppId) -> Result<()> {
        let mut script = self.called(format!("activate {app}"))?;
        script.apps.insert(app.0.clone(), AppState::Foreground);
        Ok(())
    }
    async fn terminate(&self, app: &AppId) -> Result<bool> {
        let mut script = self.called("terminate")?;
        Ok(script.apps.insert(app.0.clone(), AppState::NotRunning) == Some(AppState::Foreground))
    }
    async fn state(&self, app: &AppId) -> Result<AppState> {
        let script = self.called("state")?;
        Ok(script
            .apps
            .get(&app.0)
            .copied()
            .unwrap_or(AppState::NotInstalled))
    }
    async fn foreground(&self) -> Result<Option<AppInfo>> {
        let script = self.called("foreground")?;
        let front = script
            .apps
            .iter()
            .find(|(_, state)| **state == AppState::Foreground);
        Ok(front.map(|(id, _)| AppInfo {
            bundle_id: AppId::new(id),
            name: id.clone(),
            version: None,
            system: false,
        }))
    }
    async fn home(&self) -> Result<()> {
        let mut script = self.called("home")?;
        for state in script
            .apps
            .values_mut()
            .filter(|state| **state == AppState::Foreground)
        {
            *state = AppState::Background;
        }
        Ok(())
    }
    async fn open_url(&self, url: &str, _: Option<&AppId>) -> Result<()> {
        self.called(format!("open {url}")).map(drop)
    }
    async fn bundle_folder(&self, app: &AppId) -> Result<PathBuf> {
        Err(DeviceError::NotInstalled(app.clone()))
    }
}

#[async_trait]
impl Contexts for ScriptedDevice {
    async fn list(&self) -> Result<Vec<WebContext>> {
        Ok(vec![WebContext {
            id: "WEBVIEW_1".into(),
            title: "Page".into(),
            url: "http://page.localhost/".into(),
            bundle_id: None,
        }])
    }
    async fn call(&self, context: &str, call: WebCall) -> Result<Bytes> {
        let body = String::from_utf8_lossy(&call.body).into_owned();
        let answer = {
            let script = self.called(format!("{context} {} {body}", call.command))?;
            script.page.get(&call.command).cloned()
        };
        match answer {
            Some(text) => Ok(text.into()),
            None if call.command == "setTimeouts" => Ok("null".into()),
            None => std::future::pending().await,
        }
    }
}
