//! From settings to the server's configuration: what clap cannot judge, because it concerns several
//! settings or the files they name.

use std::{fs, path::Path, time::Duration};

use hansom_protocol::Grants;
use hansom_server::{Config, Limits, Tls, Token};

use crate::{address, cli::Settings, exit::Failure};

/// The configuration that the settings mean.
pub(crate) fn from(settings: &Settings) -> Result<Config, Failure> {
    check_marionette(settings)?;
    let listen = address::resolve(&settings.host, settings.port).map_err(|error| {
        Failure::Setting(format!(
            "cannot find the address of `{}`: {error}. Give an IP address or a name of this machine with --host.",
            settings.host
        ))
    })?;
    let grants = grants(settings, address::on_loopback(&listen))?;
    Ok(Config {
        listen,
        base_path: settings.base_path.clone(),
        allow_hosts: settings.allow_hosts.clone(),
        allow_origins: settings.allow_origins.clone(),
        tokens: token(settings)?.into_iter().collect(),
        no_auth: settings.no_auth,
        grants,
        tls: tls(settings)?,
        external_url: settings.external_url.clone(),
        limits: Limits {
            max_body: settings.max_body.as_u64(),
            max_connections: settings.max_connections,
            max_sessions: settings.max_sessions,
            new_command_timeout: settings.new_command_timeout,
            command_timeout: Some(settings.command_timeout).filter(|time| *time > Duration::ZERO),
            drain_timeout: settings.drain_timeout,
            ..Limits::default()
        },
    })
}

/// A Firefox that already runs leaves nothing to start, and only it can be elsewhere; a port is for
/// one Firefox.
fn check_marionette(settings: &Settings) -> Result<(), Failure> {
    let here = ["127.0.0.1", "localhost"].contains(&settings.marionette_host.as_str());
    let wrong = match (settings.connect_existing, settings.warm, here) {
        (true, 1.., _) => {
            "--warm starts browsers ahead, and --connect-existing starts none. Keep one of them."
        }
        (false, 1.., _) if settings.marionette_port != 0 => {
            "--warm starts browsers ahead, and --marionette-port has room for one browser at a time. Keep one of them."
        }
        (false, _, false) => {
            "--marionette-host is for a Firefox that already runs. Add --connect-existing, or leave it out."
        }
        _ => return Ok(()),
    };
    Err(Failure::Setting(wrong.into()))
}

fn grants(settings: &Settings, loopback: bool) -> Result<Grants, Failure> {
    let allow = settings.allow_insecure.iter().map(String::as_str);
    let geckodrivers = settings
        .allow_system_access
        .then_some("browser:system_access");
    let deny = settings.deny_insecure.iter().map(String::as_str);
    Grants::new(loopback, allow.chain(geckodrivers), deny)
        .map_err(|error| Failure::Setting(error.to_string()))
}

fn token(settings: &Settings) -> Result<Option<Token>, Failure> {
    match (&settings.token, &settings.token_file) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(Failure::Setting(
            "both a token and a token file are set. Keep one of --token and --token-file.".into(),
        )),
        (Some(token), None) => usable(token, "--token").map(Some),
        (None, Some(file)) => usable(&first_line(file)?, "the token file").map(Some),
    }
}

fn usable(token: &str, place: &str) -> Result<Token, Failure> {
    let token = token.trim();
    if token.is_empty() {
        Err(Failure::Setting(format!(
            "the token of {place} is empty. Put a long random word there."
        )))
    } else {
        Ok(Token::new(token))
    }
}

fn first_line(file: &Path) -> Result<String, Failure> {
    let text = fs::read_to_string(file).map_err(|error| {
        Failure::Setting(format!(
            "cannot read the token file {}: {error}. Name a file whose first line is the token.",
            file.display()
        ))
    })?;
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn tls(settings: &Settings) -> Result<Option<Tls>, Failure> {
    match (&settings.tls_cert, &settings.tls_key) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => Ok(Some(Tls {
            certificate: certificate.clone(),
            key: key.clone(),
        })),
        (Some(_), None) => Err(Failure::Setting(
            "a certificate without its key. Add --tls-key.".into(),
        )),
        (None, Some(_)) => Err(Failure::Setting(
            "a key without its certificate. Add --tls-cert.".into(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use hansom_protocol::Feature;

    use super::*;
    use crate::cli::Cli;

    fn config(words: &str) -> Result<Config, Failure> {
        let cli = Cli::parse_from(format!("hansom {words}").split_whitespace());
        from(&cli.settings)
    }

    #[test]
    fn the_defaults_of_the_flags_are_the_servers() {
        let ours = config("").unwrap();
        let servers = Config::default();
        assert_eq!(ours.listen, servers.listen);
        assert_eq!(
            format!("{:?}", ours.limits),
            format!("{:?}", servers.limits)
        );
    }

    #[test]
    fn zero_is_no_limit_for_a_command() {
        assert_eq!(
            config("--command-timeout 0")
                .unwrap()
                .limits
                .command_timeout,
            None
        );
    }

    #[test]
    fn powers_shrink_when_the_server_listens_elsewhere() {
        let far = config("--host 0.0.0.0 --token a").unwrap();
        assert!(!far.grants.has(Feature::SystemAccess));
        let granted = config("--host 0.0.0.0 --token a --allow-system-access").unwrap();
        assert!(granted.grants.has(Feature::SystemAccess));
        let near = config("--deny-insecure browser:*").unwrap();
        assert!(!near.grants.has(Feature::SystemAccess));
    }

    #[test]
    fn browsers_ahead_need_more_than_one_port() {
        let error = config("--warm 1 --marionette-port 2828").unwrap_err();
        assert!(error.to_string().contains("--marionette-port"), "{error}");
        assert!(config("--marionette-port 2828").is_ok());
        assert!(config("--warm 1").is_ok());
    }

    #[test]
    fn a_token_file_gives_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        fs::write(&file, "secret \nnotes\n").unwrap();
        let words = format!("--token-file {}", file.display());
        assert_eq!(config(&words).unwrap().tokens, [Token::new("secret")]);
        fs::write(&file, "\n").unwrap();
        let error = config(&words).unwrap_err();
        assert!(error.to_string().contains("is empty"), "{error}");
    }
}
