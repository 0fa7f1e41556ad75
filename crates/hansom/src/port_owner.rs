//! Who has a port. Best effort: another user's process may be invisible.

use listeners::Protocol;

/// ` by NAME (pid N)`, or nothing when it cannot be known.
pub(crate) fn describe(port: u16) -> String {
    listeners::get_process_by_port(port, Protocol::TCP).map_or_else(
        |_| String::new(),
        |process| format!(" by {} (pid {})", process.name, process.pid),
    )
}
