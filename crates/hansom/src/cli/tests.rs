//! The layers of settings and what the flags of other programs mean here.

use std::{fs, path::PathBuf, time::Duration};

use tracing_subscriber::filter::LevelFilter;

use super::*;

fn settings(words: &str) -> Result<Settings, CliError> {
    let cli = parse(
        format!("hansom {words}")
            .split_whitespace()
            .map(OsString::from),
    )?;
    Ok(match cli.task {
        None => cli.settings,
        Some(Task::Serve(settings) | Task::Doctor { settings, .. }) => *settings,
        other => panic!("{other:?} has no settings"),
    })
}

struct File(PathBuf);

impl File {
    fn new(text: &str) -> (tempfile::TempDir, Self) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hansom.toml");
        fs::write(&path, text).unwrap();
        (folder, Self(path))
    }

    fn settings(&self, words: &str) -> Result<Settings, CliError> {
        settings(&format!("{words} --config {}", self.0.display()))
    }

    fn error(&self) -> String {
        let message = self.settings("").unwrap_err().to_string();
        message.replace(&format!("{}", self.0.display()), "hansom.toml")
    }
}

#[test]
fn clap_finds_no_fault_in_the_table() {
    command().debug_assert();
}

#[test]
fn every_setting_has_the_environment_variable_of_its_name() {
    for arg in command().get_arguments() {
        let (Some(long), Some(_)) = (arg.get_long(), arg.get_help_heading()) else {
            continue;
        };
        if long == "verbose" {
            continue;
        }
        let wanted = format!("HANSOM_{}", long.replace('-', "_").to_uppercase());
        assert_eq!(
            arg.get_env().and_then(|name| name.to_str()),
            Some(wanted.as_str()),
            "--{long}"
        );
    }
}

#[test]
fn with_no_words_it_serves_on_loopback() {
    let settings = settings("").unwrap();
    assert_eq!((settings.host.as_str(), settings.port), ("127.0.0.1", 4444));
}

#[test]
fn serve_takes_the_same_flags() {
    assert_eq!(settings("serve --port 1").unwrap().port, 1);
    assert_eq!(settings("--port 1").unwrap().port, 1);
}

#[test]
fn selenium_may_start_it_as_geckodriver() {
    let settings = settings(
        "--port 5000 --websocket-port 5001 --allow-origins http://127.0.0.1:5001 http://localhost:5001 \
         --allow-hosts a b,c --log fatal --binary /usr/bin/firefox --profile-root /tmp/profiles \
         --allow-system-access --connect-existing --marionette-host localhost --marionette-port 2828 --log-no-truncate",
    )
    .unwrap();
    assert_eq!(settings.port, 5000);
    assert_eq!(settings.allow_hosts, ["a", "b", "c"]);
    assert_eq!(settings.allow_origins.len(), 2);
    assert_eq!(settings.level(), LevelFilter::ERROR);
    assert!(settings.connect_existing && settings.allow_system_access);
    assert_eq!(settings.marionette_host, "localhost");
    assert_eq!(settings.marionette_port, 2828);
}

#[test]
fn verbose_raises_the_level() {
    assert_eq!(settings("-v").unwrap().level(), LevelFilter::DEBUG);
    assert_eq!(settings("-vv").unwrap().level(), LevelFilter::TRACE);
    assert_eq!(
        settings("-v --log-level trace").unwrap().level(),
        LevelFilter::TRACE
    );
}

#[test]
fn grants_are_lists_and_may_be_repeated() {
    let settings = settings(
        "--allow-insecure browser:system_access,mobile:local_files --allow-insecure server:*",
    )
    .unwrap();
    assert_eq!(settings.allow_insecure.len(), 3);
}

#[test]
fn an_unknown_feature_is_a_wrong_flag_that_lists_the_known_ones() {
    let error = settings("--allow-insecure browser:everything").unwrap_err();
    assert!(matches!(error, CliError::Usage(_)));
    assert!(
        error.to_string().contains("browser:system_access"),
        "{error}"
    );
}

#[test]
fn a_file_is_below_the_flags() {
    let (_folder, file) = File::new(
        "port = 4000\nhost = \"::1\"\nno-auth = true\nallow-hosts = [\"a\", \"b\"]\ndrain-timeout = \"2m\"\nmax-body = \"1MiB\"\n",
    );
    let settings = file.settings("--port 5000").unwrap();
    assert_eq!(settings.port, 5000);
    assert_eq!(settings.host, "::1");
    assert!(settings.no_auth);
    assert_eq!(settings.allow_hosts, ["a", "b"]);
    assert_eq!(settings.drain_timeout, Duration::from_mins(2));
    assert_eq!(settings.max_body.as_u64(), 1024 * 1024);
    assert_eq!(file.settings("serve").unwrap().port, 4000);
    assert_eq!(file.settings("doctor").unwrap().port, 4000);
}

#[test]
fn an_unknown_key_is_named_with_its_line_and_the_nearest_one() {
    let (_folder, file) = File::new("port = 1\n\n# a comment\nmax-session = 3\n");
    assert_eq!(
        file.error(),
        "hansom.toml:4: unknown key `max-session`; did you mean `max-sessions`?"
    );
}

#[test]
fn a_wrong_value_is_named_with_its_line() {
    let (_folder, file) = File::new("host = \"localhost\"\nport = 99999\n");
    assert_eq!(
        file.error(),
        "hansom.toml:2: `port` has the wrong value `99999`: give a number from 0 to 65535"
    );
    let (_folder, file) = File::new("log-format = \"xml\"");
    assert_eq!(
        file.error(),
        "hansom.toml:1: `log-format` has the wrong value `xml`: known are text, json"
    );
    let (_folder, file) = File::new("no-auth = \"yes\"");
    assert_eq!(
        file.error(),
        "hansom.toml:1: `no-auth` must be true or false"
    );
    let (_folder, file) = File::new("port = [1, 2]");
    assert_eq!(
        file.error(),
        "hansom.toml:1: `port` must be one value, not a list"
    );
    let (_folder, file) = File::new("[port]\na = 1");
    assert_eq!(file.error(), "hansom.toml:1: `port` cannot be a table");
}

#[test]
fn broken_toml_is_named_with_its_line() {
    let (_folder, file) = File::new("port = 1\nhost = = 2\n");
    let error = file.error();
    assert!(
        error.starts_with("hansom.toml:2: not valid TOML: "),
        "{error}"
    );
}

#[test]
fn a_file_that_is_not_there_is_said() {
    let error = settings("--config /nowhere/hansom.toml").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("cannot read the configuration file /nowhere/hansom.toml"),
        "{error}"
    );
}
