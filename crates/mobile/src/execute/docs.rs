//! The page of the methods in `docs/`, made from the table.

use std::fmt::Write;

use super::{METHODS, PREFIX};

/// The page as Markdown.
pub fn methods_page() -> String {
    let mut page = String::from(
        "# Execute methods of the mobile driver\n\n\
         `POST /session/{sessionId}/execute/sync` with `{\"script\": \"mobile: name\", \"args\": [{…}]}`.\n\
         The first item of `args` holds the parameters; types are strict. `element` is an older name of\n\
         `elementId`; both take an id or an element reference. `mobile:name` without the space works too.\n\n\
         This page is made from the table in `crates/mobile/src/execute/table.rs`.\n\n\
         | Method | Parameters (`?` optional) | Meaning |\n|---|---|---|\n",
    );
    for method in METHODS {
        let parameters: Vec<String> = method
            .params
            .iter()
            .map(|param| {
                let mark = if param.required { "" } else { "?" };
                format!("`{}`{mark} {}", param.name, param.kind.describe())
            })
            .collect();
        // Writing into a String cannot fail.
        let _ = writeln!(
            page,
            "| `{PREFIX} {}` | {} | {} |",
            method.name,
            parameters.join(", "),
            method.meaning
        );
    }
    page
}
