//! What travels between a client, the server and a driver.
//!
//! Nothing here does I/O. The rooms meet in this crate:
//!
//! - [`routes`]: every endpoint as a row of data. The router, the parameter check, the reference
//!   page, `/openapi.json` and the metric labels are all made from it.
//! - [`openapi()`] and [`reference()`]: the table as a document for programs and as a page for people.
//! - [`Command`]: the name of what a row asks for.
//! - [`Params`] and [`Request`]: a checked body and the path variables, as a driver receives them.
//! - [`base64`]: the one way in which bytes are read from JSON and written into it.
//! - [`javascript`]: JSON that JavaScript wrote, half characters included.
//! - [`Inlet`] and [`Upload`]: a large member of a body, taken in while it arrives.
//! - [`Answer`]: what a driver gives back, as bytes or as a stream, never as a tree to print again.
//! - [`Error`] and [`Cause`]: W3C error codes, a message with cause and cure.
//! - [`capabilities`]: W3C capabilities processing.
//! - [`check_settings`]: how much the settings of a session may hold.
//! - [`Grants`]: the operator's powers and who has them.
//! - [`Driver`], [`Session`], [`Live`]: the contract that a driver fulfils.

mod answer;
pub mod base64;
pub mod capabilities;
mod command;
mod driver;
mod error;
mod grants;
mod inlet;
pub mod javascript;
mod openapi;
mod params;
mod phases;
mod reference;
pub mod routes;
mod session_id;
mod settings;

pub use answer::{Answer, Body, Chunks};
pub use command::Command;
pub use driver::{BidiEndpoint, Driver, DriverKind, EndReason, Live, NewSession, Session, Started};
pub use error::{Cause, Error, ErrorCode, ErrorParts, sentences};
pub use grants::{Feature, Grants, Refused, UnknownFeature};
pub use inlet::{Inlet, Upload};
pub use openapi::openapi;
pub use params::{Params, PathVars, Request};
pub use phases::Phases;
pub use reference::reference;
pub use session_id::SessionId;
pub use settings::check_settings;

/// The key under which W3C WebDriver sends the id of an element.
pub const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";
/// The key under which W3C WebDriver sends the id of a shadow root.
pub const SHADOW_KEY: &str = "shadow-6066-11e4-a52e-4f735466cecf";
/// The product's version, as the specification counts it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
