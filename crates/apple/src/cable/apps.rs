//! Apps on the device: staged by AFC, installed, removed and listed by the installation proxy.

use std::{
    io::Cursor,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use hansom_device::{AppId, AppInfo, Bundle, DeviceError, Result};
use hansom_host::archive;
use idevice::{IdeviceService, installation_proxy::InstallationProxyClient, utils::installation};
use plist::{Dictionary, Value};

use super::{
    Cable, CableError,
    link::{LONG, QUICK},
};
use crate::bundle::bundle_id;

/// What is asked of each app: without a list the device sends everything it knows.
const ATTRIBUTES: [&str; 6] = [
    "CFBundleIdentifier",
    "CFBundleDisplayName",
    "CFBundleName",
    "CFBundleVersion",
    "CFBundleExecutable",
    "ApplicationType",
];

/// An app that was installed, and its bundle on this machine as far as strings need it.
pub(crate) struct Installed {
    pub(crate) app: AppId,
    pub(crate) folder: PathBuf,
}

impl Cable {
    /// Installs a `.app` folder, an `.ipa` or the bytes of one.
    pub(crate) async fn install(&self, bundle: Bundle) -> Result<Installed> {
        let installed = match &bundle {
            Bundle::Path(path) if path.is_dir() => Installed {
                app: bundle_id(path)?,
                folder: path.clone(),
            },
            Bundle::Path(path) => {
                let content = tokio::fs::read(path).await.map_err(|error| {
                    DeviceError::BadBundle(format!("{}: {error}", path.display()))
                })?;
                self.unpack(content.into()).await?
            }
            Bundle::Archive(content) => self.unpack(content.clone()).await?,
        };
        let provider = self.provider();
        let told = |(percent, ()): (u64, ())| {
            tracing::debug!(percent, "installing");
            std::future::ready(())
        };
        let work = async {
            match &bundle {
                Bundle::Path(path) => {
                    installation::install_package_with_callback(&provider, path, None, told, ())
                        .await
                }
                Bundle::Archive(content) => {
                    installation::install_bytes_with_callback(&provider, content, None, told, ())
                        .await
                }
            }
        };
        self.run("installing the app", LONG, work).await?;
        Ok(installed)
    }

    /// Removes an app with its data.
    pub(crate) async fn uninstall(&self, app: &AppId) -> Result<(), CableError> {
        let provider = self.provider();
        let work = async {
            let mut proxy = InstallationProxyClient::connect(&provider).await?;
            proxy.uninstall(&app.0, None).await
        };
        self.run("removing the app", LONG, work).await
    }

    /// What is installed.
    pub(crate) async fn apps(&self) -> Result<Vec<AppInfo>, CableError> {
        let all = self.browse().await?;
        Ok(all.iter().filter_map(info).collect())
    }

    /// The installed apps as the device describes them.
    pub(super) async fn browse(&self) -> Result<Vec<Value>, CableError> {
        let provider = self.provider();
        let mut options = Dictionary::new();
        options.insert("ApplicationType".into(), "Any".into());
        let attributes = ATTRIBUTES.map(Value::from).to_vec();
        options.insert("ReturnAttributes".into(), Value::Array(attributes));
        let work = async {
            let mut proxy = InstallationProxyClient::connect(&provider).await?;
            proxy.browse(Some(Value::Dictionary(options))).await
        };
        self.run("listing the apps", QUICK, work).await
    }

    /// Unpacks of an archive what is of use here: the id and the localized strings.
    async fn unpack(&self, content: Bytes) -> Result<Installed> {
        let folder = self
            .state()
            .folder("ipa")
            .map_err(|error| DeviceError::Failed(error.to_string()))?;
        let target = folder.path().join("ipa");
        let unpacked = tokio::task::spawn_blocking(move || {
            let limits = archive::Limits {
                entries: 200_000,
                ..archive::Limits::default()
            };
            archive::unpack(Cursor::new(content), &target, &limits, is_of_use)
                .map(|files| (target, files))
        });
        let (target, files) = unpacked
            .await
            .map_err(|error| DeviceError::Failed(error.to_string()))?
            .map_err(|error| DeviceError::BadBundle(error.to_string()))?;
        let info = files
            .iter()
            .find(|file| file.ends_with("Info.plist"))
            .and_then(|file| file.parent())
            .ok_or_else(|| {
                DeviceError::BadBundle("it has no Payload/<name>.app/Info.plist in it".into())
            })?;
        let bundle = target.join(info);
        let installed = Installed {
            app: bundle_id(&bundle)?,
            folder: bundle,
        };
        self.keep(folder);
        Ok(installed)
    }
}

/// `Payload/X.app/Info.plist` and `Payload/X.app/en.lproj/…`.
fn is_of_use(path: &Path) -> bool {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    match parts.as_slice() {
        [payload, app, name, ..] if payload == "Payload" && app.ends_with(".app") => {
            (parts.len() == 3 && name == "Info.plist") || name.ends_with(".lproj")
        }
        _ => false,
    }
}

/// A text of a dictionary.
pub(super) fn text<'a>(attributes: &'a Value, name: &str) -> Option<&'a str> {
    attributes.as_dictionary()?.get(name)?.as_string()
}

fn info(attributes: &Value) -> Option<AppInfo> {
    let id = text(attributes, "CFBundleIdentifier")?;
    Some(AppInfo {
        bundle_id: AppId::new(id),
        name: text(attributes, "CFBundleDisplayName")
            .or_else(|| text(attributes, "CFBundleName"))
            .unwrap_or(id)
            .to_owned(),
        version: text(attributes, "CFBundleVersion").map(str::to_owned),
        system: text(attributes, "ApplicationType") == Some("System"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_archive_the_id_and_the_strings_are_kept() {
        for (path, of_use) in [
            ("Payload/A.app/Info.plist", true),
            ("Payload/A.app/de.lproj/Localizable.strings", true),
            ("Payload/A.app/Frameworks/B.framework/Info.plist", false),
            ("Payload/A.app/A", false),
            ("Info.plist", false),
        ] {
            assert_eq!(is_of_use(Path::new(path)), of_use, "{path}");
        }
    }
}
