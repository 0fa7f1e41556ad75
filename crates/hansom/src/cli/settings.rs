//! The table of settings. One field is one flag, one environment variable (`HANSOM_` and the flag's
//! name), one key of the configuration file and one row of `docs/configuration.md`.
//!
//! The flags of geckodriver are among them, with its meanings, so that Selenium can start this
//! program as its driver executable.

use std::{path::PathBuf, time::Duration};

use bytesize::ByteSize;
use clap::{ArgAction, Args, ValueEnum};
use tracing_subscriber::filter::LevelFilter;

use super::values::{base_path, count, duration, feature, http_url, level, port, size, some};

/// What a server can be told.
#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Settings {
    /// Read settings from this TOML file; flags and environment win over it
    #[arg(
        long,
        env = "HANSOM_CONFIG",
        value_name = "FILE",
        help_heading = "Configuration"
    )]
    pub(crate) config: Option<PathBuf>,

    /// Address or name to listen on
    #[arg(
        long,
        env = "HANSOM_HOST",
        default_value = "127.0.0.1",
        help_heading = "Listening"
    )]
    pub(crate) host: String,

    /// Port to listen on; 0 lets the system choose
    #[arg(
        short,
        long,
        env = "HANSOM_PORT",
        value_parser = port,
        default_value_t = 4444,
        help_heading = "Listening"
    )]
    pub(crate) port: u16,

    /// Serve below this path too; /wd/hub always works
    #[arg(long, env = "HANSOM_BASE_PATH", value_name = "PATH", value_parser = base_path, default_value = "", help_heading = "Listening")]
    pub(crate) base_path: String,

    /// Address under which clients reach this server, for the BiDi address in answers
    #[arg(
        long,
        env = "HANSOM_EXTERNAL_URL",
        value_parser = http_url,
        value_name = "URL",
        help_heading = "Listening"
    )]
    pub(crate) external_url: Option<String>,

    /// Certificate chain (PEM); serves HTTPS together with --tls-key
    #[arg(
        long,
        env = "HANSOM_TLS_CERT",
        value_name = "FILE",
        help_heading = "Listening"
    )]
    pub(crate) tls_cert: Option<PathBuf>,

    /// Private key (PEM) of the certificate
    #[arg(
        long,
        env = "HANSOM_TLS_KEY",
        value_name = "FILE",
        help_heading = "Listening"
    )]
    pub(crate) tls_key: Option<PathBuf>,

    /// Names clients may have in the Host header, besides IP addresses and localhost; a leading dot matches a suffix
    #[arg(long, env = "HANSOM_ALLOW_HOSTS", value_name = "NAMES", num_args = 1.., value_delimiter = ',', help_heading = "Who may ask")]
    pub(crate) allow_hosts: Vec<String>,

    /// Origins whose web pages may call this server; none by default
    #[arg(long, env = "HANSOM_ALLOW_ORIGINS", value_name = "URLS", num_args = 1.., value_delimiter = ',', help_heading = "Who may ask")]
    pub(crate) allow_origins: Vec<String>,

    /// Token that clients must send (bearer, or password of basic); prefer --token-file
    #[arg(
        long,
        env = "HANSOM_TOKEN",
        hide_env_values = true,
        help_heading = "Who may ask"
    )]
    pub(crate) token: Option<String>,

    /// File whose first line is the token
    #[arg(
        long,
        env = "HANSOM_TOKEN_FILE",
        value_name = "FILE",
        help_heading = "Who may ask"
    )]
    pub(crate) token_file: Option<PathBuf>,

    /// Listen beyond loopback without a token: whoever reaches the port drives this machine
    #[arg(long, env = "HANSOM_NO_AUTH", help_heading = "Who may ask")]
    pub(crate) no_auth: bool,

    /// Grant powers of the operator to clients, as driver:feature (see docs/security.md)
    #[arg(long, env = "HANSOM_ALLOW_INSECURE", value_name = "FEATURES", value_parser = feature, value_delimiter = ',', action = ArgAction::Append, help_heading = "Who may ask")]
    pub(crate) allow_insecure: Vec<String>,

    /// Take powers away, as driver:feature; wins over every grant
    #[arg(long, env = "HANSOM_DENY_INSECURE", value_name = "FEATURES", value_parser = feature, value_delimiter = ',', action = ArgAction::Append, help_heading = "Who may ask")]
    pub(crate) deny_insecure: Vec<String>,

    /// Grant browser:system_access (the chrome context), as geckodriver spells it
    #[arg(long, env = "HANSOM_ALLOW_SYSTEM_ACCESS", help_heading = "Who may ask")]
    pub(crate) allow_system_access: bool,

    /// Sessions at the same time; unlimited when absent
    #[arg(
        long,
        env = "HANSOM_MAX_SESSIONS",
        value_parser = some,
        value_name = "N",
        help_heading = "Limits"
    )]
    pub(crate) max_sessions: Option<usize>,

    /// Largest request body
    #[arg(
        long,
        env = "HANSOM_MAX_BODY",
        value_parser = size,
        value_name = "SIZE",
        default_value = "512MiB",
        help_heading = "Limits"
    )]
    pub(crate) max_body: ByteSize,

    /// Connections at the same time
    #[arg(
        long,
        env = "HANSOM_MAX_CONNECTIONS",
        value_parser = some,
        value_name = "N",
        default_value_t = 1024,
        help_heading = "Limits"
    )]
    pub(crate) max_connections: usize,

    /// End a session that gets no command for so long; 0 is never; absent: 60 s for mobile sessions, never for browsers
    #[arg(long, env = "HANSOM_NEW_COMMAND_TIMEOUT", value_name = "SECONDS", value_parser = duration, help_heading = "Limits")]
    pub(crate) new_command_timeout: Option<Duration>,

    /// Longest run of one command; 0 is for ever
    #[arg(long, env = "HANSOM_COMMAND_TIMEOUT", value_name = "SECONDS", value_parser = duration, default_value = "3600", help_heading = "Limits")]
    pub(crate) command_timeout: Duration,

    /// After a stop signal, wait so long for open sessions to end
    #[arg(long, env = "HANSOM_DRAIN_TIMEOUT", value_name = "SECONDS", value_parser = duration, default_value = "30", help_heading = "Limits")]
    pub(crate) drain_timeout: Duration,

    /// Firefox to start; searched for when absent
    #[arg(
        short,
        long,
        env = "HANSOM_BINARY",
        value_name = "FILE",
        help_heading = "Firefox"
    )]
    pub(crate) binary: Option<PathBuf>,

    /// Folder for Firefox profiles; inside the state directory when absent
    #[arg(
        long,
        env = "HANSOM_PROFILE_ROOT",
        value_name = "FOLDER",
        help_heading = "Firefox"
    )]
    pub(crate) profile_root: Option<PathBuf>,

    /// Longest start of a browser, unless a session says otherwise
    #[arg(long, env = "HANSOM_STARTUP_TIMEOUT", value_name = "SECONDS", value_parser = duration, default_value = "60", help_heading = "Firefox")]
    pub(crate) startup_timeout: Duration,

    /// Browsers to keep started, so that a session begins at once
    #[arg(
        long,
        env = "HANSOM_WARM",
        value_parser = count,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Firefox"
    )]
    pub(crate) warm: usize,

    /// Use a Firefox that already runs with -marionette, and leave it running; one browser session at a time
    #[arg(long, env = "HANSOM_CONNECT_EXISTING", help_heading = "Firefox")]
    pub(crate) connect_existing: bool,

    /// Machine of the Firefox to connect to; needs --connect-existing
    #[arg(
        long,
        env = "HANSOM_MARIONETTE_HOST",
        value_name = "HOST",
        default_value = "127.0.0.1",
        help_heading = "Firefox"
    )]
    pub(crate) marionette_host: String,

    /// Marionette port of the browser; one session at a time then. 0 lets the system choose, and is 2828 with --connect-existing
    #[arg(
        long,
        env = "HANSOM_MARIONETTE_PORT",
        value_parser = port,
        value_name = "PORT",
        default_value_t = 0,
        help_heading = "Firefox"
    )]
    pub(crate) marionette_port: u16,

    /// Accepted for geckodriver's callers; BiDi runs through --port
    #[arg(
        long,
        env = "HANSOM_WEBSOCKET_PORT",
        value_parser = port,
        value_name = "PORT",
        help_heading = "Firefox"
    )]
    pub(crate) websocket_port: Option<u16>,

    /// Virtual phones to keep booted, so that a session on one begins at once; some 250 MB each
    #[arg(
        long,
        env = "HANSOM_WARM_PHONES",
        value_parser = count,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Mobile"
    )]
    pub(crate) warm_phones: usize,

    /// ffmpeg, for films; searched for in PATH when absent
    #[arg(
        long,
        env = "HANSOM_FFMPEG",
        value_name = "FILE",
        help_heading = "Mobile"
    )]
    pub(crate) ffmpeg: Option<PathBuf>,

    /// Folder for everything this server writes
    #[arg(
        long,
        env = "HANSOM_STATE_DIR",
        value_name = "FOLDER",
        help_heading = "Operation"
    )]
    pub(crate) state_dir: Option<PathBuf>,

    /// How log lines look
    #[arg(long, env = "HANSOM_LOG_FORMAT", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text, help_heading = "Operation")]
    pub(crate) log_format: LogFormat,

    /// What is logged: off, error, warn, info, debug or trace (geckodriver's fatal and config work too)
    #[arg(long, visible_alias = "log", env = "HANSOM_LOG_LEVEL", value_name = "LEVEL", value_parser = level, default_value = "info", help_heading = "Operation")]
    pub(crate) log_level: LevelFilter,

    /// Log more: -v is debug, -vv is trace
    #[arg(short, long, action = ArgAction::Count, help_heading = "Operation")]
    pub(crate) verbose: u8,

    /// Accepted for geckodriver's callers; bodies are not logged
    #[arg(long, hide = true)]
    pub(crate) log_no_truncate: bool,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// One readable line per event.
    Text,
    /// One JSON object per event.
    Json,
}

impl Settings {
    /// The level after `-v`.
    pub(crate) fn level(&self) -> LevelFilter {
        match self.verbose {
            0 => self.log_level,
            1 => self.log_level.max(LevelFilter::DEBUG),
            _ => LevelFilter::TRACE,
        }
    }
}
