//! The routes we serve against the routes an agent has.

use hansom_agent::{Prefix, table};
use hansom_testkit::{AGENT_ROUTES, AgentRoute};

/// Spellings of older agents that clients still send.
const LENIENT: &[(&str, &str)] = &[
    ("POST", "/wda/homescreen"),
    ("POST", "/wda/tap/:uuid"),
    ("POST", "/wda/device/appearance"),
    ("POST", "/keys"),
];

fn served(route: &AgentRoute) -> bool {
    let there = |place: &[Prefix]| {
        table().iter().any(|row| {
            row.method == route.method && row.path == route.path && place.contains(&row.prefix)
        })
    };
    (!route.in_session || there(&[Prefix::Session, Prefix::Both]))
        && (!route.outside || there(&[Prefix::None, Prefix::Both]))
}

#[test]
fn every_route_of_an_agent_is_served_or_has_a_reason_why_not() {
    for route in AGENT_ROUTES {
        assert_eq!(
            served(route),
            route.unserved.is_none(),
            "{} {}: {:?}",
            route.method,
            route.path,
            route.unserved
        );
    }
}

#[test]
fn nothing_is_served_that_no_agent_has_but_older_spellings() {
    for row in table() {
        let known = AGENT_ROUTES
            .iter()
            .any(|route| route.method == row.method && route.path == row.path);
        assert!(
            known || LENIENT.contains(&(row.method, row.path)),
            "{} {}",
            row.method,
            row.path
        );
    }
}
