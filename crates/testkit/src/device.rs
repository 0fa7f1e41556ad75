//! A device that does as it is told and remembers what it was asked, for rules that no real phone
//! can be brought to: other versions, other kinds, a device that is lost.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::StreamExt;
use hansom_device::{
    Ability, Alerts, AppId, AppInfo, AppState, Apps, Biometric, Biometrics, Bundle, Button,
    Clipboard, Contexts, Device, DeviceError, ElementId, Elements, Facts, Files, Finger,
    FrameOptions, FrameStream, Gesture, Input, Kind, LaunchOptions, LocaleSettings, Location,
    LocationPermission, Lock, Look, Motion, Node, Orientation, Os, Permissions, Picture, Position,
    Power, Profile, Rect, Result, Screen, ScreenInfo, SourceOptions, Target, Unsupported, Version,
    WebCall, WebContext,
    locator::{Locator, Scope},
};
use tokio::sync::Notify;

/// A device whose answers a test writes.
pub struct ScriptedDevice {
    facts: Facts,
    state: Mutex<Script>,
    lost: Notify,
    changes: Notify,
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

    fn called(&self, call: impl Into<String>) -> Result<MutexGuard<'_, Script>> {
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

#[async_trait]
impl Apps for ScriptedDevice {
    async fn install(&self, _: Bundle) -> Result<AppId> {
        let mut script = self.called("install")?;
        script
            .apps
            .insert("app.installed".into(), AppState::NotRunning);
        Ok(AppId::new("app.installed"))
    }
    async fn remove(&self, app: &AppId) -> Result<bool> {
        Ok(self.called("remove")?.apps.remove(&app.0).is_some())
    }
    async fn clear(&self, _: &AppId) -> Result<()> {
        self.called("clear").map(drop)
    }
    async fn list(&self) -> Result<Vec<AppInfo>> {
        let script = self.called("list")?;
        let apps = script.apps.keys().map(|id| AppInfo {
            bundle_id: AppId::new(id),
            name: id.clone(),
            version: None,
            system: false,
        });
        Ok(apps.collect())
    }
    async fn launch(&self, app: &AppId, _: LaunchOptions) -> Result<()> {
        let mut script = self.called(format!("launch {app}"))?;
        match script.apps.get_mut(&app.0) {
            Some(state) => *state = AppState::Foreground,
            None => return Err(DeviceError::NotInstalled(app.clone())),
        }
        Ok(())
    }
    async fn activate(&self, app: &AppId) -> Result<()> {
        let mut script = self.called(format!("activate {app}"))?;
        script.apps.insert(app.0.clone(), AppState::Foreground);
        Ok(())
    }
    async fn terminate(&self, app: &AppId) -> Result<bool> {
        let mut script = self.called("terminate")?;
        Ok(script.apps.insert(app.0.clone(), AppState::NotRunning) == Some(AppState::Foreground))
    }
    async fn state(&self, app: &AppId) -> Result<AppState> {
        let script = self.called("state")?;
        Ok(script
            .apps
            .get(&app.0)
            .copied()
            .unwrap_or(AppState::NotInstalled))
    }
    async fn foreground(&self) -> Result<Option<AppInfo>> {
        let script = self.called("foreground")?;
        let front = script
            .apps
            .iter()
            .find(|(_, state)| **state == AppState::Foreground);
        Ok(front.map(|(id, _)| AppInfo {
            bundle_id: AppId::new(id),
            name: id.clone(),
            version: None,
            system: false,
        }))
    }
    async fn home(&self) -> Result<()> {
        let mut script = self.called("home")?;
        for state in script
            .apps
            .values_mut()
            .filter(|state| **state == AppState::Foreground)
        {
            *state = AppState::Background;
        }
        Ok(())
    }
    async fn open_url(&self, url: &str, _: Option<&AppId>) -> Result<()> {
        self.called(format!("open {url}")).map(drop)
    }
    async fn bundle_folder(&self, app: &AppId) -> Result<PathBuf> {
        Err(DeviceError::NotInstalled(app.clone()))
    }
}

#[async_trait]
impl Screen for ScriptedDevice {
    async fn info(&self) -> Result<ScreenInfo> {
        Ok(ScreenInfo {
            width: 390.0,
            height: 844.0,
            status_bar_height: 47.0,
            scale: 3.0,
        })
    }
    async fn screenshot(&self) -> Result<Picture> {
        drop(self.called("screenshot")?);
        Ok(Picture::new("picture"))
    }
    async fn orientation(&self) -> Result<Orientation> {
        Ok(Orientation::Portrait)
    }
    async fn rotate(&self, _: Orientation) -> Result<()> {
        self.called("rotate").map(drop)
    }
    async fn frames(&self, _: FrameOptions) -> Result<FrameStream> {
        Ok(futures_util::stream::pending().boxed())
    }
}

#[async_trait]
impl Elements for ScriptedDevice {
    async fn find(
        &self,
        locator: &Locator,
        _: Option<&ElementId>,
        first: bool,
    ) -> Result<Vec<ElementId>> {
        let script = self.called("find")?;
        let found = locator
            .find(Scope::Screen(&script.tree), first)
            .unwrap_or_default();
        Ok(found
            .iter()
            .map(|node| ElementId(node.id.clone()))
            .collect())
    }
    async fn changed(&self, limit: Duration) {
        self.script().calls.push("changed".into());
        // Whichever comes first; both are fine.
        let _ = tokio::time::timeout(limit, self.changes.notified()).await;
    }
    async fn tree(&self, _: &SourceOptions) -> Result<Node> {
        Ok(self.called("tree")?.tree.clone())
    }
    async fn node(&self, element: &ElementId) -> Result<Node> {
        let script = self.called("node")?;
        let mut nodes = vec![&script.tree];
        while let Some(node) = nodes.pop() {
            if node.id == element.0 {
                return Ok(node.clone());
            }
            nodes.extend(&node.children);
        }
        Err(DeviceError::StaleElement(element.0.clone()))
    }
    async fn rect(&self, element: &ElementId) -> Result<Rect> {
        Ok(self.node(element).await?.rect)
    }
    async fn attribute(&self, element: &ElementId, _: &str) -> Result<Option<String>> {
        Ok(self.node(element).await?.label)
    }
    async fn focused(&self) -> Result<Option<ElementId>> {
        Ok(None)
    }
    async fn tap(&self, element: &ElementId) -> Result<()> {
        self.called(format!("tap {element}")).map(drop)
    }
    async fn send_text(&self, element: &ElementId, text: &str) -> Result<()> {
        self.called(format!("type {text} into {element}")).map(drop)
    }
    async fn clear(&self, element: &ElementId) -> Result<()> {
        self.called(format!("clear {element}")).map(drop)
    }
    async fn submit(&self, element: &ElementId) -> Result<()> {
        self.called(format!("submit {element}")).map(drop)
    }
    async fn scroll_to(&self, element: &ElementId) -> Result<()> {
        self.called(format!("scroll to {element}")).map(drop)
    }
    async fn screenshot(&self, _: &ElementId) -> Result<Picture> {
        Ok(Picture::new("element"))
    }
}

#[async_trait]
impl Input for ScriptedDevice {
    async fn touch(&self, fingers: Vec<Finger>) -> Result<()> {
        self.called(format!("touch with {}", fingers.len()))
            .map(drop)
    }
    async fn gesture(&self, gesture: &Gesture, target: &Target) -> Result<()> {
        self.called(format!("{gesture:?} at {target:?}")).map(drop)
    }
    async fn type_text(&self, text: &str) -> Result<()> {
        self.called(format!("type {text}")).map(drop)
    }
    async fn press(&self, button: &Button, _: Option<Duration>) -> Result<()> {
        self.called(format!("press {}", button.0)).map(drop)
    }
    fn buttons(&self) -> &[&'static str] {
        &["home", "volumeUp"]
    }
    async fn keyboard_shown(&self) -> Result<bool> {
        Ok(false)
    }
    async fn hide_keyboard(&self, _: &[String]) -> Result<()> {
        self.called("hide keyboard").map(drop)
    }
}

#[async_trait]
impl Lock for ScriptedDevice {
    async fn is_locked(&self) -> Result<bool> {
        Ok(self.called("is locked")?.locked)
    }
    async fn lock(&self) -> Result<()> {
        self.called("lock")?.locked = true;
        Ok(())
    }
    async fn unlock(&self) -> Result<()> {
        self.called("unlock")?.locked = false;
        Ok(())
    }
}

#[async_trait]
impl Location for ScriptedDevice {
    async fn agent_permission(&self) -> Result<LocationPermission> {
        let script = self.called("agent permission")?;
        Ok(script.permission.unwrap_or(LocationPermission::Always))
    }
    async fn position(&self) -> Result<Position> {
        Ok(self.called("position")?.position.unwrap_or_default())
    }
    async fn set_position(&self, position: Position) -> Result<()> {
        self.called("set position")?.position = Some(position);
        Ok(())
    }
    async fn simulated(&self) -> Result<Option<Position>> {
        Ok(self.called("simulated")?.simulated)
    }
    async fn simulate(&self, position: Option<Position>) -> Result<()> {
        self.called("simulate")?.simulated = position;
        Ok(())
    }
}

#[async_trait]
impl Biometrics for ScriptedDevice {
    async fn is_enrolled(&self) -> Result<bool> {
        Ok(self.called("is enrolled")?.enrolled)
    }
    async fn enroll(&self, enrolled: bool) -> Result<()> {
        self.called("enroll")?.enrolled = enrolled;
        Ok(())
    }
    async fn present(&self, what: Biometric, matches: bool) -> Result<()> {
        self.called(format!("present {what:?} {matches}")).map(drop)
    }
}

#[async_trait]
impl Motion for ScriptedDevice {
    async fn shake(&self) -> Result<()> {
        self.called("shake").map(drop)
    }
}

#[async_trait]
impl Contexts for ScriptedDevice {
    async fn list(&self) -> Result<Vec<WebContext>> {
        Ok(vec![WebContext {
            id: "WEBVIEW_1".into(),
            title: "Page".into(),
            url: "http://page.localhost/".into(),
            bundle_id: None,
        }])
    }
    async fn call(&self, context: &str, call: WebCall) -> Result<Bytes> {
        let body = String::from_utf8_lossy(&call.body).into_owned();
        let answer = {
            let script = self.called(format!("{context} {} {body}", call.command))?;
            script.page.get(&call.command).cloned()
        };
        match answer {
            Some(text) => Ok(text.into()),
            None if call.command == "setTimeouts" => Ok("null".into()),
            None => std::future::pending().await,
        }
    }
}
