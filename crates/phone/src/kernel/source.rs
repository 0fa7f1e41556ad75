//! The kernel's sources, joined.

use serde::Serialize;

/// What the kernel is told at boot.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KernelConfig<'a> {
    /// Where our end of the wire listens.
    pub(crate) link: String,
    pub(crate) profile: &'a str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// What pages see as the browser's name.
    pub(crate) user_agent: String,
    pub(crate) platform: &'a str,
    /// Port of the app server.
    pub(crate) port: u16,
    /// Its key.
    pub(crate) key: &'a str,
    pub(crate) style: &'a str,
    pub(crate) frame_script: String,
}

/// In this order; the look comes first because the kernel draws with it.
const CHROME: &[&str] = &[
    include_str!("../../kernel/ui/dom.js"),
    include_str!("../../kernel/ui/layouts.js"),
    include_str!("../../kernel/ui/status_bar.js"),
    include_str!("../../kernel/ui/keyboard.js"),
    include_str!("../../kernel/ui/alert.js"),
    include_str!("../../kernel/link.js"),
    include_str!("../../kernel/window.js"),
    include_str!("../../kernel/tabs.js"),
    include_str!("../../kernel/pages.js"),
    include_str!("../../kernel/touch.js"),
    include_str!("../../kernel/typing.js"),
    include_str!("../../kernel/keyboard.js"),
    include_str!("../../kernel/prompts.js"),
    include_str!("../../kernel/media.js"),
    include_str!("../../kernel/capture.js"),
    include_str!("../../kernel/system.js"),
    include_str!("../../kernel/tree.js"),
    include_str!("../../kernel/main.js"),
];
/// The style of the look.
pub(crate) const STYLE: &str = include_str!("../../kernel/ui/ui.css");
const FRAME: &str = include_str!("../../kernel/frame.js");
const PAGE: &str = include_str!("../../kernel/page.js");

/// The expression that boots the kernel in a chrome window.
pub(crate) fn chrome(config: &KernelConfig<'_>) -> Result<String, serde_json::Error> {
    let config = serde_json::to_string(config)?;
    let parts = CHROME.join("\n");
    Ok(format!(
        "(function(config) {{ {parts}\nreturn boot(config); }})({config})"
    ))
}

/// The frame script; `hook` is the name under which pages keep their part.
pub(crate) fn frame(hook: &str) -> String {
    FRAME.replace("@HOOK@", hook)
}

/// The function that runs in every page before its own scripts.
pub(crate) fn page(hook: &str) -> String {
    PAGE.replace("@HOOK@", hook)
}
