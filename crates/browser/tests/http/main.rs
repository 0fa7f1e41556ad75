//! The browser driver, through HTTP on a real Firefox. One program, so that it is linked once; each
//! test starts as few Firefoxes as it can.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod addons;
mod bidi;
mod common;
mod context;
mod existing;
mod files;
mod full_page;
mod grants;
mod inspector;
mod profiles;
mod sessions;
