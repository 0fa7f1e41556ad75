//! What a mobile device is, in the words of the people who test on one.
//!
//! The mobile driver and the agent speak to a [`Device`]; the virtual phone and the Apple room are
//! devices. Nothing here knows of HTTP, of sessions or of WebDriver's routes.
//!
//! A device has five things always (apps, screen, elements, input, facts) and the rest perhaps. What
//! it may lack is asked for through an [`Ability`]: the reason for its absence is in the type, so no
//! caller can forget it.

mod ability;
pub mod actions;
mod apps;
mod contexts;
mod elements;
mod error;
mod facts;
mod frame_hub;
mod gesture;
mod input;
pub mod keys;
mod location;
pub mod locator;
mod logs;
mod passed;
mod screen;
pub mod source;
mod system;

pub use ability::{Ability, Device, Unsupported};
pub use apps::{AppId, AppInfo, AppState, Apps, Bundle, LaunchOptions};
pub use contexts::{Contexts, WebCall, WebContext};
pub use elements::{ElementId, ElementType, Elements, Node, Rect, SourceOptions};
pub use error::DeviceError;
pub use facts::{Facts, Kind, Os, Profile, Version};
pub use frame_hub::{FrameHub, FrameListener};
pub use gesture::{Direction, Gesture, Target};
pub use input::{Button, Finger, Input, Touch};
pub use location::{Location, LocationPermission, Position};
pub use logs::{LogLine, Logs};
pub use passed::{JsonText, Picture};
pub use screen::{Frame, FrameOptions, FrameStream, Orientation, Screen, ScreenInfo};
pub use system::{
    Alert, AlertAction, Alerts, Appearance, BatteryInfo, Biometric, Biometrics, Clipboard,
    ContentType, Files, Locale, LocaleSettings, Lock, Look, Motion, PermissionState, Permissions,
    Power,
};

/// Most operations of a device can fail in the same few ways.
pub type Result<T, E = DeviceError> = std::result::Result<T, E>;
