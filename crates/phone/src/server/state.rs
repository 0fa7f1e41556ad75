//! The phone's state, as our own pages see it.

use std::time::{SystemTime, UNIX_EPOCH};

use hansom_device::{AppState, Appearance, Orientation};
use serde_json::{Value, json};

use crate::{core::Core, options};

/// The state object of the bridge.
pub(super) async fn object(core: &Core) -> Value {
    let desk = core.desk.lock().await;
    let apps: Vec<Value> = core
        .store
        .all()
        .iter()
        .map(|app| {
            let state: AppState = desk.state(app.id());
            json!({
                "bundleId": app.id(),
                "name": app.info.name,
                "icon": app.icon.as_ref().map(|_| format!("/.hansom/icon/{}", app.id())),
                "badge": null,
                "system": app.info.system,
                "state": state as u8,
            })
        })
        .collect();
    let locked = desk.locked;
    drop(desk);
    let badge = core.badge();
    let facts = &badge.facts;
    let settings = core.settings();
    let landscape = settings.orientation.is_landscape();
    json!({
        "locked": locked,
        "time": now(),
        "timeZone": settings.locale.time_zone,
        "appearance": appearance_name(settings.appearance),
        "language": settings.language_tag(),
        "region": settings.locale.region,
        "orientation": orientation(settings.orientation),
        "profile": core.profile.name(),
        "battery": { "level": 1.0, "charging": true },
        "wallpaper": "default",
        "biometricsEnrolled": settings.enrolled,
        "insets": { "top": options::status_bar_height(core.profile, landscape) },
        "device": {
            "name": facts.name,
            "osName": facts.os.name(),
            "osVersion": facts.os_version.to_string(),
        },
        "apps": apps,
    })
}

pub(crate) const fn appearance_name(appearance: Appearance) -> &'static str {
    match appearance {
        Appearance::Light => "light",
        Appearance::Dark => "dark",
    }
}

const fn orientation(orientation: Orientation) -> &'static str {
    if orientation.is_landscape() {
        "landscape"
    } else {
        "portrait"
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    })
}
