//! Which addresses a host name means, and whether they leave this machine.

use std::{
    io,
    net::{SocketAddr, ToSocketAddrs as _},
};

/// The addresses to listen on, IPv4 first, without duplicates. With port 0 only one, because each
/// would get a port of its own.
pub(crate) fn resolve(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    // An IPv6 address may be written as in a URL.
    let bare = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(host);
    let mut addresses: Vec<SocketAddr> = (bare, port).to_socket_addrs()?.collect();
    addresses.sort_by_key(|address| (address.is_ipv6(), *address));
    addresses.dedup();
    if port == 0 {
        addresses.truncate(1);
    }
    if addresses.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::NotFound,
            format!("`{host}` has no address"),
        ));
    }
    Ok(addresses)
}

/// Whether nobody outside this machine can reach them.
pub(crate) fn on_loopback(addresses: &[SocketAddr]) -> bool {
    addresses
        .iter()
        .all(|address| address.ip().to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_itself_with_or_without_brackets() {
        assert_eq!(
            resolve("127.0.0.1", 4444).unwrap(),
            ["127.0.0.1:4444".parse().unwrap()]
        );
        assert_eq!(resolve("[::1]", 1).unwrap(), ["[::1]:1".parse().unwrap()]);
        assert_eq!(resolve("::1", 1).unwrap(), ["[::1]:1".parse().unwrap()]);
    }

    #[test]
    fn loopback_means_every_address() {
        let loopback = resolve("127.0.0.1", 1).unwrap();
        assert!(on_loopback(&loopback));
        let mapped = "[::ffff:127.0.0.1]:1".parse().unwrap();
        assert!(on_loopback(&[mapped]));
        let open = resolve("0.0.0.0", 1).unwrap();
        assert!(!on_loopback(&open));
        assert!(!on_loopback(&[loopback[0], open[0]]));
    }
}
