//! The server behind a real Selenium Grid 4, with the file that `hansom grid-config` prints.
//!
//! These tests need Java and Grid's jar, so they are ignored unless somebody asks for them;
//! `scripts/test` does:
//! `HANSOM_GRID_JAR=$(scripts/grid-jar) cargo test --test end_to_end grid:: -- --ignored`.

mod outage;
mod queue;
mod sessions;
mod standalone;
