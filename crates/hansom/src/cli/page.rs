//! `docs/configuration.md`, made from the flags. Only a test needs it: the page is committed.

use std::{env, fmt::Write as _, fs, path::Path};

use clap::{Arg, ArgAction};

const INTRODUCTION: &str = "\
# Configuration

Made from the flags in `crates/hansom/src/cli/settings.rs`. Do not edit by hand: \
`UPDATE_DOCS=1 cargo test -p hansom configuration_page` writes it.

Three layers, the first one that has a value wins:

1. the flag: `hansom --port 4445`
2. the environment: `HANSOM_PORT=4445 hansom`
3. the file named by `--config` or `HANSOM_CONFIG`: `port = 4445`

The file is TOML. Its keys are the flags' names; switches are `true` or `false`, lists are arrays. \
A key that does not exist, or a value that a flag would not take, is an error with file and line:

```
hansom: hansom.toml:3: unknown key `max-session`; did you mean `max-sessions`?
```

An example:

```toml
host = \"0.0.0.0\"
token-file = \"/etc/hansom/token\"
allow-hosts = [\"grid.example\", \".lab.example\"]
max-sessions = 8
warm = 2
log-format = \"json\"
```

Times are seconds (`60`, `0.5`) or have a unit (`500ms`, `2m`). Sizes have a unit (`512MiB`).
";

const EXIT_CODES: &str = "
## Exit codes

| code | meaning |
|---|---|
| 0 | ended well |
| 1 | `doctor`: something that the default needs is missing; `devices`: there is none to use |
| 2 | a flag is wrong |
| 3 | the configuration is wrong: file, key, value, or settings that contradict each other |
| 4 | the port is taken; the message says by which process, when that can be known |
| 5 | cannot run: state directory not writable, certificate not readable, and the like |
";

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    let command = super::command();
    let mut heading = "";
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
        let Some(group) = arg.get_help_heading() else {
            continue;
        };
        if group != heading {
            heading = group;
            let _ = writeln!(
                page,
                "\n## {group}\n\n| flag | environment | default | meaning |\n|---|---|---|---|"
            );
        }
        page.push_str(&row(arg));
    }
    page.push_str(EXIT_CODES);
    page
}

fn row(arg: &Arg) -> String {
    let mut flag = format!("--{}", arg.get_long().unwrap_or_default());
    if let Some(short) = arg.get_short() {
        flag = format!("-{short}, {flag}");
    }
    if !matches!(arg.get_action(), ArgAction::SetTrue | ArgAction::Count) {
        let names = arg.get_value_names().unwrap_or_default();
        let _ = write!(flag, " {}", names.first().map_or("", |name| name.as_str()));
    }
    let environment = arg
        .get_env()
        .map_or(String::new(), |name| format!("`{}`", name.display()));
    let default = arg
        .get_default_values()
        .first()
        .filter(|value| !value.is_empty() && !matches!(arg.get_action(), ArgAction::SetTrue))
        .map_or(String::new(), |value| format!("`{}`", value.display()));
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    format!(
        "| `{}` | {environment} | {default} | {help} |\n",
        flag.trim()
    )
}

#[test]
fn the_committed_configuration_page_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    let wanted = page();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &wanted).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == wanted,
        "docs/configuration.md is stale: run `UPDATE_DOCS=1 cargo test -p hansom configuration_page` and commit it"
    );
}
