//! The device, its script, and what it can do.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use hansom_device::{
    Ability, Alerts, AppState, Apps, Biometrics, Clipboard, Contexts, Device, DeviceError,
    Elements, Facts, Files, Input, Kind, LocaleSettings, Location, LocationPermission, Lock, Look,
    Motion, Node, Os, Permissions, Position, Power, Profile, Result, Screen, Unsupported, Version,
};
use tokio::sync::Notify;

/// A device whose answers a test writes.
pub struct ScriptedDevice {
    facts: Facts,
    state: Mutex<Script>,
    lost: Notify,
    pub(super) changes: Notify,
}

/// What the device answers, and what it was asked.
#[derive(Debug, Default)]
pub struct Script {
    /// Names of the calls, in order.
    pub calls: Vec<String>,
    /// Installed apps and their state.
    pub apps: BTreeMap<String, AppState>,
    /// The position that was set.
    pub position: Option<Position>,
    /// The position that is simulated.
    pub simulated: Option<Position>,
    /// The agent's permission.
    pub permission: Option<LocationPermission>,
    /// Whether a biometric is enrolled.
    pub enrolled: bool,
    /// Whether it is locked.
    pub locked: bool,
    /// What is on the screen.
    pub tree: Node,
    /// Answers of the page by command; a missing one never comes.
    pub page: BTreeMap<String, String>,
    /// The error of the next call.
    pub fails: Option<DeviceError>,
}

impl ScriptedDevice {
    /// A device of that kind and version; `tvOS` and a TV's profile when `tv`.
    pub fn new(kind: Kind, version: u32, tv: bool) -> Self {
        Self {
            facts: Facts {
                kind,
                profile: if tv { Profile::Tv } else { Profile::Phone },
                os: if tv { Os::TvOs } else { Os::Ios },
                os_version: Version::new(version, 0),
                toolchain_version: Version::new(16, 0),
                name: "Scripted".into(),
                model: "Scripted1,1".into(),
                udid: "0000".into(),
            },
            state: Mutex::default(),
            lost: Notify::new(),
            changes: Notify::new(),
        }
    }

    /// What it answers and was asked.
    pub fn script(&self) -> MutexGuard<'_, Script> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is gone from now on.
    pub fn lose(&self) {
        self.lost.notify_one();
    }

    /// The screen has changed.
    pub fn change(&self) {
        self.changes.notify_one();
    }

    /// Notes a call, and fails it if that is the script.
    pub(super) fn called(&self, call: impl Into<String>) -> Result<MutexGuard<'_, Script>> {
        let mut script = self.script();
        script.calls.push(call.into());
        match script.fails.take() {
            Some(error) => Err(error),
            None => Ok(script),
        }
    }
}

fn missing<T: ?Sized>(what: &str) -> Ability<'_, T> {
    Err(Unsupported::new(what, "the scripted device has none"))
}

#[async_trait]
impl Device for ScriptedDevice {
    fn facts(&self) -> &Facts {
        &self.facts
    }
    fn apps(&self) -> &dyn Apps {
        self
    }
    fn screen(&self) -> &dyn Screen {
        self
    }
    fn elements(&self) -> &dyn Elements {
        self
    }
    fn input(&self) -> &dyn Input {
        self
    }
    fn lock(&self) -> Ability<'_, dyn Lock> {
        Ok(self)
    }
    fn clipboard(&self) -> Ability<'_, dyn Clipboard> {
        missing("the clipboard")
    }
    fn location(&self) -> Ability<'_, dyn Location> {
        if self.facts.profile == Profile::Tv {
            return Err(Unsupported::new(
                "location",
                "a TV does not tell where it is",
            ));
        }
        Ok(self)
    }
    fn biometrics(&self) -> Ability<'_, dyn Biometrics> {
        Ok(self)
    }
    fn motion(&self) -> Ability<'_, dyn Motion> {
        Ok(self)
    }
    fn alerts(&self) -> Ability<'_, dyn Alerts> {
        missing("alerts")
    }
    fn contexts(&self) -> Ability<'_, dyn Contexts> {
        Ok(self)
    }
    fn files(&self) -> Ability<'_, dyn Files> {
        missing("files")
    }
    fn permissions(&self) -> Ability<'_, dyn Permissions> {
        missing("permissions")
    }
    fn locale(&self) -> Ability<'_, dyn LocaleSettings> {
        missing("the language")
    }
    fn look(&self) -> Ability<'_, dyn Look> {
        missing("the appearance")
    }
    fn power(&self) -> Ability<'_, dyn Power> {
        missing("the battery")
    }
    async fn died(&self) -> String {
        self.lost.notified().await;
        "somebody pulled the cable".into()
    }
    async fn shutdown(&self) {
        self.script().calls.push("shutdown".into());
    }
}
