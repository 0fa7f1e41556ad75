//! The device itself: facts, an agent with one session, host tools.

use std::path::PathBuf;

use async_trait::async_trait;
use hansom_device::{
    Ability, Alerts, Apps, Biometrics, Clipboard, Contexts, Device, DeviceError, Elements, Facts,
    Files, Input, JsonText, Kind, Locale, LocaleSettings, Location, Lock, Look, Motion, Os,
    Permissions, Power, Screen, Unsupported,
};
use hansom_protocol::Cause as _;
use hyper::Method;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::sync::RwLock;

use crate::{
    AppleError, Hold, HostTools,
    agent::{Link, Reply},
};

/// An Apple device or simulator, or anything that speaks as its agent does.
pub struct AppleDevice {
    pub(crate) facts: Facts,
    pub(crate) link: Link,
    pub(crate) host: HostTools,
    /// The app's bundle on this machine, when one was installed from here.
    pub(crate) bundle: RwLock<Option<PathBuf>>,
    /// Language and region of the apps that are launched.
    pub(crate) locale: RwLock<Locale>,
    pub(crate) _hold: Option<Hold>,
}

impl AppleDevice {
    /// Asks the agent within its session.
    pub(crate) async fn ask(
        &self,
        command: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<Reply, AppleError> {
        self.link.ask(command, method, path, body).await
    }

    pub(crate) async fn get<T: DeserializeOwned>(
        &self,
        command: &str,
        path: &str,
    ) -> Result<T, AppleError> {
        self.ask(command, Method::GET, path, None).await?.value()
    }

    /// A text of the agent's, to be passed on as it came.
    pub(crate) async fn text(&self, command: &str, path: &str) -> Result<JsonText, DeviceError> {
        let reply = self.ask(command, Method::GET, path, None).await?;
        JsonText::cut(reply.json()?)
    }

    pub(crate) async fn post(
        &self,
        command: &str,
        path: &str,
        body: &Value,
    ) -> Result<Reply, AppleError> {
        self.ask(command, Method::POST, path, Some(body)).await
    }

    fn not_on_tv(&self, what: &str) -> Result<(), Unsupported> {
        if self.facts.os == Os::TvOs {
            return Err(Unsupported::new(what, "tvOS does not have it"));
        }
        Ok(())
    }

    /// What only a simulator can do.
    fn simulator_only(&self, what: &str) -> Result<(), Unsupported> {
        if self.facts.kind == Kind::Real {
            return Err(Unsupported::new(what, "it can only be done on a simulator"));
        }
        self.host.simctl(what).map(|_| ())
    }
}

#[async_trait]
impl Device for AppleDevice {
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
        self.not_on_tv("the clipboard")?;
        Ok(self)
    }

    fn location(&self) -> Ability<'_, dyn Location> {
        self.not_on_tv("the location")?;
        Ok(self)
    }

    fn biometrics(&self) -> Ability<'_, dyn Biometrics> {
        self.simulator_only("biometrics")?;
        Ok(self)
    }

    fn motion(&self) -> Ability<'_, dyn Motion> {
        self.simulator_only("shaking the device")?;
        Ok(self)
    }

    fn alerts(&self) -> Ability<'_, dyn Alerts> {
        Ok(self)
    }

    fn contexts(&self) -> Ability<'_, dyn Contexts> {
        Err(Unsupported::new(
            "web contexts",
            "reaching web views of Apple devices needs the web inspector protocol, which is not built in; \
             the native context sees their content",
        ))
    }

    fn files(&self) -> Ability<'_, dyn Files> {
        self.host.cable("files")?;
        Ok(self)
    }

    fn permissions(&self) -> Ability<'_, dyn Permissions> {
        self.simulator_only("setting permissions")?;
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

    async fn died(&self) -> String {
        match &self.host {
            HostTools::Cable(cable) => tokio::select! {
                // The cable knows at once and by name; the agent only falls silent.
                error = cable.unplugged() => error.told(),
                reason = self.link.died() => reason,
            },
            _ => self.link.died().await,
        }
    }

    async fn shutdown(&self) {
        self.link.close().await;
    }

    async fn settings(&self, changes: &Map<String, Value>) -> Result<(), DeviceError> {
        Ok(self.link.set(Value::Object(changes.clone())).await?)
    }
}

impl std::fmt::Debug for AppleDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppleDevice")
            .field("facts", &self.facts)
            .finish_non_exhaustive()
    }
}
