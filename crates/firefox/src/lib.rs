//! One Firefox: profile, start, Marionette and BiDi connections, W3C commands over Marionette,
//! certain death.
//!
//! ```text
//! find_binary ─► Launch ─► Firefox::launch ─► Firefox::new_session ─► w3c::execute … ─► Firefox::end
//!                          found, started,    ready                   one table
//!                          connected
//! ```
//!
//! - [`find`]: which Firefox, and how it is packaged.
//! - [`Launch`]: what it is started with; [`StartError`]: why it did not start.
//! - [`Firefox`]: the running one; [`Death`]: how it ended; [`Existing`]: where one runs already.
//! - [`marionette`]: the connection that carries commands; [`bidi`]: the one that carries events.
//! - [`w3c`]: every W3C command as a row of data.
//! - [`Replies`]: who waits on a connection for which answer.
//! - [`Pool`]: started ones that wait for a session; [`Warm`]: the stock behind it.
//!
//! Only this crate starts Firefox.

mod attach;
pub mod bidi;
#[cfg(test)]
mod catalogue;
mod command_line;
mod death;
pub mod find;
mod firefox;
mod last_words;
mod launch;
pub mod marionette;
mod pool;
mod ports;
mod profile;
mod replies;
mod start;
mod start_error;
pub mod w3c;
mod warm;

pub use attach::Existing;
pub use death::{Death, Witness};
pub use find::{FindError, Installation, find_binary};
pub use firefox::{Firefox, Phase};
pub use launch::{DEFAULT_CLICK_TIMEOUT, DEFAULT_STARTUP_TIMEOUT, Headless, Launch, Profile};
pub use marionette::{Marionette, MarionetteError};
pub use mozprofile::preferences::PrefValue;
pub use pool::{IGNORED_PREFS, Pool};
pub use profile::{
    maker::{look_at_template, prepare_template},
    new_folder as new_profile_folder,
};
pub use replies::{Place, Replies};
pub use start_error::{Scene, StartError};
pub use warm::{Mortal, Warm};
