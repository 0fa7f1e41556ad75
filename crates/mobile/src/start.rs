//! The start of a session: a device, its apps, and how things are to be when the client gets it.

use std::{sync::Arc, time::Duration};

use hansom_device::{AppId, AppState, Device, DeviceError, Kind};
use hansom_host::narrate;
use hansom_protocol::{Error, ErrorCode, Feature, NewSession, Phases, Started};
use serde_json::{Map, Value, json};

use crate::{
    capabilities::{Options, Reset},
    commands::{contexts, permissions},
    driver::MobileConfig,
    error::{MobileError, Result},
    factory::DeviceFactory,
    live::MobileLive,
    session::{MobileSession, SessionState, explain},
};

/// How long a start waits for a web view when `appium:autoWebview` asks for one.
const WEBVIEW_WAIT: Duration = Duration::from_secs(10);

pub(crate) async fn start(
    factories: &[Arc<dyn DeviceFactory>],
    config: &MobileConfig,
    request: NewSession,
) -> Result<Started> {
    let mut options = Options::read(&request.capabilities)?;
    request.id.short().clone_into(&mut options.device.session);
    if options.device.state_dir.is_some() {
        config.grants.require(Feature::MobileLocalFiles)?;
    }
    let wanted = options.device.family;
    let factory = factories
        .iter()
        .find(|factory| factory.family() == wanted)
        .ok_or(MobileError::NoFactory(wanted.name()))?;
    let phases = request.phases.clone();
    let device = factory.open(&options.device).await?;
    phases.reached("device ready");
    let mut state = SessionState::new(device, config, &options);
    if let Err(error) = prepare(&mut state, &options, &phases).await {
        let error = explain(&state, error).await;
        state.device.shutdown().await;
        return Err(not_created(error));
    }
    let capabilities = reply(&request.capabilities, &state);
    let live = Arc::new(MobileLive::new(&state));
    Ok(Started {
        capabilities,
        session: Box::new(MobileSession::new(state)),
        live,
    })
}

/// A failure of the device during the start; what the request itself got wrong keeps its own code.
fn not_created(cause: MobileError) -> MobileError {
    let mut error = Error::from(cause);
    if error.code != ErrorCode::InvalidArgument {
        error.code = ErrorCode::SessionNotCreated;
    }
    error.into()
}

async fn prepare(state: &mut SessionState, options: &Options, phases: &Phases) -> Result<()> {
    let device = Arc::clone(&state.device);
    if options.locale != hansom_device::Locale::default() {
        device.locale()?.set(options.locale.clone()).await?;
    }
    if options.alerts != hansom_device::AlertAction::Leave {
        device.alerts()?.set_default_action(options.alerts).await?;
    }
    if let Some(orientation) = options.orientation {
        device.screen().rotate(orientation).await?;
    }
    install(state, options).await?;
    phases.reached("apps installed");
    // After the apps: they may be for one of these, and a reset forgets what it was allowed.
    for (app, access) in &options.permissions {
        for (service, word) in access {
            permissions::set_one(&*device, &AppId::new(app), service, word).await?;
        }
    }
    if let (true, Some(app)) = (options.launch, state.app.clone()) {
        state.launch(app, options.process.clone()).await?;
        phases.reached("app launched");
    }
    if let Some(url) = &options.deeplink {
        device.apps().open_url(url, state.app.as_ref()).await?;
    }
    let settings = options.settings.clone();
    state.apply_settings(settings).await?;
    if options.auto_webview {
        contexts::enter_first_web(state, WEBVIEW_WAIT).await?;
        phases.reached("web view entered");
    }
    Ok(())
}

async fn install(state: &mut SessionState, options: &Options) -> Result<()> {
    let apps = state.device.apps();
    for other in &options.other_apps {
        let installed = apps.install(other.bundle(&state.grants)?);
        narrate("the install of another app", installed).await?;
    }
    if options.reset == Reset::Remove
        && let Some(app) = &options.bundle_id
    {
        // With a full reset an app that is only named by its id would be gone; its data must do.
        if options.app.is_some() {
            apps.remove(app).await?;
        }
    }
    let under_test = app_under_test(state, options).await?;
    if let (Some(app), true) = (&under_test, options.reset != Reset::Keep) {
        match apps.clear(app).await {
            // A real device cannot; the app is started anew all the same.
            Err(DeviceError::Unsupported(reason)) if options.reset != Reset::Remove => {
                tracing::info!(%app, %reason, "the data of the app is kept");
                apps.terminate(app).await?;
            }
            cleared => cleared?,
        }
    }
    if options.reset == Reset::Remove && options.app.is_some() {
        state.remove_at_end.clone_from(&under_test);
    }
    state.app = under_test;
    Ok(())
}

/// Installs the app that the capabilities give, or makes sure that the one they name is there.
async fn app_under_test(state: &SessionState, options: &Options) -> Result<Option<AppId>> {
    let named = options.bundle_id.as_ref();
    let there = match named {
        Some(app) => is_installed(&*state.device, app).await?,
        None => false,
    };
    if let Some(source) = &options.app {
        let bundle = source.bundle(&state.grants)?;
        if there && options.reset == Reset::Keep {
            return Ok(named.cloned());
        }
        let installed = state.device.apps().install(bundle);
        return Ok(Some(narrate("the install of the app", installed).await?));
    }
    match named {
        Some(app) if !there => Err(DeviceError::NotInstalled(app.clone()).into()),
        other => Ok(other.cloned()),
    }
}

/// Asked by state, not by list: an agent without a host beside it knows no list.
async fn is_installed(device: &dyn Device, app: &AppId) -> Result<bool> {
    Ok(device.apps().state(app).await? != AppState::NotInstalled)
}

/// What the client is told: what it asked for, and what the device turned out to be.
fn reply(asked: &Map<String, Value>, state: &SessionState) -> Map<String, Value> {
    let facts = state.device.facts();
    let mut all = asked.clone();
    let mut put = |name: &str, value: Value| all.insert(name.to_owned(), value);
    put("platformName", facts.os.name().into());
    put(
        "appium:platformVersion",
        facts.os_version.to_string().into(),
    );
    put("appium:deviceName", facts.name.clone().into());
    put("appium:udid", facts.udid.clone().into());
    put("hansom:profile", facts.profile.name().into());
    let kind = match facts.kind {
        Kind::Simulator => "simulator",
        Kind::Real => "real",
    };
    put("hansom:kind", kind.into());
    put(
        "hansom:toolchainVersion",
        facts.toolchain_version.to_string().into(),
    );
    if let Some(app) = &state.app {
        put("appium:bundleId", app.0.clone().into());
    }
    put("timeouts", json!(state.timeouts));
    put("setWindowRect", false.into());
    // An app sent as a data: URL would come back megabytes long.
    if all
        .get("appium:app")
        .and_then(Value::as_str)
        .is_some_and(|app| app.starts_with("data:"))
    {
        all.insert("appium:app".into(), "data:".into());
    }
    all
}
