//! A sample of each cause, for `docs/errors/server.md`.

use std::{io, net::SocketAddr};

use hansom_testkit::{ErrorPage, Told};

use crate::{BindError, gate::Refusal};

fn starts() -> Vec<BindError> {
    let address = SocketAddr::from(([192, 0, 2, 7], 4444));
    vec![
        BindError::NoAddress,
        BindError::AddressInUse { address },
        BindError::Listen {
            address,
            source: io::Error::from(io::ErrorKind::AddrNotAvailable),
        },
        BindError::TokenRequired { address },
        BindError::BadHost {
            entry: "lab/1".into(),
        },
        BindError::BadOrigin {
            entry: "tool".into(),
        },
        BindError::BadExternalUrl { url: "lab".into() },
        BindError::BadBasePath {
            path: "wd hub".into(),
        },
        BindError::Tls {
            path: "/etc/hansom/cert.pem".into(),
            reason: "it holds no certificate".into(),
        },
    ]
}

#[test]
fn the_page_of_errors_has_every_cause() {
    let samples = vec![
        Refusal::BadHost,
        Refusal::Host {
            name: "lab.example".into(),
        },
        Refusal::Origin {
            origin: "https://tool.example".into(),
        },
        Refusal::Nowhere {
            origin: "null".into(),
        },
        Refusal::ContentType {
            given: "`text/plain`".into(),
        },
        Refusal::NoToken,
        Refusal::WrongToken,
    ];
    ErrorPage::new("server")
        .table_of(
            "Refusal",
            "The gate",
            include_str!("gate/refusal.rs"),
            samples,
            |refusal| {
                let status = refusal.status();
                Told::answered_with(refusal, status)
            },
        )
        .table_of(
            "BindError",
            "The server does not come up",
            include_str!("error.rs"),
            starts(),
            |error| {
                Told::ends_the_program(match error {
                    BindError::AddressInUse { .. } => 4,
                    BindError::Listen { .. } => 5,
                    _ => 3,
                })
            },
        )
        .check();
}
