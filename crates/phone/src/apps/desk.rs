//! The running apps: which is in front, which sleep, locked or not.
//!
//! A running app is a tab. What leaves the front is hidden at once and suspended after a grace time.

use std::{collections::BTreeMap, sync::Arc};

use hansom_device::{AppId, AppState, DeviceError, LaunchOptions, Result};
use serde::Deserialize;
use serde_json::json;

use super::App;
use crate::core::Core;

/// The screens of ours: label and title.
const HOME: (&str, &str) = ("home", "Home");
const LOCK: (&str, &str) = ("lock", "Lock Screen");

/// The running apps.
#[derive(Debug)]
pub(crate) struct Desk {
    pub(crate) home: u32,
    /// The lock screen; opened when it is first needed.
    lock: Option<u32>,
    /// The ids of our own screens' pages.
    pub(crate) screens: Vec<String>,
    pub(crate) running: BTreeMap<AppId, Task>,
    /// The app in front, or behind the lock screen; `None` for the home screen.
    pub(crate) front: Option<AppId>,
    pub(crate) locked: bool,
}

/// A running app.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) tab: u32,
    /// The id of its page for the whole of Firefox.
    pub(crate) page: String,
    pub(crate) suspended: bool,
    /// Rises each time it leaves the front, so that an old timer does not suspend it.
    left: u64,
}

/// A tab as the kernel opened it.
#[derive(Deserialize)]
struct OpenedTab {
    tab: u32,
    context: String,
}

impl Desk {
    /// Empty; the screens are opened when the phone is up.
    pub(crate) fn new() -> Self {
        Self {
            home: 0,
            lock: None,
            screens: Vec::new(),
            running: BTreeMap::new(),
            front: None,
            locked: false,
        }
    }

    /// The app on the glass.
    pub(crate) fn on_screen(&self) -> Option<&AppId> {
        self.front.as_ref().filter(|_| !self.locked)
    }

    pub(crate) fn state(&self, id: &AppId) -> AppState {
        match self.running.get(id) {
            None => AppState::NotRunning,
            Some(_) if self.on_screen() == Some(id) => AppState::Foreground,
            Some(task) if task.suspended => AppState::Suspended,
            Some(_) => AppState::Background,
        }
    }

    pub(crate) fn owner_of(&self, tab: u32) -> Option<&AppId> {
        let mut tasks = self.running.iter();
        tasks.find(|(_, task)| task.tab == tab).map(|(id, _)| id)
    }
}

impl Core {
    /// Starts an app or brings it to the front; `url` overrides where a new one starts.
    pub(crate) async fn launch_app(
        self: &Arc<Self>,
        app: &App,
        options: LaunchOptions,
        url: Option<String>,
    ) -> Result<()> {
        let mut desk = self.desk.lock().await;
        if desk.locked {
            return Err(DeviceError::Locked);
        }
        if desk.running.contains_key(app.id()) {
            self.show(&mut desk, Some(app.id().clone())).await?;
            if let (Some(url), Some(task)) = (url, desk.running.get(app.id())) {
                let arg = json!({ "tab": task.tab, "url": url });
                self.link.run("navigateTab", arg).await?;
            }
        } else {
            self.settings()
                .launched_with
                .insert(app.id().clone(), options);
            let arg = json!({
                "url": url.unwrap_or_else(|| format!("{}{}", app.origin(), app.start)),
                "full": false, "show": true,
                "owner": { "name": app.info.name, "bundleId": app.id(), "themeColor": app.theme },
            });
            let opened: OpenedTab = self.link.call("openTab", arg).await?;
            let task = Task {
                tab: opened.tab,
                page: opened.context,
                suspended: false,
                left: 0,
            };
            desk.running.insert(app.id().clone(), task);
            self.journal.note(app.id(), "launched");
            self.leave(&mut desk);
            desk.front = Some(app.id().clone());
        }
        drop(desk);
        self.changed();
        Ok(())
    }

    /// Shows the home screen.
    pub(crate) async fn go_home(self: &Arc<Self>) -> Result<()> {
        let mut desk = self.desk.lock().await;
        if desk.locked {
            return Err(DeviceError::Locked);
        }
        self.show(&mut desk, None).await?;
        drop(desk);
        self.changed();
        Ok(())
    }

    /// Locks or unlocks.
    pub(crate) async fn set_locked(self: &Arc<Self>, locked: bool) -> Result<()> {
        let mut desk = self.desk.lock().await;
        if desk.locked == locked {
            return Ok(());
        }
        if locked {
            let tab = self.lock_screen(&mut desk).await?;
            self.link.run("selectTab", json!({ "tab": tab })).await?;
            desk.locked = true;
            self.schedule_suspension(&mut desk);
        } else {
            desk.locked = false;
            let front = desk.front.clone();
            self.show(&mut desk, front).await?;
        }
        drop(desk);
        self.changed();
        Ok(())
    }

    /// Ends an app; whether it ran.
    pub(crate) async fn terminate_app(self: &Arc<Self>, id: &AppId) -> Result<bool> {
        let mut desk = self.desk.lock().await;
        let Some(task) = desk.running.remove(id) else {
            return Ok(false);
        };
        if desk.front.as_ref() == Some(id) {
            desk.front = None;
            if !desk.locked {
                self.show(&mut desk, None).await?;
            }
        }
        self.link
            .run("closeTab", json!({ "tab": task.tab }))
            .await?;
        self.journal.note(id, "terminated");
        drop(desk);
        self.changed();
        Ok(true)
    }

    /// Shows the home screen for the first time.
    pub(crate) async fn open_home(&self) -> Result<()> {
        let mut desk = self.desk.lock().await;
        desk.home = self.open_screen(&mut desk, HOME, true).await?;
        Ok(())
    }

    /// Opens the lock screen behind the others, so that the first lock need not.
    pub(crate) async fn open_lock(&self) -> Result<()> {
        let mut desk = self.desk.lock().await;
        self.lock_screen(&mut desk).await.map(drop)
    }

    async fn lock_screen(&self, desk: &mut Desk) -> Result<u32> {
        let tab = match desk.lock {
            Some(tab) => tab,
            None => self.open_screen(desk, LOCK, false).await?,
        };
        desk.lock = Some(tab);
        Ok(tab)
    }

    async fn open_screen(
        &self,
        desk: &mut Desk,
        (name, title): (&str, &str),
        show: bool,
    ) -> Result<u32> {
        let arg = json!({
            "url": format!("http://hansom-{name}.localhost/"),
            "full": true, "show": show, "owner": { "name": title },
        });
        let opened: OpenedTab = self.link.call("openTab", arg).await?;
        desk.screens.push(opened.context);
        Ok(opened.tab)
    }

    /// A screen of ours went down with the process it shared; it comes back.
    async fn restore_screen(&self, desk: &mut Desk, tab: u32) -> Result<()> {
        if tab == desk.home {
            let show = desk.front.is_none() && !desk.locked;
            desk.home = self.open_screen(desk, HOME, show).await?;
        } else if desk.lock == Some(tab) {
            let locked = desk.locked;
            desk.lock = Some(self.open_screen(desk, LOCK, locked).await?);
        }
        Ok(())
    }

    /// The kernel says that the process of a tab has died.
    pub(crate) async fn tab_crashed(self: &Arc<Self>, tab: u32) {
        let mut desk = self.desk.lock().await;
        if let Err(error) = self.restore_screen(&mut desk, tab).await {
            tracing::warn!(%error, "a screen of the phone could not be restored");
        }
        let Some(app) = desk.owner_of(tab).cloned() else {
            return;
        };
        desk.running.remove(&app);
        self.journal.note_crash(&app, "its content process ended");
        let was_in_front = desk.front.as_ref() == Some(&app);
        if was_in_front {
            desk.front = None;
            self.note_crash(DeviceError::Crashed {
                app: app.clone(),
                reason: "its content process ended".into(),
            });
            if !desk.locked
                && let Err(error) = self.show(&mut desk, None).await
            {
                tracing::warn!(%error, "the home screen could not be shown after a crash");
            }
        }
        drop(desk);
        tracing::warn!(%app, "an app crashed");
        self.changed();
    }

    /// Brings an app, or the home screen, to the front.
    async fn show(self: &Arc<Self>, desk: &mut Desk, next: Option<AppId>) -> Result<()> {
        let tab = match &next {
            None => desk.home,
            Some(id) => {
                let Some(task) = desk.running.get_mut(id) else {
                    return Err(DeviceError::NotRunning(id.clone()));
                };
                if task.suspended {
                    self.link
                        .run("resumeTab", json!({ "tab": task.tab }))
                        .await?;
                    task.suspended = false;
                }
                // A timer that still runs is out of date.
                task.left += 1;
                task.tab
            }
        };
        self.link.run("selectTab", json!({ "tab": tab })).await?;
        if desk.front != next {
            self.leave(desk);
            desk.front = next;
        }
        Ok(())
    }

    /// What is in front goes to the background.
    fn leave(self: &Arc<Self>, desk: &mut Desk) {
        self.schedule_suspension(desk);
        desk.front = None;
    }

    fn schedule_suspension(self: &Arc<Self>, desk: &mut Desk) {
        let Some(id) = desk.front.clone() else { return };
        let Some(task) = desk.running.get_mut(&id) else {
            return;
        };
        task.left += 1;
        let left = task.left;
        let phone = Arc::downgrade(self);
        let grace = self.badge().suspend_after;
        tokio::spawn(async move {
            tokio::time::sleep(grace).await;
            let Some(core) = phone.upgrade() else { return };
            let mut desk = core.desk.lock().await;
            let on_screen = desk.on_screen() == Some(&id);
            let Some(task) = desk.running.get_mut(&id) else {
                return;
            };
            if on_screen || task.left != left || task.suspended {
                return;
            }
            match core
                .link
                .run("suspendTab", json!({ "tab": task.tab }))
                .await
            {
                Ok(()) => task.suspended = true,
                Err(error) => tracing::warn!(app = %id, %error, "an app could not be suspended"),
            }
            drop(desk);
            core.changed();
        });
    }
}
