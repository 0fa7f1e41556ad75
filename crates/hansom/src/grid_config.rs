//! `hansom grid-config`: the configuration of a Selenium Grid 4 node that relays to this server.
//!
//! Grid never asks a relayed server what it can do; the node's file says it, as pairs of a number of
//! slots and a stereotype. A relay takes a request only if everything that its stereotype and the
//! request both name is equal, so stereotypes name as little as they can. `docs/grid.md` has the rules.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    net::{IpAddr, Ipv4Addr},
    num::NonZero,
    process::ExitCode,
    thread::available_parallelism,
    time::Duration,
};

use hansom_device::Version;
use hansom_firefox::{find::Installation, find_binary};
use hansom_phone::PhoneOptions;
use hansom_protocol::Cause as _;
use serde_json::{Value, json};

use crate::{cli, cli::Settings, exit::Failure};

/// How much longer this server keeps an idle session than Grid does: Grid ends it and frees its slot,
/// and when Grid is gone, this server ends it all the same.
const GRACE: Duration = Duration::from_secs(30);

/// What the node is to offer.
#[derive(Debug, clap::Args)]
pub(crate) struct GridOptions {
    /// Address under which the node reaches this server; from --external-url, or --host and --port, when absent
    #[arg(long, value_parser = cli::http_url, help_heading = "Grid")]
    url: Option<String>,
    /// Slots for Firefox; --max-sessions, or one per processor, when absent
    #[arg(long, value_name = "N", help_heading = "Grid")]
    slots: Option<usize>,
    /// Slots for virtual phones; --max-sessions, or one per processor, when absent
    #[arg(long, value_name = "N", help_heading = "Grid")]
    phones: Option<usize>,
    /// System versions of the phones: Grid takes a request that names one only if it is listed here
    #[arg(
        long,
        value_name = "VERSIONS",
        value_delimiter = ',',
        help_heading = "Grid"
    )]
    phone_versions: Vec<Version>,
    /// Name the major version of Firefox in its slots, for a Grid with several
    #[arg(long, help_heading = "Grid")]
    pin_version: bool,
    /// Seconds after which Grid ends an idle session; its limit for one command too
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 300, help_heading = "Grid")]
    session_timeout: u64,
    /// Seconds between two looks of Grid at this server
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..), default_value_t = 10, help_heading = "Grid")]
    heartbeat: u64,
    /// Address of the hub; without it the file is for a standalone Grid too
    #[arg(long, value_name = "URL", value_parser = cli::http_url, help_heading = "Grid")]
    hub: Option<String>,
    /// Port of the node
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 5555,
        help_heading = "Grid"
    )]
    node_port: u16,
}

/// Prints the file.
pub(crate) fn run(options: &GridOptions, settings: &Settings) -> Result<ExitCode, Failure> {
    let firefox = find_binary(settings.binary.as_deref())
        .map_err(|error| Failure::CannotRun(error.told()))?;
    let file = file(options, settings, &firefox)?;
    io::stdout().write_all(file.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn file(
    options: &GridOptions,
    settings: &Settings,
    firefox: &Installation,
) -> Result<String, Failure> {
    let usual = settings
        .max_sessions
        .unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get));
    let slots = options.slots.unwrap_or(usual);
    let phones = options.phones.unwrap_or(usual);
    let most = settings
        .max_sessions
        .map_or(slots + phones, |max| max.min(slots + phones));
    if most == 0 {
        return Err(Failure::Setting(
            "a node without slots is of no use. Give --slots or --phones more than 0.".into(),
        ));
    }
    let mut text = head(options, firefox, most);
    let url = options.url.clone().unwrap_or_else(|| url(settings));
    let hub = options.hub.as_ref();
    let hub = hub.map_or(String::new(), |hub| format!("hub = {}\n", quoted(hub)));
    let _ = write!(
        text,
        "\n[server]\nport = {port}\n\
         \n[node]\n{hub}detect-drivers = false\nmax-sessions = {most}\n\
         session-timeout = {timeout}\nheartbeat-period = {heartbeat}\n\
         \n[relay]\nurl = {url}\nstatus-endpoint = \"/status\"\nprotocol-version = \"HTTP/1.1\"\nconfigs = [\n",
        port = options.node_port,
        timeout = options.session_timeout,
        heartbeat = options.heartbeat,
        url = quoted(&url),
    );
    let browser = (slots, browser(options, firefox));
    let phones = phone_stereotypes(options).map(|stereotype| (phones, stereotype));
    for (count, stereotype) in [browser].into_iter().chain(phones) {
        if count > 0 {
            let stereotype = quoted(&stereotype.to_string());
            let _ = writeln!(text, "  \"{count}\", {stereotype},");
        }
    }
    text.push_str("]\n");
    Ok(text)
}

/// What a reader of the file wants to know first: for which server it is, and how both are started.
fn head(options: &GridOptions, firefox: &Installation, most: usize) -> String {
    let idle = Duration::from_secs(options.session_timeout) + GRACE;
    format!(
        "# A Selenium Grid 4 node for hansom {}, with Firefox {} at {}.\n\
         # The server:  hansom --max-sessions {most} --new-command-timeout {}\n\
         # The node:    java -jar selenium-server.jar {} --config THIS_FILE\n",
        hansom_protocol::VERSION,
        firefox.version.as_deref().unwrap_or("of unknown version"),
        firefox.path.display(),
        idle.as_secs(),
        if options.hub.is_some() {
            "node"
        } else {
            "standalone"
        },
    )
}

fn browser(options: &GridOptions, firefox: &Installation) -> Value {
    let platform = match std::env::consts::OS {
        "macos" => "mac",
        other => other,
    };
    let mut stereotype = json!({
        "browserName": "firefox",
        "platformName": platform,
        "se:downloadsEnabled": true,
    });
    let major = firefox
        .version
        .as_ref()
        .and_then(|all| all.split('.').next());
    if let Some(major) = major.filter(|_| options.pin_version) {
        stereotype["browserVersion"] = major.into();
    }
    stereotype
}

fn phone_stereotypes(options: &GridOptions) -> impl Iterator<Item = Value> {
    let mut versions = options.phone_versions.clone();
    if versions.is_empty() {
        versions.push(PhoneOptions::default().os_version);
    }
    versions.into_iter().map(|version| {
        json!({
            "platformName": "iOS",
            "appium:automationName": "Virtual",
            "appium:platformVersion": version.to_string(),
        })
    })
}

/// Where the server is for somebody on the same machine.
fn url(settings: &Settings) -> String {
    if let Some(url) = &settings.external_url {
        return url.trim_end_matches('/').to_owned();
    }
    let scheme = if settings.tls_cert.is_some() {
        "https"
    } else {
        "http"
    };
    let host = settings.host.trim_matches(['[', ']']);
    let host = match host.parse() {
        Ok(any) if IpAddr::is_unspecified(&any) => Ipv4Addr::LOCALHOST.to_string(),
        Ok(IpAddr::V6(address)) => format!("[{address}]"),
        _ => host.to_owned(),
    };
    format!("{scheme}://{host}:{}{}", settings.port, settings.base_path)
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
