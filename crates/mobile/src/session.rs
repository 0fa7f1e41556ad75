//! One mobile session: what it remembers, and where each command goes.

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use hansom_device::{AppId, Device, DeviceError, LaunchOptions};
use hansom_protocol::{Answer, EndReason, Error, Grants, Params, Request, Session};
use serde_json::{Map, Value};

use crate::{
    capabilities::Options,
    commands::dispatch,
    driver::MobileConfig,
    error::{MobileError, Result},
    pending::PendingScript,
    recording::Recordings,
    settings::{self, Settings},
    timeouts::Timeouts,
};

/// The name of the native context.
pub(crate) const NATIVE: &str = "NATIVE_APP";

/// Where commands for the page go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Context {
    /// To the screen.
    Native,
    /// To the page of this name.
    Web(String),
}

impl Context {
    /// The name clients use.
    pub(crate) fn name(&self) -> &str {
        match self {
            Context::Native => NATIVE,
            Context::Web(name) => name,
        }
    }
}

/// What a session remembers between commands.
pub(crate) struct SessionState {
    pub(crate) device: Arc<dyn Device>,
    pub(crate) grants: Arc<Grants>,
    /// The app under test.
    pub(crate) app: Option<AppId>,
    /// What apps were last launched with in this session.
    pub(crate) launched_with: BTreeMap<AppId, LaunchOptions>,
    pub(crate) context: Context,
    pub(crate) timeouts: Timeouts,
    pub(crate) settings: Settings,
    pub(crate) pending: Arc<PendingScript>,
    pub(crate) recordings: Arc<Recordings>,
    /// The app that a full reset removes when the session ends.
    pub(crate) remove_at_end: Option<AppId>,
    pub(crate) log_source_on_find_failure: bool,
}

impl SessionState {
    pub(crate) fn new(device: Arc<dyn Device>, config: &MobileConfig, options: &Options) -> Self {
        let recordings = Recordings::new(Arc::clone(&device), config.recording.clone());
        Self {
            device,
            grants: Arc::clone(&config.grants),
            app: None,
            launched_with: BTreeMap::new(),
            context: Context::Native,
            timeouts: Timeouts::default(),
            settings: Settings::default(),
            pending: Arc::default(),
            recordings: Arc::new(recordings),
            remove_at_end: None,
            log_source_on_find_failure: options.log_source_on_find_failure,
        }
    }

    /// The app a command is about: the one it names, else the one under test.
    pub(crate) fn app_of(&self, params: &Params) -> Result<AppId> {
        let named: Option<String> = match params.optional("bundleId")? {
            Some(app) => Some(app),
            None => params.optional("appId")?,
        };
        named
            .map(AppId::new)
            .or_else(|| self.app.clone())
            .ok_or(MobileError::NoApp)
    }

    /// Launches an app and remembers how.
    pub(crate) async fn launch(&mut self, app: AppId, options: LaunchOptions) -> Result<()> {
        self.device.apps().launch(&app, options.clone()).await?;
        self.launched_with.insert(app, options);
        Ok(())
    }

    /// Stores settings and tells the device of those that it acts on.
    pub(crate) async fn apply_settings(&mut self, changes: Map<String, Value>) -> Result<()> {
        let alerts = match changes.get("defaultAlertAction").and_then(Value::as_str) {
            Some(word) => Some(settings::alert_action(word)?),
            None => None,
        };
        let mut others = changes.clone();
        others.retain(|name, _| !settings::kept_here(name));
        self.settings.update(changes)?;
        if let Some(action) = alerts {
            self.device.alerts()?.set_default_action(action).await?;
        }
        if !others.is_empty() {
            self.device.settings(&others).await?;
        }
        Ok(())
    }
}

/// The face of a session for its own task.
pub(crate) struct MobileSession {
    state: SessionState,
}

impl MobileSession {
    pub(crate) fn new(state: SessionState) -> Self {
        Self { state }
    }
}

#[async_trait]
impl Session for MobileSession {
    async fn execute(&mut self, request: Request) -> Result<Answer, Error> {
        match dispatch(&mut self.state, &request).await {
            Ok(answer) => Ok(answer),
            Err(error) => Err(explain(&self.state, error).await.into()),
        }
    }

    async fn died(&mut self) -> Error {
        let reason = self.state.device.died().await;
        MobileError::from(DeviceError::Lost(reason)).into()
    }

    async fn close(self: Box<Self>, reason: EndReason) {
        self.state.recordings.close().await;
        if let (Some(app), EndReason::Deleted | EndReason::Idle) =
            (&self.state.remove_at_end, reason)
            && let Err(error) = self.state.device.apps().remove(app).await
        {
            tracing::warn!(%app, %error, "the app could not be removed after the session");
        }
        self.state.device.shutdown().await;
    }
}

/// Adds to an error what only the device knows.
pub(crate) async fn explain(state: &SessionState, error: MobileError) -> MobileError {
    let MobileError::Device(DeviceError::NotInstalled(app)) = &error else {
        return error;
    };
    match state.device.apps().list().await {
        Ok(apps) => MobileError::UnknownApp {
            app: app.to_string(),
            installed: apps
                .iter()
                .map(|app| app.bundle_id.0.as_str())
                .collect::<Vec<_>>()
                .join(", "),
        },
        Err(_) => error,
    }
}
