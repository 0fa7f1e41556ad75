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
}

#[test]
fn a_wrong_word_after_a_flag_is_two_and_says_what_it_can_be() {
    for (words, wanted) in [
        ("--port many", "from 0 to 65535"),
        ("--max-sessions 0", "from 1 on"),
        ("--max-connections 0", "from 1 on"),
        ("--warm few", "from 0 on"),
        ("--max-body lots", "512MiB"),
        ("--external-url lab", "such as http://"),
        ("--drain-timeout soon", "500ms"),
    ] {
        let run = hansom(words).assert().code(2);
        assert!(stderr(&run).contains(wanted), "{words}: {}", stderr(&run));
    }
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
        ("--connect-existing --warm 1", "Keep one of them"),
        ("--marionette-host 10.0.0.1", "--connect-existing"),
        ("--token a --token-file b", "--token-file"),
        ("--token-file /nowhere/token", "/nowhere/token"),
        (
            "--tls-cert /dev/null --tls-key /dev/null",
            "it holds no certificate. Name PEM files",
        ),
        ("--allow-origins null", "is not an origin"),
        (
            "--config /nowhere/hansom.toml",
            "Name another with --config",
        ),
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

/// A program that says it is a Firefox of that version.
#[cfg(unix)]
fn firefox_of(folder: &std::path::Path, version: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let program = folder.join("firefox");
    fs::write(&program, "").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let facts = format!("[App]\nVersion={version}\nBuildID=20260101\n");
    fs::write(folder.join("application.ini"), facts).unwrap();
    program
}

#[cfg(unix)]
#[test]
fn a_firefox_that_is_too_old_for_phones_is_named_but_runs_browsers() {
    let folder = tempfile::tempdir().unwrap();
    let old = firefox_of(folder.path(), "140.5.0");
    let run = hansom("doctor --port 0 --binary")
        .arg(&old)
        .assert()
        .code(0);
    let said = stdout(&run);
    let line = said.lines().find(|line| line.contains("phone")).unwrap();
    for part in ["warn", "140.5.0", "147"] {
        assert!(line.contains(part), "{said}");
    }
    let run = hansom("devices --json --binary").arg(&old).assert().code(1);
    let phone = &json(&run)["devices"][0];
    assert_eq!(phone["state"], "cannot start", "{phone}");
    assert!(
        phone["obstacle"].as_str().unwrap().contains("140.5.0"),
        "{phone}"
    );
}

#[test]
fn completions_and_the_manual_come_from_the_flags() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = hansom(&format!("completions {shell}")).assert().code(0);
        for part in ["max-sessions", "grid-config", "phone-versions"] {
            assert!(stdout(&run).contains(part), "{shell}: {part}");
        }
    }
    hansom("completions nonsense").assert().code(2);
    let manual = stdout(&hansom("man").assert().code(0));
    let title = format!(".TH hansom 1  \"hansom {}\"", env!("CARGO_PKG_VERSION"));
    for part in [&title, "max\\-sessions", "grid\\-config"] {
        assert!(manual.contains(part), "{part} is not in\n{manual}");
    }
    let manual = stdout(&hansom("man grid-config").assert().code(0));
    for part in [".TH hansom-grid-config", "phone\\-versions"] {
        assert!(manual.contains(part), "{part} is not in\n{manual}");
    }
    hansom("man nonsense").assert().code(2);
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    // More than fits into a pipe.
    let line = "for n in 1 2 3 4 5 6; do \"$0\" completions zsh; done | head -c 1";
    let run = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_hansom")])
        .assert();
    assert_eq!((stdout(&run).as_str(), stderr(&run).as_str()), ("#", ""));
}

/// The file that `grid-config` prints, and its stereotypes with their numbers of slots.
fn grid_config(words: &str) -> (toml::Table, Vec<(String, Value)>) {
    let run = hansom(&format!("grid-config {words}")).assert().code(0);
    let file: toml::Table = stdout(&run).parse().unwrap();
    let configs = file["relay"]["configs"].as_array().unwrap();
    let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
    let slots = configs
        .chunks(2)
        .map(|pair| {
            (
                text(&pair[0]),
                serde_json::from_str(&text(&pair[1])).unwrap(),
            )
        })
        .collect();
    (file, slots)
}

#[test]
fn grid_config_offers_what_the_server_has() {
    let (file, slots) = grid_config("--max-sessions 3");
    assert_eq!(file["node"]["max-sessions"].as_integer(), Some(3));
    assert_eq!(file["node"]["detect-drivers"].as_bool(), Some(false));
    assert!(file["node"].get("hub").is_none());
    assert_eq!(file["relay"]["url"].as_str(), Some("http://127.0.0.1:4444"));
    assert_eq!(file["relay"]["status-endpoint"].as_str(), Some("/status"));
    let [browser, phone] = &slots[..] else {
        panic!("{slots:?}")
    };
    assert_eq!((&*browser.0, &*phone.0), ("3", "3"));
    assert_eq!(browser.1["browserName"], "firefox");
    // A version would keep away clients that ask for `stable`.
    assert!(browser.1["browserVersion"].is_null());
    assert_eq!(phone.1["platformName"], "iOS");
    assert_eq!(phone.1["appium:automationName"], "Virtual");
}

#[test]
fn grid_config_says_what_it_is_told() {
    let (file, slots) = grid_config(
        "--slots 2 --phones 1 --phone-versions 18.0,26.1 --pin-version --hub http://hub:4444 \
         --session-timeout 60 --heartbeat 5 --node-port 5556 --host 0.0.0.0 --port 1 --base-path /a",
    );
    assert_eq!(file["server"]["port"].as_integer(), Some(5556));
    assert_eq!(file["node"]["hub"].as_str(), Some("http://hub:4444"));
    assert_eq!(file["node"]["max-sessions"].as_integer(), Some(3));
    assert_eq!(file["node"]["session-timeout"].as_integer(), Some(60));
    assert_eq!(file["node"]["heartbeat-period"].as_integer(), Some(5));
    assert_eq!(file["relay"]["url"].as_str(), Some("http://127.0.0.1:1/a"));
    let versions: Vec<_> = slots[1..]
        .iter()
        .map(|(_, phone)| phone["appium:platformVersion"].as_str().unwrap())
        .collect();
    assert_eq!(versions, ["18.0", "26.1"]);
    let major = slots[0].1["browserVersion"].as_str().unwrap();
    assert!(major.parse::<u32>().is_ok(), "{major}");

    let (file, slots) = grid_config("--slots 0 --phones 1 --url https://lab.example:1/");
    assert_eq!(file["relay"]["url"].as_str(), Some("https://lab.example:1"));
    assert_eq!(slots.len(), 1);
}

#[test]
fn grid_config_refuses_a_node_that_could_do_nothing() {
    let run = hansom("grid-config --slots 0 --phones 0").assert().code(3);
    assert!(stderr(&run).contains("--slots"), "{}", stderr(&run));
    let run = hansom("grid-config --binary /nowhere/firefox")
        .assert()
        .code(5);
    assert!(
        stderr(&run).contains("/nowhere/firefox"),
        "{}",
        stderr(&run)
    );
    hansom("grid-config --url lab:4444").assert().code(2);
}

#[test]
fn grid_config_reads_the_servers_own_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hansom.toml");
    fs::write(&file, "port = 4723\nmax-sessions = 7\n").unwrap();
    let (node, slots) = grid_config(&format!("--config {}", file.display()));
    assert_eq!(node["relay"]["url"].as_str(), Some("http://127.0.0.1:4723"));
    assert_eq!(slots[0].0, "7");
}

#[test]
fn the_example_for_kubernetes_holds_what_grid_config_prints() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/grid.yaml");
    let example = fs::read_to_string(example).unwrap();
    let (_, block) = example.split_once("node.toml: |\n").unwrap();
    let (block, _) = block.split_once("\n---\n").unwrap();
    let block: toml::Table = block.parse().unwrap();
    let (printed, _) = grid_config("--max-sessions 2 --hub http://selenium-hub:4444");
    assert_eq!(block, printed);
}
