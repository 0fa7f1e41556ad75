//! The route table as a page for people: `docs/reference.md`.

use std::fmt::Write as _;

use crate::{
    VERSION,
    routes::{self, Param, Route, Source, Standing},
};

const INTRODUCTION: &str = "\
Every endpoint, made from the route table in `crates/protocol/src/routes`. Do not edit by hand: \
`UPDATE_DOCS=1 cargo test -p hansom-protocol --test pages` writes it.

- Paths are below the base path (`--base-path`, and always `/wd/hub`). `/browser/` may be spelled \
`/moz/`, and `/automation/` may be spelled `/appium/`.
- Parameters are members of the JSON body. **Bold** ones are required. Types are strict; `any` is \
checked by the driver.
- A command that the session's driver does not have answers 405 `unknown method`.
- Sources: *W3C* is W3C WebDriver, *standards* are other standards that extend it, *hansom* is this \
product's own specification, *base* is the dialect that Appium and Selenium clients speak.
";

/// The whole page.
pub fn reference() -> String {
    let mut page = format!("# Endpoints of hansom {VERSION}\n\n{INTRODUCTION}\n");
    for (chapter, rows) in routes::chapters() {
        let _ = writeln!(page, "## {chapter}\n");
        page.push_str(
            "| method | path | command | parameters | driver | source | standing | meaning |\n",
        );
        page.push_str("|---|---|---|---|---|---|---|---|\n");
        for row in rows {
            page.push_str(&line(row));
        }
        page.push('\n');
    }
    page.truncate(page.trim_end().len());
    page.push('\n');
    page
}

fn line(row: &Route) -> String {
    let params: Vec<String> = row.params.iter().copied().map(param).collect();
    format!(
        "| {} | `{}` | {} | {} | {} | {} | {} | {} |\n",
        row.method.as_str(),
        row.path,
        row.command,
        params.join(", "),
        row.drivers.describe(),
        source(row.source),
        standing(row.standing),
        row.meaning.replace('|', "\\|"),
    )
}

fn param(param: Param) -> String {
    let kind = param.kind.describe();
    if param.required {
        format!("**`{}`** {kind}", param.name)
    } else {
        format!("`{}` {kind}", param.name)
    }
}

const fn source(source: Source) -> &'static str {
    match source {
        Source::W3c => "W3C",
        Source::Standards => "standards",
        Source::Hansom => "hansom",
        Source::Base => "base",
    }
}

fn standing(standing: Standing) -> String {
    match standing {
        Standing::Current => "current".to_owned(),
        Standing::Superseded(by) => format!("current; newer: `{by}`"),
        Standing::Deprecated(Some(replacement)) => format!("deprecated; use `{replacement}`"),
        Standing::Deprecated(None) => "deprecated".to_owned(),
    }
}
