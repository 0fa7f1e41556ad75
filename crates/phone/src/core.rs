//! What all abilities of the phone share.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, atomic::AtomicU64},
    time::Duration,
};

use hansom_device::{DeviceError, Facts, Profile, Result};
use hansom_firefox::{Marionette, bidi::Bidi};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::{
    PhoneOptions,
    apps::{Store, desk::Desk},
    frames::FrameHub,
    journal::Journal,
    kernel::Link,
    options,
    settings::Settings,
};

/// Who the phone passes for. One that was booted ahead learns it when it is taken.
pub(crate) struct Badge {
    pub(crate) facts: Facts,
    /// How long an app stays awake in the background.
    pub(crate) suspend_after: Duration,
}

impl Badge {
    pub(crate) fn of(options: &PhoneOptions) -> Self {
        Self {
            facts: options.facts(),
            suspend_after: options.suspend_after,
        }
    }
}

/// What all abilities of the phone share.
pub(crate) struct Core {
    pub(crate) profile: Profile,
    badge: Mutex<Arc<Badge>>,
    pub(crate) link: Link,
    pub(crate) bidi: Bidi,
    pub(crate) marionette: Marionette,
    pub(crate) store: Arc<Store>,
    pub(crate) desk: tokio::sync::Mutex<Desk>,
    settings: Mutex<Settings>,
    /// Rises whenever our own pages should look again.
    pub(crate) changes: watch::Sender<u64>,
    pub(crate) frames: FrameHub,
    pub(crate) journal: Journal,
    /// A crash that nobody has been told of.
    crash: Mutex<Option<DeviceError>>,
    /// The screen's version at the last look; what comes after it is a change.
    pub(crate) seen: AtomicU64,
    /// The window in which Marionette's commands run.
    pub(crate) web_window: tokio::sync::Mutex<Option<String>>,
}

impl Core {
    pub(crate) fn new(
        options: &PhoneOptions,
        link: Link,
        bidi: Bidi,
        marionette: Marionette,
        store: Arc<Store>,
        desk: Desk,
        frames: FrameHub,
    ) -> Self {
        let settings = Settings::new(options.appearance, options.locale.clone());
        Self {
            profile: options.profile,
            badge: Mutex::new(Arc::new(Badge::of(options))),
            link,
            bidi,
            marionette,
            store,
            desk: tokio::sync::Mutex::new(desk),
            settings: Mutex::new(settings),
            changes: watch::Sender::new(0),
            frames,
            journal: Journal::default(),
            crash: Mutex::new(None),
            seen: AtomicU64::new(0),
            web_window: tokio::sync::Mutex::new(None),
        }
    }

    /// Who the phone passes for now.
    pub(crate) fn badge(&self) -> Arc<Badge> {
        let badge = self.badge.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&badge)
    }

    pub(crate) fn pin(&self, badge: Badge) {
        *self.badge.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(badge);
    }

    /// What is set. Never hold it across an await.
    pub(crate) fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Our own pages look again.
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|version| *version += 1);
    }

    /// Notes that the app in front crashed; the next command on the screen says so.
    pub(crate) fn note_crash(&self, crash: DeviceError) {
        *self.crash.lock().unwrap_or_else(PoisonError::into_inner) = Some(crash);
    }

    /// Tells of a crash, once.
    pub(crate) fn check_crash(&self) -> Result<()> {
        match self
            .crash
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            Some(crash) => Err(crash),
            None => Ok(()),
        }
    }

    /// A BiDi command for all tabs.
    pub(crate) async fn emulate(&self, method: &str, mut params: Value) -> Result<()> {
        params["userContexts"] = json!(["default"]);
        self.command(method, params).await
    }

    /// A BiDi command without a result of interest.
    pub(crate) async fn command(&self, method: &str, params: impl Serialize) -> Result<()> {
        let answer: Result<Value, _> = self.bidi.call(method, params).await;
        answer
            .map(drop)
            .map_err(|error| DeviceError::Failed(error.to_string()))
    }

    /// Width and height as it is held now, in points.
    pub(crate) fn size(&self) -> (u32, u32) {
        let (width, height, _) = options::glass(self.profile);
        if self.settings().orientation.is_landscape() && self.profile != Profile::Tv {
            (height, width)
        } else {
            (width, height)
        }
    }
}
