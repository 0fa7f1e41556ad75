//! What the operator decides. Plain data; the command line fills it.

use std::{
    fmt,
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use hansom_protocol::Grants;

/// Everything that can be set.
#[derive(Debug, Clone)]
pub struct Config {
    /// Addresses to listen on.
    pub listen: Vec<SocketAddr>,
    /// A prefix of all paths, such as `/wd/hub` (which always works too); empty for none.
    pub base_path: String,
    /// Host names to answer to, besides IP addresses and `localhost`: `name`, `name:port`,
    /// `.suffix` or `*.suffix`.
    pub allow_hosts: Vec<String>,
    /// Origins of web pages that may send requests, such as `https://tool.example`.
    pub allow_origins: Vec<String>,
    /// Tokens of which a client must show one; none for no authentication.
    pub tokens: Vec<Token>,
    /// Listen beyond loopback without a token.
    pub no_auth: bool,
    /// The operator's powers and who has them.
    pub grants: Grants,
    /// Certificate and key, to speak TLS.
    pub tls: Option<Tls>,
    /// The address under which clients reach the server, when it is not the one in their requests.
    pub external_url: Option<String>,
    /// Sizes, counts and times.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: vec![SocketAddr::from((Ipv4Addr::LOCALHOST, 4444))],
            base_path: String::new(),
            allow_hosts: Vec::new(),
            allow_origins: Vec::new(),
            tokens: Vec::new(),
            no_auth: false,
            grants: Grants::loopback(),
            tls: None,
            external_url: None,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Whether it listens on loopback addresses only.
    pub fn loopback_only(&self) -> bool {
        self.listen.iter().all(|address| address.ip().is_loopback())
    }
}

/// Files in PEM form.
#[derive(Debug, Clone)]
pub struct Tls {
    /// The certificate and those that vouch for it.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// A secret that lets a client in. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Takes the secret.
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// Sizes, counts and times.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest body of a request, in bytes.
    pub max_body: u64,
    /// Connections at a time; more wait to be accepted.
    pub max_connections: usize,
    /// Sessions at a time, those that are just starting included.
    pub max_sessions: Option<usize>,
    /// How long a request's head may take to arrive.
    pub header_timeout: Duration,
    /// How long a request's body may pause.
    pub body_timeout: Duration,
    /// How long a client may take nothing of its answer.
    pub write_timeout: Duration,
    /// How long a connection may stay open without a request.
    pub keep_alive: Duration,
    /// How long a session may go without a command, unless the client says otherwise; zero is for
    /// ever, `None` leaves it to the driver.
    pub new_command_timeout: Option<Duration>,
    /// How long one command may run; `None` is for ever.
    pub command_timeout: Option<Duration>,
    /// How long a session may take to start.
    pub start_timeout: Duration,
    /// How long a session may take to close before it is killed.
    pub close_timeout: Duration,
    /// How long sessions may go on after the server was asked to stop.
    pub drain_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body: 512 * 1024 * 1024,
            max_connections: 1024,
            max_sessions: None,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(30),
            write_timeout: Duration::from_mins(1),
            keep_alive: Duration::from_mins(10),
            new_command_timeout: None,
            command_timeout: Some(Duration::from_hours(1)),
            start_timeout: Duration::from_mins(10),
            close_timeout: Duration::from_secs(10),
            drain_timeout: Duration::from_secs(30),
        }
    }
}
