//! A sample of each cause, for `docs/errors/agent.md`.

use std::{io, net::SocketAddr};

use hansom_testkit::{ErrorPage, Told};

use crate::agent::AgentError;

#[test]
fn the_page_of_errors_has_every_cause() {
    let samples = vec![AgentError {
        address: SocketAddr::from(([127, 0, 0, 1], 8100)),
        source: io::Error::from(io::ErrorKind::AddrInUse),
    }];
    ErrorPage::new("agent")
        .table_of(
            "AgentError",
            "The agent does not come up",
            include_str!("agent.rs"),
            samples,
            |_| Told::ends_the_program(5),
        )
        .check();
}
