//! A sample of each cause, for `docs/errors/host.md`.

use std::io;

use hansom_testkit::ErrorPage;

use crate::HostError;

#[test]
fn the_page_of_errors_has_every_cause() {
    let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
    let samples = vec![
        HostError::StateDir {
            path: "/var/lib/hansom".into(),
            source: denied(),
        },
        HostError::Folder {
            path: "/tmp/hansom/profile".into(),
            source: io::Error::from(io::ErrorKind::StorageFull),
        },
        HostError::ProgramNotFound {
            program: "ffmpeg".into(),
        },
        HostError::Spawn {
            program: "ffmpeg".into(),
            source: denied(),
        },
        HostError::Stopping,
        HostError::Signals { source: denied() },
    ];
    ErrorPage::new("host")
        .table(
            "HostError",
            "Processes and folders",
            include_str!("error.rs"),
            samples,
        )
        .check();
}
