//! Fingers, keys and buttons.

use hansom_device::{Button, ElementId};
use hansom_protocol::{Answer, ELEMENT_KEY, Error, Params};
use serde_json::Value;

use super::time;
use crate::{error::Result, keys, session::SessionState};

/// The element a method is about, as a plain id or as a reference, under its new or old name.
pub(crate) fn element(params: &Params) -> Result<Option<ElementId>> {
    for key in ["elementId", "element"] {
        match params.optional::<Value>(key)? {
            None => {}
            Some(Value::String(id)) => return Ok(Some(ElementId(id))),
            Some(Value::Object(reference)) => {
                let id = [ELEMENT_KEY, "ELEMENT"]
                    .iter()
                    .find_map(|name| reference.get(*name)?.as_str());
                if let Some(id) = id {
                    return Ok(Some(ElementId(id.to_owned())));
                }
                return Err(not_an_element(key).into());
            }
            Some(_) => return Err(not_an_element(key).into()),
        }
    }
    Ok(None)
}

fn not_an_element(key: &str) -> Error {
    Error::invalid_argument(format!(
        "`{key}` must be the id of an element or a reference to one."
    ))
}

/// W3C actions.
pub(crate) async fn perform_actions(state: &SessionState, params: &Params) -> Result<Answer> {
    let actions = params.raw("actions").unwrap_or("[]");
    hansom_device::actions::perform(&*state.device, actions).await?;
    Ok(Answer::null())
}

/// `POST …/keys`: types into whatever has focus.
pub(crate) async fn keys(state: &SessionState, params: &Params) -> Result<Answer> {
    let text = keys::text(&params.required("value")?, "value")?;
    state.device.input().type_text(&text).await?;
    Ok(Answer::null())
}

/// `mobile: keys`: texts, or `{key, modifierFlags}` of which a phone knows shift.
pub(crate) async fn keys_method(state: &mut SessionState, params: &Params) -> Result<Answer> {
    const SHIFT: u64 = 1 << 1;
    let items: Vec<Value> = params.required("keys")?;
    let mut text = String::new();
    for item in &items {
        match item {
            Value::String(plain) => text.push_str(&keys::text(&plain.as_str().into(), "keys")?),
            Value::Object(members) => {
                let Some(key) = members.get("key").and_then(Value::as_str) else {
                    return Err(
                        Error::invalid_argument("an item of `keys` lacks its `key`.").into(),
                    );
                };
                let typed = keys::text(&key.into(), "keys")?;
                match members.get("modifierFlags").map_or(Some(0), Value::as_u64) {
                    Some(0) => text.push_str(&typed),
                    Some(SHIFT) => text.push_str(&typed.to_uppercase()),
                    _ => {
                        return Err(Error::unsupported(
                            "modifierFlags other than shift (2) are not on a phone's keyboard.",
                        )
                        .into());
                    }
                }
            }
            other => {
                return Err(Error::invalid_argument(format!(
                    "an item of `keys` must be a text or {{\"key\", \"modifierFlags\"}}, got {other}."
                ))
                .into());
            }
        }
    }
    match element(params)? {
        Some(id) => state.device.elements().send_text(&id, &text).await?,
        None => state.device.input().type_text(&text).await?,
    }
    Ok(Answer::null())
}

/// Presses a button.
pub(crate) async fn press(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let name: String = params.required("name")?;
    let hold = time::seconds(params, "durationSeconds")?;
    let input = state.device.input();
    let known = input
        .buttons()
        .iter()
        .find(|known| known.eq_ignore_ascii_case(&name));
    let Some(button) = known else {
        return Err(Error::invalid_argument(format!(
            "there is no button `{name}`; this device has {}.",
            input.buttons().join(", ")
        ))
        .into());
    };
    input.press(&Button((*button).to_owned()), hold).await?;
    Ok(Answer::null())
}

/// Whether a keyboard is on the screen.
pub(crate) async fn keyboard_shown(state: &mut SessionState, _: &Params) -> Result<Answer> {
    Ok(Answer::value(state.device.input().keyboard_shown().await?))
}

/// Puts the keyboard away.
pub(crate) async fn hide_keyboard(state: &mut SessionState, params: &Params) -> Result<Answer> {
    let mut keys: Vec<String> = params.optional("keys")?.unwrap_or_default();
    for older in ["keyName", "key"] {
        keys.extend(params.optional::<String>(older)?);
    }
    state.device.input().hide_keyboard(&keys).await?;
    Ok(Answer::null())
}
