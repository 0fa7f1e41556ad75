//! The program as its callers see it: words in, text and exit code out.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::{fs, net::TcpListener};

use assert_cmd::{Command, assert::Assert};
use serde_json::Value;

/// A run that does not see the settings of whoever runs the tests.
fn hansom(words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hansom"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HANSOM_")) {
        command.env_remove(name);
    }
    command.args(words.split_whitespace());
    command.timeout(std::time::Duration::from_secs(30));
    command
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

fn json(assert: &Assert) -> Value {
    serde_json::from_str(&stdout(assert)).unwrap()
}

#[test]
fn every_spelling_of_version_says_the_same() {
    let wanted = format!("hansom {}\n", env!("CARGO_PKG_VERSION"));
    for words in ["--version", "-V", "version"] {
        assert_eq!(stdout(&hansom(words).assert().code(0)), wanted, "{words}");
    }
    for words in ["--version --json", "version --json"] {
        let facts = json(&hansom(words).assert().code(0));
        assert_eq!(facts["version"], env!("CARGO_PKG_VERSION"), "{words}");
        assert_eq!(facts["os"], std::env::consts::OS);
    }
}

#[test]
fn help_names_tasks_settings_and_exit_codes() {
    let help = stdout(&hansom("--help").assert().code(0));
    for part in ["doctor", "--port", "HANSOM_PORT", "Exit codes: 0"] {
        assert!(help.contains(part), "{part} is not in\n{help}");
    }
}

#[test]
fn a_wrong_flag_is_two_and_names_the_right_one() {
    let run = hansom("--prot 1").assert().code(2);
    assert!(stderr(&run).contains("'--port'"), "{}", stderr(&run));
    hansom("--port many").assert().code(2);
}

#[test]
fn a_wrong_file_is_three_with_line_and_key() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hansom.toml");
    fs::write(&file, "host = \"127.0.0.1\"\nprot = 1\n").unwrap();
    let run = hansom("").arg("--config").arg(&file).assert().code(3);
    let wanted = format!(
        "hansom: {}:2: unknown key `prot`; did you mean `port`?\n",
        file.display()
    );
    assert_eq!(stderr(&run), wanted);
}

#[test]
fn a_taken_port_is_four_and_says_by_whom() {
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port();
    let run = hansom(&format!("--port {port}")).assert().code(4);
    let said = stderr(&run);
    assert!(
        said.contains(&format!("port {port} of 127.0.0.1 is taken")),
        "{said}"
    );
    if cfg!(target_os = "linux") {
        assert!(
            said.contains(&format!("(pid {})", std::process::id())),
            "{said}"
        );
    }
}

#[test]
fn listening_beyond_loopback_wants_a_token() {
    let run = hansom("--host 0.0.0.0 --port 0").assert().code(3);
    let said = stderr(&run);
    assert!(
        said.contains("--token") && said.contains("--no-auth"),
        "{said}"
    );
}

#[test]
fn settings_that_contradict_each_other_are_three() {
    for (words, wanted) in [
        ("--tls-cert cert.pem", "--tls-key"),
        ("--connect-existing", "Leave it out"),
        ("--token a --token-file b", "--token-file"),
        ("--token-file /nowhere/token", "/nowhere/token"),
    ] {
        let run = hansom(words).args(["--port", "0"]).assert().code(3);
        assert!(stderr(&run).contains(wanted), "{words}: {}", stderr(&run));
    }
}

#[test]
fn a_state_folder_that_cannot_be_made_is_five() {
    let run = hansom("--port 0 --state-dir /proc/nowhere")
        .assert()
        .code(5);
    assert!(stderr(&run).contains("/proc/nowhere"), "{}", stderr(&run));
}

#[test]
fn the_environment_is_below_the_flags_and_above_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hansom.toml");
    fs::write(&file, "port = 1\nhost = \"::1\"\n").unwrap();
    let report = |words: &str| {
        let run = hansom("doctor --json")
            .args(words.split_whitespace())
            .env("HANSOM_CONFIG", &file)
            .env("HANSOM_PORT", "2")
            .assert();
        let checks = json(&run)["checks"].clone();
        let port = checks
            .as_array()
            .unwrap()
            .iter()
            .find(|check| check["name"] == "port")
            .cloned();
        port.unwrap()["found"].as_str().unwrap().to_owned()
    };
    assert!(report("").contains("2 of ::1"), "{}", report(""));
    assert!(
        report("--port 3").contains("3 of ::1"),
        "{}",
        report("--port 3")
    );
}

#[test]
fn doctor_tells_whether_the_default_can_run() {
    let well = hansom("doctor --json --port 0").assert().code(0);
    assert_eq!(json(&well)["ok"], true);
    let ill = hansom("doctor --json --port 0 --binary /nowhere/firefox")
        .assert()
        .code(1);
    let report = json(&ill);
    assert_eq!(report["ok"], false);
    let firefox = &report["checks"][0];
    assert_eq!(firefox["name"], "firefox");
    assert_eq!(firefox["verdict"], "missing");
    assert!(firefox["cure"].is_string());
}

#[test]
fn doctor_warns_of_a_taken_port_but_not_of_missing_extras() {
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = held.local_addr().unwrap().port();
    let run = hansom(&format!("doctor --port {port}")).assert().code(1);
    assert!(stdout(&run).contains("MISSING  port"), "{}", stdout(&run));
    let run = hansom("doctor --port 0 --ffmpeg /nowhere/ffmpeg")
        .assert()
        .code(0);
    assert!(stdout(&run).contains("missing  ffmpeg"), "{}", stdout(&run));
}

#[test]
fn completions_and_the_manual_come_from_the_flags() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = hansom(&format!("completions {shell}")).assert().code(0);
        assert!(stdout(&run).contains("max-sessions"), "{shell}");
    }
    hansom("completions nonsense").assert().code(2);
    let manual = stdout(&hansom("man").assert().code(0));
    assert!(
        manual.contains(".TH hansom") && manual.contains("max\\-sessions"),
        "{manual}"
    );
}
