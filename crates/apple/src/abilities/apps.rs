//! Apps: running ones through the agent, installed ones through the host.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use async_trait::async_trait;
use hansom_device::{
    AppId, AppInfo, AppState, Apps, Bundle, DeviceError, LaunchOptions, Result, Unsupported,
};
use serde::Deserialize;
use serde_json::json;

use super::locale::localized;
use crate::{AppleDevice, HostTools, bundle::bundle_id, simctl::SLOW};

/// The home screen is an app as well.
const HOME_SCREEN: &str = "com.apple.springboard";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Active {
    bundle_id: String,
    #[serde(default)]
    name: String,
}

#[async_trait]
impl Apps for AppleDevice {
    async fn install(&self, bundle: Bundle) -> Result<AppId> {
        if let HostTools::Cable(cable) = &self.host {
            let installed = cable.install(bundle).await?;
            *self.bundle.write().await = Some(installed.folder);
            return Ok(installed.app);
        }
        let simctl = self.host.simctl("installing apps")?;
        let Bundle::Path(path) = bundle else {
            return Err(Unsupported::new(
                "installing an app from bytes",
                "Apple devices take a .app folder on this machine; give its path",
            )
            .into());
        };
        let id = bundle_id(&path)?;
        let text = path.to_string_lossy().into_owned();
        simctl.run_with("install", &[&text], None, SLOW).await?;
        *self.bundle.write().await = Some(path);
        Ok(id)
    }

    async fn remove(&self, app: &AppId) -> Result<bool> {
        let known = self.list().await?.iter().any(|info| info.bundle_id == *app);
        match &self.host {
            _ if !known => {}
            HostTools::Cable(cable) => cable.uninstall(app).await?,
            host => {
                let simctl = host.simctl("removing apps")?;
                simctl.run("uninstall", &[&app.0]).await?;
            }
        }
        Ok(known)
    }

    async fn clear(&self, app: &AppId) -> Result<()> {
        let simctl = self.host.simctl("clearing the data of an app")?;
        self.terminate(app).await?;
        let printed = simctl.run("get_app_container", &[&app.0, "data"]).await?;
        let folder = PathBuf::from(String::from_utf8_lossy(&printed).trim());
        for entry in std::fs::read_dir(&folder).map_err(|e| not_read(&folder, &e))? {
            let path = entry.map_err(|e| not_read(&folder, &e))?.path();
            let removed = if path.is_dir() {
                std::fs::remove_dir_all(&path)
            } else {
                std::fs::remove_file(&path)
            };
            removed.map_err(|error| not_read(&path, &error))?;
        }
        Ok(())
    }

    async fn list(&self) -> Result<Vec<AppInfo>> {
        if let HostTools::Cable(cable) = &self.host {
            return Ok(cable.apps().await?);
        }
        let printed = self
            .host
            .simctl("listing apps")?
            .run("listapps", &[])
            .await?;
        listed(&printed)
    }

    async fn launch(&self, app: &AppId, options: LaunchOptions) -> Result<()> {
        let options = localized(options, &*self.locale.read().await);
        let body = json!({
            "bundleId": app,
            "arguments": options.arguments,
            "environment": options.environment,
        });
        self.post("launchApp", "/wda/apps/launch", &body).await?;
        Ok(())
    }

    /// The agent brings an app that runs to the front by the same call that starts one which does not.
    /// Its other call starts it too, but without the language and region of this session.
    async fn activate(&self, app: &AppId) -> Result<()> {
        self.launch(app, LaunchOptions::default()).await
    }

    async fn terminate(&self, app: &AppId) -> Result<bool> {
        let reply = self
            .post(
                "terminateApp",
                "/wda/apps/terminate",
                &json!({"bundleId": app}),
            )
            .await?;
        Ok(reply.value()?)
    }

    async fn state(&self, app: &AppId) -> Result<AppState> {
        let reply = self
            .post(
                "queryAppState",
                "/wda/apps/state",
                &json!({"bundleId": app}),
            )
            .await?;
        match reply.value::<u8>()? {
            0 => Ok(AppState::NotInstalled),
            1 => Ok(AppState::NotRunning),
            2 => Ok(AppState::Suspended),
            3 => Ok(AppState::Background),
            4 => Ok(AppState::Foreground),
            other => Err(DeviceError::Failed(format!(
                "the agent answered the app state {other}"
            ))),
        }
    }

    async fn foreground(&self) -> Result<Option<AppInfo>> {
        let active: Active = self.get("activeAppInfo", "/wda/activeAppInfo").await?;
        Ok((active.bundle_id != HOME_SCREEN).then(|| AppInfo {
            system: active.bundle_id.starts_with("com.apple."),
            bundle_id: AppId(active.bundle_id),
            name: active.name,
            version: None,
        }))
    }

    async fn home(&self) -> Result<()> {
        // The one call that the agent has only outside its session.
        self.link
            .ask_outside("homeScreen", "/wda/homescreen", &json!({}))
            .await?;
        Ok(())
    }

    /// The agent does it in one call, which takes as long as the app is away.
    async fn background(&self, wait: Duration, _: Option<&AppId>) -> Result<()> {
        let body = json!({"duration": wait.as_secs_f64()});
        self.link
            .ask_for(wait, "background", "/wda/deactivateApp", &body)
            .await?;
        Ok(())
    }

    async fn open_url(&self, url: &str, app: Option<&AppId>) -> Result<()> {
        let mut body = json!({"url": url});
        if let Some(app) = app {
            body["bundleId"] = json!(app);
        }
        self.post("deepLink", "/url", &body).await?;
        Ok(())
    }

    async fn bundle_folder(&self, app: &AppId) -> Result<PathBuf> {
        if let Some(folder) = self.bundle.read().await.clone() {
            return Ok(folder);
        }
        let simctl = self
            .host
            .simctl("reading the strings of an app that was not installed here")?;
        let printed = simctl.run("get_app_container", &[&app.0, "app"]).await?;
        Ok(PathBuf::from(String::from_utf8_lossy(&printed).trim()))
    }
}

fn not_read(path: &Path, error: &std::io::Error) -> DeviceError {
    DeviceError::Failed(format!("{}: {error}", path.display()))
}

/// `simctl listapps` prints an old-style property list: bundle id to attributes.
fn listed(printed: &[u8]) -> Result<Vec<AppInfo>> {
    let unreadable = |error: String| DeviceError::Failed(format!("the list of apps: {error}"));
    let value = plist::Value::from_reader_ascii(std::io::Cursor::new(printed))
        .map_err(|error| unreadable(error.to_string()))?;
    let apps = value
        .as_dictionary()
        .ok_or_else(|| unreadable("it is not a dictionary".into()))?;
    let text = |attributes: &plist::Value, name: &str| {
        let value = attributes.as_dictionary().and_then(|map| map.get(name));
        value.and_then(plist::Value::as_string).map(str::to_owned)
    };
    Ok(apps
        .iter()
        .map(|(id, attributes)| AppInfo {
            bundle_id: AppId::new(id),
            name: text(attributes, "CFBundleDisplayName")
                .or_else(|| text(attributes, "CFBundleName"))
                .unwrap_or_else(|| id.clone()),
            version: text(attributes, "CFBundleVersion"),
            system: text(attributes, "ApplicationType").as_deref() == Some("System"),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_style_list_of_apps_is_read() {
        let found = listed(
            br#"{ "com.example.app" = { ApplicationType = User; CFBundleDisplayName = "An App"; CFBundleVersion = 3; };
                  "com.apple.Maps" = { ApplicationType = System; CFBundleName = Maps; }; }"#,
        )
        .unwrap();
        let app = found
            .iter()
            .find(|info| info.bundle_id.0 == "com.example.app")
            .unwrap();
        assert_eq!(app.name, "An App");
        assert!(!app.system);
        assert!(found.iter().any(|info| info.system));
    }
}
