//! A sample of each cause, for `docs/errors/browser.md`.

use std::io;

use hansom_firefox::Existing;
use hansom_host::archive::ArchiveError;
use hansom_protocol::{Error, base64::Base64Error};
use hansom_testkit::{ErrorPage, Told};

use zip::result::ZipError;

use crate::{
    addon::error::AddonError, existing::ExistingError, files::error::FileError,
    fullpage::error::FullPageError, options::OptionsError, profile::ProfileError, turns::TurnError,
};

fn io_error() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

fn options() -> Vec<OptionsError> {
    vec![
        OptionsError::Type {
            name: "moz:firefoxOptions.args".into(),
            wanted: "an array of strings",
        },
        OptionsError::UnknownField("arguments".into()),
        OptionsError::UnknownCapability("moz:nonsense".into()),
        OptionsError::UnknownCapability("hansom:nonsense".into()),
        OptionsError::Android("androidPackage".into()),
        OptionsError::LogLevel("loud".into()),
        OptionsError::ForbiddenArgument("--marionette".into()),
        OptionsError::UselessArgument("-P".into()),
        OptionsError::OddArgument("-new-tab".into()),
        OptionsError::ProfileWithoutFolder,
        OptionsError::TwoProfiles,
        OptionsError::ForbiddenVariable("MOZ_MARIONETTE".into()),
        OptionsError::OddVariable("A=B".into()),
        OptionsError::PrefRange("network.http.max-connections".into()),
        OptionsError::OddPref("general.useragent.override".into()),
    ]
}

fn existing() -> Vec<ExistingError> {
    vec![
        ExistingError::TooLate("a profile"),
        ExistingError::OtherVersion {
            asked: "115".into(),
            runs: "153.7.0".into(),
        },
    ]
}

fn turns() -> Vec<TurnError> {
    vec![
        TurnError::Existing(Existing {
            host: "127.0.0.1".into(),
            port: 2828,
        }),
        TurnError::Port(2828),
    ]
}

fn addons() -> Vec<AddonError> {
    let path = || "/home/me/addon".into();
    let words = || (String::from("what Firefox says"), String::new());
    let ((message, stack), (unmoved, trace)) = (words(), words());
    vec![
        AddonError::UnknownKeys("temporry".into()),
        AddonError::Neither,
        AddonError::Both,
        AddonError::Relative("addon.xpi".into()),
        AddonError::Unreadable(path(), io_error()),
        AddonError::OddPath(path()),
        AddonError::NotAZip("`addon`".into()),
        AddonError::NoManifest("`addon`".into()),
        AddonError::FolderNotTemporary(path()),
        AddonError::Write(path(), io_error()),
        AddonError::Interrupted,
        AddonError::Unsigned,
        AddonError::Refused { message, stack },
        AddonError::EmptyId,
        AddonError::NotUninstalled {
            message: unmoved,
            stack: trace,
        },
    ]
}

fn files() -> Vec<FileError> {
    vec![
        FileError::Archive(ArchiveError::Escapes("../x".into())),
        FileError::NotOne(2),
        FileError::NotAName("../secret".into()),
        FileError::NoSuchDownload {
            name: "report.pdf".into(),
            there: "notes.txt".into(),
        },
        FileError::Unfinished("report.pdf".into()),
        FileError::Disk("/tmp/hansom/uploads".into(), io_error()),
        FileError::Interrupted,
    ]
}

fn archives() -> Vec<ArchiveError> {
    vec![
        ArchiveError::NotAZip(ZipError::InvalidArchive("no end of the directory".into())),
        ArchiveError::Escapes("../x".into()),
        ArchiveError::Special("link".into()),
        ArchiveError::Twice("a.txt".into()),
        ArchiveError::Encrypted("a.txt".into()),
        ArchiveError::TooMany {
            found: 30_000,
            limit: 20_000,
        },
        ArchiveError::TooLarge {
            limit: 2_147_483_648,
        },
        ArchiveError::TooDense { limit: 200 },
        ArchiveError::Entry {
            entry: "a.txt".into(),
            source: io::Error::from(io::ErrorKind::InvalidData),
        },
        ArchiveError::Write {
            path: "/tmp/hansom/uploads/a.txt".into(),
            source: io::Error::from(io::ErrorKind::StorageFull),
        },
    ]
}

fn pictures() -> Vec<FullPageError> {
    vec![
        FullPageError::TooLarge {
            width: 1000,
            height: 2_000_000,
        },
        FullPageError::Empty,
        FullPageError::Unmeasured,
        FullPageError::Firefox(Error::unknown("what Firefox says")),
        FullPageError::Base64(Base64Error::NotBase64 {
            name: "tile".into(),
            reason: "'!' stands at 8".into(),
        }),
        FullPageError::Decode(png::DecodingError::IoError(io_error())),
        FullPageError::Encode(png::EncodingError::IoError(io_error())),
        FullPageError::Write(io_error()),
        FullPageError::Changed,
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    let profiles = vec![
        ProfileError::Archive(ArchiveError::Escapes("../x".into())),
        ProfileError::Interrupted,
    ];
    ErrorPage::new("browser")
        .table(
            "OptionsError",
            "Capabilities",
            include_str!("options/error.rs"),
            options(),
        )
        .table(
            "ProfileError",
            "A profile that is sent",
            include_str!("profile.rs"),
            profiles,
        )
        .table(
            "ExistingError",
            "A Firefox that already runs",
            include_str!("existing.rs"),
            existing(),
        )
        .table(
            "TurnError",
            "One Firefox for all sessions",
            include_str!("turns.rs"),
            turns(),
        )
        .table(
            "AddonError",
            "Addons",
            include_str!("addon/error.rs"),
            addons(),
        )
        .table(
            "FileError",
            "Files",
            include_str!("files/error.rs"),
            files(),
        )
        .table_of(
            "ArchiveError",
            "What is sent as an archive: profiles, files",
            include_str!("../../host/src/archive/error.rs"),
            archives(),
            |error| Told::answered(FileError::Archive(error)),
        )
        .table(
            "FullPageError",
            "Pictures of whole pages",
            include_str!("fullpage/error.rs"),
            pictures(),
        )
        .check();
}
