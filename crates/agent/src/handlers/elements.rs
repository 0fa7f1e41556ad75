//! One element: its attributes, typing, buttons.

use std::time::Duration;

use hansom_device::{Button, ElementId, Node};
use serde_json::{Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let id = ElementId(ask.found.var("uuid").to_owned());
    let (elements, input) = (state.device.elements(), state.device.input());
    match ask.found.call {
        Call::Click => elements.tap(&id).await?,
        Call::Clear => elements.clear(&id).await?,
        Call::ScrollTo => elements.scroll_to(&id).await?,
        Call::SetValue => elements.send_text(&id, &typed(ask)?).await?,
        Call::Keys => input.type_text(&typed(ask)?).await?,
        Call::KeyboardInput => keyboard_input(state, ask, &id).await?,
        Call::DismissKeyboard => input.hide_keyboard(&key_names(ask)).await?,
        Call::PressButton => press(state, ask, ask.need_text("name")?).await?,
        Call::IoHidEvent => press(state, ask, pressed_key(ask)?).await?,
        Call::ElementScreenshot => {
            return Ok(elements.screenshot(&id).await?.into_base64().text()?.into());
        }
        Call::Attribute => {
            return attribute(state, &id, ask.found.var("name")).await;
        }
        call => return Ok(fact(call, &elements.node(&id).await?)),
    }
    Ok(Value::Null)
}

/// What can be read off a node.
fn fact(call: Call, node: &Node) -> Value {
    match call {
        Call::Enabled => node.enabled.into(),
        Call::Displayed => node.visible.into(),
        Call::Selected => node.selected.into(),
        Call::Accessible => node.accessible.into(),
        Call::AccessibilityContainer => node.children.iter().any(|child| child.accessible).into(),
        Call::TypeName => format!("XCUIElementType{}", node.element_type).into(),
        Call::Text => node
            .value
            .as_deref()
            .or(node.label.as_deref())
            .unwrap_or_default()
            .into(),
        _ => {
            let rect = node.rect;
            json!({
                "x": rect.x.round(),
                "y": rect.y.round(),
                "width": rect.width.round(),
                "height": rect.height.round(),
            })
        }
    }
}

/// Attributes keep their type on this wire: booleans, objects and strings.
async fn attribute(state: &State, id: &ElementId, name: &str) -> Handled {
    let text = state.device.elements().attribute(id, name).await?;
    Ok(match text.as_deref() {
        None => Value::Null,
        Some("true") => true.into(),
        Some("false") => false.into(),
        Some(text) if text.starts_with('{') => {
            serde_json::from_str(text).unwrap_or_else(|_| text.into())
        }
        Some(text) => text.into(),
    })
}

/// `value` (a string, or a list that is joined) wins over `text`.
pub(super) fn typed(ask: &Ask) -> Result<String, Failure> {
    match ask.body.get("value").or_else(|| ask.body.get("text")) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(Value::Array(parts)) => Ok(parts.iter().filter_map(Value::as_str).collect::<String>()),
        Some(Value::Number(number)) => Ok(number.to_string()),
        _ => Err(Failure::invalid_argument(
            "Neither 'value' nor 'text' parameter is provided",
        )),
    }
}

/// Keys as strings or as `{key, modifierFlags}`; `0` instead of an element is the app in front.
async fn keyboard_input(state: &State, ask: &Ask, id: &ElementId) -> Result<(), Failure> {
    let keys = ask
        .body
        .get("keys")
        .and_then(Value::as_array)
        .filter(|keys| !keys.is_empty())
        .ok_or_else(|| Failure::invalid_argument("'keys' must be a list that is not empty"))?;
    let text: String = keys
        .iter()
        .filter_map(|key| {
            key.as_str()
                .or_else(|| key.get("key").and_then(Value::as_str))
        })
        .collect();
    if id.0 == "0" {
        Ok(state.device.input().type_text(&text).await?)
    } else {
        Ok(state.device.elements().send_text(id, &text).await?)
    }
}

fn key_names(ask: &Ask) -> Vec<String> {
    let names = ask.body.get("keyNames").and_then(Value::as_array);
    names
        .into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

/// The page of USB's usage tables that has the buttons of devices.
const CONSUMER_PAGE: f64 = 12.0;

/// Buttons by their usage on that page.
const USAGES: &[(f64, &str)] = &[
    (48.0, "lock"),
    (64.0, "home"),
    (233.0, "volumeUp"),
    (234.0, "volumeDown"),
];

/// The button that an event of the hardware means.
fn pressed_key(ask: &Ask) -> Result<&'static str, Failure> {
    let (page, usage) = (ask.need_number("page")?, ask.need_number("usage")?);
    let same = |a: f64, b: f64| (a - b).abs() < f64::EPSILON;
    let known = USAGES.iter().find(|(known, _)| same(*known, usage));
    match known {
        Some((_, name)) if same(page, CONSUMER_PAGE) => Ok(name),
        _ => Err(Failure::unknown(format!(
            "The event with page {page} and usage {usage} is not supported; supported are on page \
             {CONSUMER_PAGE} the usages {}",
            USAGES
                .iter()
                .map(|(usage, name)| format!("{usage} ({name})"))
                .collect::<Vec<_>>()
                .join(", ")
        ))),
    }
}

async fn press(state: &State, ask: &Ask, asked: &str) -> Result<(), Failure> {
    let input = state.device.input();
    let Some(name) = input
        .buttons()
        .iter()
        .find(|name| name.eq_ignore_ascii_case(asked))
    else {
        return Err(Failure::unknown(format!(
            "The button '{asked}' is not supported; supported are {}",
            input.buttons().join(", ")
        )));
    };
    let hold = ask
        .number("duration")
        .and_then(|s| Duration::try_from_secs_f64(s).ok());
    Ok(input.press(&Button((*name).to_owned()), hold).await?)
}
