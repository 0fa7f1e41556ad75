//! A profile that a client sends: a zip from a stranger which becomes the folder that Firefox runs
//! from. It may carry settings, certificates and addons, but nothing that starts programs of this
//! machine, and no code that Firefox would take for its own.

use std::{io::Cursor, path::Path, sync::Arc};

use hansom_firefox::{Launch, StartError, new_profile_folder};
use hansom_host::{
    StateDir, TempFolder,
    archive::{self, ArchiveError, Limits},
};
use hansom_protocol::{
    Cause, ErrorCode,
    base64::{self, Base64Error},
};

/// Files that make Firefox start or load programs, or that belong to another run.
const LEFT_OUT: &[&str] = &[
    "handlers.json",
    "mimeTypes.rdf",
    "pkcs11.txt",
    "secmod.db",
    // Firefox's own JavaScript, compiled, and what says that it is of this build.
    "startupCache",
    "compatibility.ini",
    // What Firefox has found out about the addons, their rights too. It looks at them anew.
    "addonStartup.json.lz4",
    "extensions.json",
    // Addons that are updates of Firefox itself.
    "features",
    "lock",
    ".parentlock",
    "parent.lock",
    "MarionetteActivePort",
    "WebDriverBiDiServer.json",
];

/// Folders of the same sort begin with this: media plugins, which are native code.
const LEFT_OUT_PREFIX: &str = "gmp-";

/// Why a profile was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProfileError {
    #[error(transparent)]
    Base64(#[from] Base64Error),
    #[error("the profile in `moz:firefoxOptions` was refused: {0}")]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Folder(#[from] StartError),
    #[error("the unpacking of the profile was interrupted")]
    Interrupted,
}

impl Cause for ProfileError {
    fn code(&self) -> ErrorCode {
        match self {
            Self::Base64(_) | Self::Archive(_) => ErrorCode::InvalidArgument,
            Self::Folder(error) => error.code(),
            Self::Interrupted => ErrorCode::SessionNotCreated,
        }
    }

    fn cure(&self) -> Option<String> {
        match self {
            Self::Base64(error) => error.cure(),
            Self::Archive(_) => Some(
                "Send a zip of the files in a profile folder: plain files and folders, at most \
                 20,000 of them and 2 GiB."
                    .into(),
            ),
            Self::Folder(error) => error.cure(),
            Self::Interrupted => Some("The server is stopping, or see its log.".into()),
        }
    }
}

/// Unpacks a profile into a folder of ours, where the Firefox that is to be started can read it.
pub(crate) async fn unpack(
    text: String,
    launch: Launch,
    state: Arc<StateDir>,
) -> Result<Arc<TempFolder>, ProfileError> {
    let work = tokio::task::spawn_blocking(move || {
        let bytes = base64::decode("moz:firefoxOptions.profile", &text)?;
        let folder = new_profile_folder(&launch, &state)?;
        archive::unpack(
            Cursor::new(bytes),
            folder.path(),
            &Limits::default(),
            is_wanted,
        )?;
        Ok(Arc::new(folder))
    });
    work.await.map_err(|_| ProfileError::Interrupted)?
}

/// Whether a file of the archive goes into the profile.
fn is_wanted(path: &Path) -> bool {
    let Some(top) = path.iter().next().and_then(|part| part.to_str()) else {
        return false;
    };
    // The file systems of some machines do not tell capitals apart.
    let unwanted = LEFT_OUT.iter().any(|name| top.eq_ignore_ascii_case(name))
        || top.to_ascii_lowercase().starts_with(LEFT_OUT_PREFIX);
    if unwanted {
        tracing::info!(file = %path.display(), "left out of an uploaded profile");
    }
    !unwanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_starts_programs_is_left_out() {
        for name in [
            "handlers.json",
            "Handlers.json",
            "pkcs11.txt",
            "gmp-x/1/lib.so",
            "lock",
            "startupCache/scriptCache.bin",
            "StartupCache/scriptCache.bin",
            "compatibility.ini",
            "addonStartup.json.lz4",
            "extensions.json",
            "features/{x}/a@b.xpi",
        ] {
            assert!(!is_wanted(Path::new(name)), "{name}");
        }
        for name in [
            "prefs.js",
            "user.js",
            "cert9.db",
            "extensions/a@b.xpi",
            "x/handlers.json",
        ] {
            assert!(is_wanted(Path::new(name)), "{name}");
        }
    }
}
