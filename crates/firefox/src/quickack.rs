//! Acknowledge at once what Firefox sends.
//!
//! Firefox does not switch Nagle's algorithm off on its side: the last short segment of a reply
//! waits for our acknowledgement, which the kernel holds back for 40 ms. The option does not stick,
//! so it is set before every read for which something is still on its way.

use tokio::net::TcpStream;

/// Sets it for what comes next. Failing costs time, not correctness, so errors are not told.
#[cfg(target_os = "linux")]
pub(crate) fn arm(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_tcp_quickack(stream, true);
}

/// Elsewhere the kernel has no such option.
#[cfg(not(target_os = "linux"))]
pub(crate) fn arm(_stream: &TcpStream) {}
