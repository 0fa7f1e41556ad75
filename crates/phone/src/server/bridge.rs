//! The bridge: what pages may ask of the phone. `kernel/BRIDGE.md` is the contract.

use std::{convert::Infallible, sync::Arc};

use bytes::Bytes;
use futures_util::stream;
use hansom_device::{AppId, Appearance, DeviceError, Kind, LaunchOptions};
use http_body_util::{BodyExt, Limited, StreamBody};
use hyper::{
    Method, Request,
    body::{Frame, Incoming},
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;
use serde_json::json;

use super::{
    Site, pages,
    reply::{self, Reply},
    state,
};
use crate::{
    apps::shared_file,
    core::Core,
    files::{read, within, write},
};

/// The largest picture or file that a page may hand over.
const BODY_LIMIT: usize = 64 * 1024 * 1024;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Launch {
    bundle_id: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Changes {
    appearance: Option<String>,
    language: Option<String>,
    region: Option<String>,
    time_zone: Option<String>,
    biometrics_enrolled: Option<bool>,
}

pub(super) async fn answer(
    core: &Arc<Core>,
    site: &Site,
    path: &str,
    request: Request<Incoming>,
) -> Reply {
    let same_origin = request
        .headers()
        .get("sec-fetch-site")
        .is_some_and(|site| site == "same-origin");
    if !same_origin {
        return reply::status(403);
    }
    let system = match site {
        Site::Screen(_) => true,
        Site::App(app) => app.info.system,
    };
    let get = request.method() == Method::GET;
    let post = request.method() == Method::POST;
    match path {
        "device" if get => device(core),
        "arguments" if get => arguments(core, site),
        "pasteboard" => pasteboard(core, request).await,
        _ if path.starts_with("files/") => file(core, site, path, request).await,
        _ if path.starts_with("shared/") && get => shared(path),
        _ if !system => reply::status(403),
        "state" if get => reply::json(&state::object(core).await),
        "events" if get => events(core),
        "launch" if post => with_body(request, |launch: Launch| start(core, launch)).await,
        "unlock" if post => outcome(core.set_locked(false).await),
        "settings" if post => with_body(request, |changes: Changes| change(core, changes)).await,
        _ if path.starts_with("icon/") && get => icon(core, path),
        _ => reply::status(404),
    }
}

fn device(core: &Core) -> Reply {
    let badge = core.badge();
    let facts = &badge.facts;
    reply::json(&json!({
        "name": facts.name,
        "model": facts.model,
        "os": facts.os.name(),
        "osVersion": facts.os_version.to_string(),
        "kind": match facts.kind { Kind::Simulator => "simulator", Kind::Real => "real" },
        "profile": facts.profile.name(),
        "udid": facts.udid,
    }))
}

fn arguments(core: &Core, site: &Site) -> Reply {
    let given = match site {
        Site::Screen(_) => LaunchOptions::default(),
        Site::App(app) => core
            .settings()
            .launched_with
            .get(app.id())
            .cloned()
            .unwrap_or_default(),
    };
    reply::json(&json!({ "arguments": given.arguments, "environment": given.environment }))
}

async fn pasteboard(core: &Core, request: Request<Incoming>) -> Reply {
    if request.method() == Method::PUT {
        let kind = request
            .headers()
            .get("content-type")
            .and_then(|kind| kind.to_str().ok())
            .unwrap_or("image/png")
            .to_owned();
        return match body(request).await {
            Ok(picture) => outcome(core.copy_picture(kind, picture).await),
            Err(reply) => reply,
        };
    }
    match core.copied_picture().await {
        Ok(Some((kind, picture))) => reply::content(200, &kind, picture),
        Ok(None) => reply::status(204),
        Err(error) => failure(&error),
    }
}

/// A file in the container of the app that asks.
async fn file(core: &Core, site: &Site, path: &str, request: Request<Incoming>) -> Reply {
    let Site::App(app) = site else {
        return reply::status(404);
    };
    let name = path.trim_start_matches("files/");
    let Ok(name) = percent_decode_str(name).decode_utf8() else {
        return reply::status(404);
    };
    let Ok(place) = within(core.store.container(app), &name) else {
        return reply::status(404);
    };
    if request.method() == Method::PUT {
        return match body(request).await {
            Ok(content) => outcome(write(&name, place, content).await),
            Err(reply) => reply,
        };
    }
    match read(&name, place).await {
        Ok(content) => reply::content(200, &pages::kind(&name), content),
        Err(DeviceError::NoSuchFile(_)) => reply::status(404),
        Err(error) => failure(&error),
    }
}

fn shared(path: &str) -> Reply {
    let file = path.trim_start_matches("shared/");
    match shared_file(file) {
        Some(content) => reply::content(200, &pages::kind(file), content),
        None => reply::status(404),
    }
}

fn icon(core: &Core, path: &str) -> Reply {
    let id = AppId::new(path.trim_start_matches("icon/"));
    let found = core.store.get(&id).and_then(|app| {
        let icon = app.icon?;
        Some((pages::kind(&icon), app.files.read(&icon)?))
    });
    match found {
        Some((kind, content)) => reply::content(200, &kind, content),
        None => reply::status(404),
    }
}

/// The state now and on every change, as server-sent events.
fn events(core: &Arc<Core>) -> Reply {
    let phone = Arc::downgrade(core);
    let mut changes = core.changes.subscribe();
    changes.mark_changed();
    let events = stream::unfold((phone, changes), |(phone, mut changes)| async move {
        changes.changed().await.ok()?;
        let core = phone.upgrade()?;
        let text = format!("data: {}\n\n", state::object(&core).await);
        drop(core);
        let frame = Frame::data(Bytes::from(text));
        Some((Ok::<_, Infallible>(frame), (phone, changes)))
    });
    let mut reply = reply::content(200, "text/event-stream", Bytes::new());
    *reply.body_mut() = StreamBody::new(events).boxed_unsync();
    reply
}

async fn start(core: &Arc<Core>, launch: Launch) -> Result<(), DeviceError> {
    let app = core.store.require(&AppId::new(launch.bundle_id))?;
    core.launch_app(&app, LaunchOptions::default(), None).await
}

async fn change(core: &Arc<Core>, changes: Changes) -> Result<(), DeviceError> {
    match changes.appearance.as_deref() {
        None => {}
        Some("dark") => core.set_appearance(Appearance::Dark).await?,
        Some("light") => core.set_appearance(Appearance::Light).await?,
        Some(other) => {
            return Err(DeviceError::InvalidArgument(format!(
                "`{other}` is no appearance"
            )));
        }
    }
    let mut locale = core.settings().locale.clone();
    let before = locale.clone();
    locale.language = changes.language.or(locale.language);
    locale.region = changes.region.or(locale.region);
    locale.time_zone = changes.time_zone.or(locale.time_zone);
    if locale != before {
        core.set_locale(locale).await?;
    }
    if let Some(enrolled) = changes.biometrics_enrolled {
        core.set_enrolled(enrolled).await?;
    }
    Ok(())
}

async fn with_body<B, F, D>(request: Request<Incoming>, act: F) -> Reply
where
    B: for<'de> Deserialize<'de>,
    F: FnOnce(B) -> D,
    D: Future<Output = Result<(), DeviceError>>,
{
    let body = match body(request).await {
        Ok(body) => body,
        Err(reply) => return reply,
    };
    match serde_json::from_slice(&body) {
        Ok(body) => outcome(act(body).await),
        Err(error) => reply::content(400, "text/plain", error.to_string().into()),
    }
}

async fn body(request: Request<Incoming>) -> Result<Bytes, Reply> {
    match Limited::new(request.into_body(), BODY_LIMIT)
        .collect()
        .await
    {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) => Err(reply::content(413, "text/plain", error.to_string().into())),
    }
}

fn outcome(result: Result<(), DeviceError>) -> Reply {
    match result {
        Ok(()) => reply::status(204),
        Err(error) => failure(&error),
    }
}

fn failure(error: &DeviceError) -> Reply {
    let code = match error {
        DeviceError::NotInstalled(_) => 404,
        DeviceError::Locked | DeviceError::InvalidState(_) => 409,
        DeviceError::InvalidArgument(_) => 400,
        _ => 500,
    };
    reply::content(code, "text/plain", error.to_string().into())
}
