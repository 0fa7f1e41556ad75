//! The phone as a device.

use std::sync::Arc;

use async_trait::async_trait;
use hansom_device::{
    Ability, Alerts, Apps, Biometrics, Clipboard, Contexts, Device, Elements, Facts, Files, Input,
    LocaleSettings, Location, Lock, Logs, Look, Motion, Permissions, Power, Profile, Screen,
    Unsupported,
};
use hansom_firefox::Firefox;
use hansom_host::TempFolder;
use tokio::sync::{oneshot, watch};

use crate::{core::Core, server::Server};

/// A virtual phone. Dropping it ends its Firefox and removes what it does not keep.
pub struct VirtualPhone {
    pub(crate) core: Arc<Core>,
    /// As on its badge; here because it is lent out.
    pub(crate) facts: Facts,
    pub(crate) keeper: Keeper,
    pub(crate) _server: Server,
    pub(crate) _folder: Option<TempFolder>,
}

impl std::fmt::Debug for VirtualPhone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VirtualPhone")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}

/// Owns the phone's Firefox: a task that ends it when asked, or when nobody is left to ask.
pub(crate) struct Keeper {
    pid: Option<u32>,
    stop: std::sync::Mutex<Option<oneshot::Sender<()>>>,
    gone: watch::Receiver<Option<String>>,
}

impl Keeper {
    pub(crate) fn of(firefox: Firefox) -> Self {
        let pid = firefox.pid();
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, gone) = watch::channel(None);
        tokio::spawn(async move {
            let reason = tokio::select! {
                death = firefox.died() => format!("its Firefox ended: {death}"),
                _ = stopped => "it was shut down".to_owned(),
            };
            firefox.end().await;
            tell.send_replace(Some(reason));
        });
        Self {
            pid,
            stop: std::sync::Mutex::new(Some(stop)),
            gone,
        }
    }

    /// Waits until it is gone.
    async fn gone(&self) -> String {
        let mut gone = self.gone.clone();
        match gone.wait_for(Option::is_some).await {
            Ok(reason) => reason.clone().unwrap_or_default(),
            // The task was dropped with the runtime, and Firefox with it.
            Err(_) => "the program is ending".into(),
        }
    }

    async fn end(&self) {
        let stop = self
            .stop
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take();
        drop(stop);
        self.gone().await;
    }
}

impl VirtualPhone {
    /// The process of its Firefox, which leads a group of its own, when we started it.
    pub fn pid(&self) -> Option<u32> {
        self.keeper.pid
    }

    fn has_glass(&self, what: &str) -> Result<(), Unsupported> {
        if self.core.profile == Profile::Tv {
            return Err(Unsupported::new(
                what,
                "a TV has none; use the phone or tablet profile",
            ));
        }
        Ok(())
    }
}

#[async_trait]
impl Device for VirtualPhone {
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
        self.has_glass("locking").map(|()| self as _)
    }

    fn clipboard(&self) -> Ability<'_, dyn Clipboard> {
        self.has_glass("the clipboard").map(|()| self as _)
    }

    fn location(&self) -> Ability<'_, dyn Location> {
        self.has_glass("the location service").map(|()| self as _)
    }

    fn biometrics(&self) -> Ability<'_, dyn Biometrics> {
        self.has_glass("biometrics").map(|()| self as _)
    }

    fn motion(&self) -> Ability<'_, dyn Motion> {
        self.has_glass("shaking").map(|()| self as _)
    }

    fn alerts(&self) -> Ability<'_, dyn Alerts> {
        Ok(self)
    }

    fn contexts(&self) -> Ability<'_, dyn Contexts> {
        Ok(self)
    }

    fn files(&self) -> Ability<'_, dyn Files> {
        Ok(self)
    }

    fn permissions(&self) -> Ability<'_, dyn Permissions> {
        Ok(self)
    }

    fn locale(&self) -> Ability<'_, dyn LocaleSettings> {
        Ok(self)
    }

    fn look(&self) -> Ability<'_, dyn Look> {
        Ok(self)
    }

    fn power(&self) -> Ability<'_, dyn Power> {
        Ok(self)
    }

    fn logs(&self) -> Ability<'_, dyn Logs> {
        Ok(self)
    }

    async fn died(&self) -> String {
        self.keeper.gone().await
    }

    async fn shutdown(&self) {
        self.keeper.end().await;
    }
}
