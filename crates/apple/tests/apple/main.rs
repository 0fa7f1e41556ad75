//! The Apple room against an agent that lies and an `xcrun` that records.
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod agent_link;
mod cable;
mod calls;
mod simctl;
mod supervision;
mod support;
