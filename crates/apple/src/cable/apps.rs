//! Apps on the device: staged by AFC, installed, removed and listed by the installation proxy.

use std::{
    io::{Cursor, Read, Seek},
    path::{Path, PathBuf},
};

use hansom_device::{AppId, AppInfo, Bundle, DeviceError, Result};
use hansom_host::archive;
use idevice::{
    IdeviceError, IdeviceService,
    afc::{AfcClient, opcode::AfcFopenMode},
    installation_proxy::InstallationProxyClient,
    provider::UsbmuxdProvider,
    utils::installation,
};
use plist::{Dictionary, Value};
use tokio::{
    fs::File,
    io::{AsyncRead, AsyncReadExt},
};

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

/// The folder from which the device installs, and the archive in it.
const STAGING: &str = "PublicStaging";
const STAGED: &str = "PublicStaging/hansom.ipa";
/// How much of an archive is in memory at a time.
const PIECE: usize = 1 << 20;

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
                let archive = opened(path).await?.into_std().await;
                self.unpack(archive).await?
            }
            Bundle::Archive(content) => self.unpack(Cursor::new(content.clone())).await?,
        };
        let provider = self.provider();
        let told = |(percent, ()): (u64, ())| {
            tracing::debug!(percent, "installing");
            std::future::ready(())
        };
        // Archives are sent piece by piece: they may be larger than this machine's memory.
        let mut archive: Box<dyn AsyncRead + Send + Unpin> = match &bundle {
            Bundle::Path(path) if path.is_dir() => {
                let work =
                    installation::install_package_with_callback(&provider, path, None, told, ());
                self.run("installing the app", LONG, work).await?;
                return Ok(installed);
            }
            Bundle::Path(path) => Box::new(opened(path).await?),
            Bundle::Archive(content) => Box::new(Cursor::new(content.clone())),
        };
        let mut options = Dictionary::new();
        options.insert("CFBundleIdentifier".into(), installed.app.0.as_str().into());
        let work = async {
            stage(&provider, &mut archive).await?;
            let mut proxy = InstallationProxyClient::connect(&provider).await?;
            proxy
                .install_with_callback(STAGED, Some(Value::Dictionary(options)), told, ())
                .await
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
    async fn unpack(&self, content: impl Read + Seek + Send + 'static) -> Result<Installed> {
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
            archive::unpack(content, &target, &limits, is_of_use).map(|files| (target, files))
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

async fn opened(path: &Path) -> Result<File> {
    let file = File::open(path).await;
    file.map_err(|error| DeviceError::BadBundle(format!("{}: {error}", path.display())))
}

/// Sends an archive to where the device installs from.
async fn stage(
    provider: &UsbmuxdProvider,
    archive: &mut (impl AsyncRead + Unpin),
) -> Result<(), IdeviceError> {
    let mut afc = AfcClient::connect(provider).await?;
    if afc.get_file_info(STAGING).await.is_err() {
        afc.mk_dir(STAGING).await?;
    }
    let mut staged = afc.open(STAGED, AfcFopenMode::WrOnly).await?;
    let mut piece = Vec::with_capacity(PIECE);
    let sent = loop {
        piece.clear();
        match (&mut *archive)
            .take(PIECE as u64)
            .read_to_end(&mut piece)
            .await
        {
            Ok(0) => break Ok(()),
            Ok(_) => {}
            Err(error) => break Err(IdeviceError::Socket(error)),
        }
        if let Err(error) = staged.write_entire(&piece).await {
            break Err(error);
        }
    };
    // Closed also after a failure: the device keeps what is left open.
    let closed = staged.close().await;
    sent.and(closed)
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
