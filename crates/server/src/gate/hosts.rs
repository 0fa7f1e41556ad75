//! Host names as they are written in requests and after `--allow-hosts`.

use std::net::{IpAddr, Ipv6Addr};

/// An entry of `--allow-hosts`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HostRule {
    name: String,
    with_subdomains: bool,
    port: Option<u16>,
}

impl HostRule {
    /// Reads `name`, `name:port`, `.suffix` or `*.suffix`.
    pub(super) fn parse(entry: &str) -> Option<Self> {
        let entry = entry.trim();
        let suffix = entry.strip_prefix("*.").or_else(|| entry.strip_prefix('.'));
        let (name, port) = split(suffix.unwrap_or(entry))?;
        Some(Self {
            name,
            with_subdomains: suffix.is_some(),
            port,
        })
    }

    /// Whether it covers a host. The port counts only when the entry has one.
    pub(super) fn allows(&self, name: &str, port: Option<u16>) -> bool {
        let fits = name == self.name
            || (self.with_subdomains
                && name
                    .strip_suffix(&self.name)
                    .is_some_and(|rest| rest.ends_with('.')));
        fits && (self.port.is_none() || self.port == port)
    }

    /// Whether it names that very host, not only a suffix of it.
    pub(super) fn names(&self, name: &str, port: Option<u16>) -> bool {
        name == self.name && self.allows(name, port)
    }
}

/// Splits `host[:port]` into a lower-case name and the port; `None` when it is no such thing.
pub(super) fn split(authority: &str) -> Option<(String, Option<u16>)> {
    let (name, port) = if let Some(rest) = authority.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        address.parse::<Ipv6Addr>().ok()?;
        (
            address,
            port.strip_prefix(':').or(port.is_empty().then_some(""))?,
        )
    } else {
        authority.split_once(':').unwrap_or((authority, ""))
    };
    let port = match port {
        "" => None,
        digits => Some(digits.parse().ok()?),
    };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let legal = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b':');
    (!name.is_empty() && name.bytes().all(legal)).then_some((name, port))
}

/// Names that no stranger's DNS can point here: IP addresses, `localhost` and names below it.
pub(super) fn always_allowed(name: &str) -> bool {
    cannot_be_rebound(name) || name.ends_with(".localhost")
}

/// The ones that everybody resolves alike; a resolver may ask the network about `x.localhost`.
pub(super) fn cannot_be_rebound(name: &str) -> bool {
    name == "localhost" || name.parse::<IpAddr>().is_ok()
}
