//! Why a server does not come up.

use std::{io, net::SocketAddr, path::PathBuf};

/// Why a server does not come up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Nothing to listen on.
    #[error("no address to listen on was given")]
    NoAddress,
    /// The port is in use.
    #[error(
        "{address} is in use by another program. Choose another port with --port, or 0 for any."
    )]
    AddressInUse {
        /// Which.
        address: SocketAddr,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// Beyond loopback without a token.
    #[error(
        "{address} can be reached from other machines, so clients must show a token. Set one with \
         --token, or say --no-auth if everybody who reaches this machine may drive it."
    )]
    TokenRequired {
        /// The address that is not loopback.
        address: SocketAddr,
    },
    /// An entry of `--allow-hosts` is not a host name.
    #[error(
        "`{entry}` after --allow-hosts is not a host name such as `name`, `name:port` or `.suffix`"
    )]
    BadHost {
        /// As given.
        entry: String,
    },
    /// An entry of `--allow-origins` is not an origin.
    #[error("`{entry}` after --allow-origins is not an origin such as `https://tool.example:8080`")]
    BadOrigin {
        /// As given.
        entry: String,
    },
    /// The external address is not one.
    #[error("`{url}` after --external-url is not an address such as `https://lab.example/grid`")]
    BadExternalUrl {
        /// As given.
        url: String,
    },
    /// The base path is not one.
    #[error("`{path}` after --base-path is not a path such as `/wd/hub`")]
    BadBasePath {
        /// As given.
        path: String,
    },
    /// A TLS file cannot be used.
    #[error(
        "the TLS file {} cannot be used: {reason}. Name PEM files: the certificate chain with \
         --tls-cert, its private key with --tls-key.",
        path.display()
    )]
    Tls {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}
