//! The browser driver: capabilities, extension endpoints, everything else handed to `firefox`.
//!
//! ```text
//! capabilities ─► matching, Options ─► Firefox (warm or started) ─► BrowserSession
//! command ─► BrowserSession ─┬─► context, addon, fullpage, files, logs, settings
//!                            └─► firefox::w3c (all of W3C WebDriver)
//! ```
//!
//! - [`BrowserDriver`]: whether capabilities are for Firefox, and the start of a session.
//! - `options`: what a client may say about its Firefox; `profile`: a profile it sends.
//! - `existing`: a Firefox that already runs, instead of one that is started; `turns`: one for all.
//! - `link`: our own BiDi connection to a session's Firefox, opened when first needed.
//! - `deadline`: how long a command may take.

mod addon;
#[cfg(test)]
mod catalogue;
mod config;
mod context;
mod deadline;
mod driver;
mod existing;
mod files;
mod fullpage;
mod link;
mod live;
mod logs;
mod matching;
mod options;
mod profile;
mod session;
mod settings;
mod turns;

pub use config::Config;
pub use driver::BrowserDriver;
