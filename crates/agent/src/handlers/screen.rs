//! The screen: sizes, orientation, source, pictures.

use hansom_device::{Orientation, SourceOptions, source};
use serde_json::{Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let screen = state.device.screen();
    match ask.found.call {
        Call::WindowSize => {
            let info = screen.info().await?;
            Ok(json!({"width": info.width, "height": info.height}))
        }
        Call::WindowRect => {
            let info = screen.info().await?;
            Ok(json!({"x": 0, "y": 0, "width": info.width, "height": info.height}))
        }
        Call::ScreenInfo => {
            let info = screen.info().await?;
            Ok(json!({
                "screenSize": {"width": info.width, "height": info.height},
                "statusBarSize": {"width": info.width, "height": info.status_bar_height},
                "displayId": 1,
                "scale": info.scale,
            }))
        }
        Call::Screens => {
            let info = screen.info().await?;
            let bounds = json!({"x": 0, "y": 0, "width": info.width, "height": info.height});
            Ok(json!([{"displayId": 1, "isMain": true, "scale": info.scale, "bounds": bounds}]))
        }
        Call::GetOrientation => {
            let landscape = screen.orientation().await?.is_landscape();
            Ok(if landscape { "LANDSCAPE" } else { "PORTRAIT" }.into())
        }
        Call::SetOrientation => {
            screen
                .rotate(by_name(ask.need_text("orientation")?)?)
                .await?;
            Ok(Value::Null)
        }
        Call::GetRotation => Ok(json!({"x": 0, "y": 0, "z": degrees(screen.orientation().await?)})),
        Call::SetRotation => {
            screen.rotate(by_degrees(ask)?).await?;
            Ok(Value::Null)
        }
        Call::DeviceOrientation => Ok(match screen.orientation().await? {
            Orientation::Portrait => "UIDeviceOrientationPortrait",
            Orientation::LandscapeLeft => "UIDeviceOrientationLandscapeLeft",
            Orientation::LandscapeRight => "UIDeviceOrientationLandscapeRight",
            Orientation::UpsideDown => "UIDeviceOrientationPortraitUpsideDown",
        }
        .into()),
        Call::Source => page_source(state, ask).await,
        Call::AccessibleSource => {
            let tree = state
                .device
                .elements()
                .tree(&SourceOptions::default())
                .await?;
            Ok(source::json(&tree, &SourceOptions::default()))
        }
        _ => Ok(screen.screenshot().await?.into_base64().text()?.into()),
    }
}

fn by_name(name: &str) -> Result<Orientation, Failure> {
    match name.to_ascii_uppercase().as_str() {
        "PORTRAIT" => Ok(Orientation::Portrait),
        "LANDSCAPE" => Ok(Orientation::LandscapeLeft),
        "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT" => Ok(Orientation::LandscapeRight),
        "UIA_DEVICE_ORIENTATION_PORTRAIT_UPSIDEDOWN" => Ok(Orientation::UpsideDown),
        _ => Err(Failure::unknown("Unable To Rotate Device")),
    }
}

fn degrees(orientation: Orientation) -> u16 {
    match orientation {
        Orientation::Portrait => 0,
        Orientation::LandscapeRight => 90,
        Orientation::UpsideDown => 180,
        Orientation::LandscapeLeft => 270,
    }
}

fn by_degrees(ask: &Ask) -> Result<Orientation, Failure> {
    let axis = |name: &str| ask.body.get(name).and_then(Value::as_i64);
    match (axis("x"), axis("y"), axis("z")) {
        (Some(0), Some(0), Some(0)) => Ok(Orientation::Portrait),
        (Some(0), Some(0), Some(90)) => Ok(Orientation::LandscapeRight),
        (Some(0), Some(0), Some(180)) => Ok(Orientation::UpsideDown),
        (Some(0), Some(0), Some(270)) => Ok(Orientation::LandscapeLeft),
        _ => Err(Failure::invalid_argument(
            "x, y and z must be 0, 0 and one of 0, 90, 180, 270",
        )),
    }
}

async fn page_source(state: &State, ask: &Ask) -> Handled {
    let query = |name: &str| {
        ask.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
    };
    let excluded = query("excluded_attributes").unwrap_or_default();
    let options = SourceOptions {
        excluded_attributes: excluded
            .split(',')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
        ..SourceOptions::default()
    };
    let tree = state.device.elements().tree(&options).await?;
    match query("format").unwrap_or("xml") {
        "xml" => Ok(source::xml(&tree, &options).into()),
        "json" => Ok(source::json(&tree, &options)),
        "description" => Ok(source::description(&tree, &options).into()),
        other => Err(Failure::invalid_argument(format!(
            "Unknown source format '{other}'. Only xml, json, description are supported"
        ))),
    }
}
