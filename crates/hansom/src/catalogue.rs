//! A sample of each cause, for `docs/errors/hansom.md`.

use std::{io, net::SocketAddr};

use hansom_testkit::{ErrorPage, Told};

use crate::{
    cli::{CliError, ConfigError},
    exit::Failure,
};

fn files() -> Vec<ConfigError> {
    let path = || "/etc/hansom.toml".into();
    vec![
        ConfigError::Unreadable {
            path: path(),
            source: io::Error::from(io::ErrorKind::NotFound),
        },
        ConfigError::Syntax {
            path: path(),
            line: 3,
            reason: "key with no value, expected `=`".into(),
        },
        ConfigError::UnknownKey {
            path: path(),
            line: 1,
            key: "prot".into(),
            hint: "; did you mean `port`?".into(),
        },
        ConfigError::BadValue {
            path: path(),
            line: 2,
            key: "no-auth".into(),
            reason: "must be true or false".into(),
        },
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    let failures = vec![
        Failure::Setting("what is wrong with the settings".into()),
        Failure::PortTaken {
            address: SocketAddr::from(([127, 0, 0, 1], 4444)),
            by: " by node (pid 812)".into(),
        },
        Failure::CannotRun("what the server or the machine says".into()),
        Failure::Output(io::Error::from(io::ErrorKind::StorageFull)),
    ];
    ErrorPage::new("hansom")
        .note("A command line that is not understood is explained by `--help`; exit code 2.")
        .table_of(
            "Failure",
            "The program ends",
            include_str!("exit.rs"),
            failures,
            |failure| Told::ends_the_program(failure.exit_code()),
        )
        .table_of(
            "ConfigError",
            "The configuration file",
            include_str!("cli/file.rs"),
            files(),
            |error| Told::ends_the_program(Failure::from(CliError::File(error)).exit_code()),
        )
        .check();
}
