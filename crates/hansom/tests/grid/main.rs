//! The server behind a real Selenium Grid 4, with the file that `hansom grid-config` prints.
//!
//! These tests need Java and Grid's jar, so they are ignored unless somebody asks for them;
//! `scripts/test` does: `HANSOM_GRID_JAR=$(scripts/grid-jar) cargo test --test grid -- --ignored`.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;
mod outage;
mod queue;
mod sessions;
