//! Status, the session, its settings.

use hansom_device::{AlertAction, AppId, AppState, Device};
use serde_json::{Map, Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
    session::{self, Session},
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    match ask.found.call {
        Call::Status => Ok(status(&*state.device)),
        Call::CreateSession => create(state, ask).await,
        Call::GetSession => Ok(match state.session.read().await.as_ref() {
            Some(session) => answer(session),
            None => Value::Null,
        }),
        Call::DeleteSession => {
            end(state).await?;
            Ok(Value::Null)
        }
        Call::GetSettings => Ok(state.settings.read().await.to_value()),
        Call::SetSettings => {
            let changes = ask
                .body
                .get("settings")
                .and_then(Value::as_object)
                .ok_or_else(|| Failure::invalid_argument("'settings' must be an object"))?;
            let mut settings = state.settings.write().await;
            settings.update(changes)?;
            let all = settings.to_value();
            drop(settings);
            if let Some(action) = changes.get("defaultAlertAction").and_then(Value::as_str) {
                answer_alerts(state, action).await?;
            }
            Ok(all)
        }
        // The health check and the time limits have nothing to do here.
        _ => Ok(Value::Null),
    }
}

fn status(device: &dyn Device) -> Value {
    let facts = device.facts();
    json!({
        "ready": true,
        "message": "the agent is ready to accept commands",
        "state": "success",
        "os": {
            "name": facts.os.name(),
            "version": facts.os_version.to_string(),
            "sdkVersion": facts.toolchain_version.to_string(),
        },
        "ios": {"ip": "127.0.0.1", "simulatorVersion": facts.os_version.to_string()},
        "build": {"productBundleIdentifier": "hansom.agent", "version": env!("CARGO_PKG_VERSION")},
        "device": device_family(device),
    })
}

fn device_family(device: &dyn Device) -> &'static str {
    match device.facts().profile {
        hansom_device::Profile::Phone => "iphone",
        hansom_device::Profile::Tablet => "ipad",
        hansom_device::Profile::Tv => "tv",
    }
}

fn answer(session: &Session) -> Value {
    json!({"sessionId": session.id, "capabilities": session.capabilities})
}

async fn create(state: &State, ask: &Ask) -> Handled {
    let asked = session::capabilities(&ask.body)?;
    end(state).await?;
    // Settings are a session's, but for those about frames.
    state.settings.write().await.reset();
    let text = |name: &str| asked.get(name).and_then(Value::as_str);
    answer_alerts(state, text("defaultAlertAction").unwrap_or_default()).await?;
    let flag = |name: &str| asked.get(name).and_then(Value::as_bool);
    let app = text("bundleId").map(AppId::new);
    if let Some(app) = &app {
        start(state, app, &asked, flag("forceAppLaunch").unwrap_or(true))
            .await
            .map_err(|failure| Failure::not_created(failure.message))?;
    }
    if let Some(url) = text("initialUrl") {
        state.device.apps().open_url(url, app.as_ref()).await?;
    }
    let mut capabilities = Map::new();
    capabilities.insert("device".into(), device_family(&*state.device).into());
    let version = state.device.facts().toolchain_version.to_string();
    capabilities.insert("sdkVersion".into(), version.into());
    if let Some(app) = &app {
        // By this clients learn which app a session has.
        capabilities.insert("CFBundleIdentifier".into(), app.0.as_str().into());
    }
    let session = Session {
        id: new_id(),
        app,
        terminate_app: flag("shouldTerminateApp").unwrap_or(true),
        capabilities,
    };
    let value = answer(&session);
    *state.session.write().await = Some(session);
    Ok(value)
}

/// What the device does by itself with alerts, in the words of the setting.
async fn answer_alerts(state: &State, word: &str) -> Result<(), Failure> {
    let action = match word {
        "accept" => AlertAction::Accept,
        "dismiss" => AlertAction::Dismiss,
        _ => AlertAction::Leave,
    };
    match state.device.alerts() {
        Ok(alerts) => Ok(alerts.set_default_action(action).await?),
        Err(_) if action == AlertAction::Leave => Ok(()),
        Err(unsupported) => Err(unsupported.into()),
    }
}

async fn start(
    state: &State,
    app: &AppId,
    asked: &Map<String, Value>,
    force: bool,
) -> Result<(), Failure> {
    let apps = state.device.apps();
    if !force && apps.state(app).await? > AppState::NotRunning {
        return Ok(apps.activate(app).await?);
    }
    apps.terminate(app).await?;
    super::apps::launch(&*state.device, app, asked).await
}

/// Ends the session, and its app unless the client asked to leave it running.
async fn end(state: &State) -> Result<(), Failure> {
    let ended = state.session.write().await.take();
    if let Some(Session {
        app: Some(app),
        terminate_app: true,
        ..
    }) = ended
    {
        state.device.apps().terminate(&app).await?;
    }
    Ok(())
}

/// Ids are upper-case UUIDs, as the agent's are.
fn new_id() -> String {
    uuid::Uuid::new_v4().to_string().to_uppercase()
}
