//! One element of the screen.

use hansom_device::{ElementId, locator::with_prefix};
use hansom_protocol::{Answer, Params};
use serde_json::{Value, json};

use super::answers;
use crate::{
    error::{MobileError, Result},
    keys,
    session::SessionState,
};

/// The element that has focus.
pub(crate) async fn active(state: &SessionState) -> Result<Answer> {
    match state.device.elements().focused().await? {
        Some(id) => Ok(Answer::value(answers::element(&id))),
        None => Err(MobileError::NoFocus),
    }
}

/// Taps it.
pub(crate) async fn tap(state: &SessionState, id: &ElementId) -> Result<Answer> {
    state.device.elements().tap(id).await?;
    Ok(Answer::null())
}

/// Empties it.
pub(crate) async fn clear(state: &SessionState, id: &ElementId) -> Result<Answer> {
    state.device.elements().clear(id).await?;
    Ok(Answer::null())
}

/// Types into it.
pub(crate) async fn send_text(
    state: &SessionState,
    id: &ElementId,
    params: &Params,
) -> Result<Answer> {
    let text = keys::text(&params.required("text")?, "text")?;
    state.device.elements().send_text(id, &text).await?;
    Ok(Answer::null())
}

/// Submits the form it is in.
pub(crate) async fn submit(state: &SessionState, id: &ElementId) -> Result<Answer> {
    state.device.elements().submit(id).await?;
    Ok(Answer::null())
}

/// Scrolls until it can be seen.
pub(crate) async fn scroll_to(state: &SessionState, id: &ElementId) -> Result<Answer> {
    state.device.elements().scroll_to(id).await?;
    Ok(Answer::null())
}

/// Its text.
pub(crate) async fn text(state: &SessionState, id: &ElementId) -> Result<Answer> {
    Ok(Answer::value(state.device.elements().text(id).await?))
}

/// An attribute by the peers' name.
pub(crate) async fn attribute(state: &SessionState, id: &ElementId, name: &str) -> Result<Answer> {
    Ok(Answer::value(
        state.device.elements().attribute(id, name).await?,
    ))
}

/// Its type with prefix.
pub(crate) async fn type_name(state: &SessionState, id: &ElementId) -> Result<Answer> {
    let name = state.device.elements().element_type(id).await?;
    Ok(Answer::value(with_prefix(&name)))
}

/// What a screen reader says.
pub(crate) async fn label(state: &SessionState, id: &ElementId) -> Result<Answer> {
    let label = state.device.elements().attribute(id, "label").await?;
    Ok(Answer::value(label.unwrap_or_default()))
}

/// Some members of its rectangle.
pub(crate) async fn rect(state: &SessionState, id: &ElementId, keys: &[&str]) -> Result<Answer> {
    let rect = state.device.elements().rect(id).await?;
    Ok(answers::members(&json!(rect), keys))
}

/// Whether it can be seen.
pub(crate) async fn displayed(state: &SessionState, id: &ElementId) -> Result<Answer> {
    Ok(Answer::value(state.device.elements().is_visible(id).await?))
}

/// Whether it can be used.
pub(crate) async fn enabled(state: &SessionState, id: &ElementId) -> Result<Answer> {
    Ok(Answer::value(state.device.elements().is_enabled(id).await?))
}

/// Whether it is selected.
pub(crate) async fn selected(state: &SessionState, id: &ElementId) -> Result<Answer> {
    Ok(Answer::value(
        state.device.elements().is_selected(id).await?,
    ))
}

/// Its picture.
pub(crate) async fn screenshot(state: &SessionState, id: &ElementId) -> Result<Answer> {
    Ok(answers::picture(
        state.device.elements().screenshot(id).await?,
    ))
}

/// A member of the answer of find, by the names of `elementResponseAttributes`.
pub(crate) async fn response_attribute(
    state: &SessionState,
    id: &ElementId,
    name: &str,
) -> Result<Value> {
    let elements = state.device.elements();
    if let Some(attribute) = name.strip_prefix("attribute/") {
        return Ok(json!(elements.attribute(id, attribute).await?));
    }
    Ok(match name {
        "type" => json!(with_prefix(&elements.element_type(id).await?)),
        "name" | "label" => json!(elements.attribute(id, name).await?),
        "text" => json!(elements.text(id).await?),
        "rect" => json!(elements.rect(id).await?),
        "enabled" => json!(elements.is_enabled(id).await?),
        "displayed" => json!(elements.is_visible(id).await?),
        "selected" => json!(elements.is_selected(id).await?),
        _ => Value::Null,
    })
}
