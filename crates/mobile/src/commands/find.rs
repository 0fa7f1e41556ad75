//! Finding elements on the screen, with the implicit wait.

use std::time::Instant;

use hansom_device::{DeviceError, ElementId, SourceOptions, locator::Locator, source};
use hansom_protocol::{Answer, Params};
use serde_json::Value;

use super::{answers, elements};
use crate::{error::Result, session::SessionState};

/// The first element, or `no such element` when the implicit wait is over.
pub(crate) async fn one(
    state: &SessionState,
    params: &Params,
    within: Option<ElementId>,
) -> Result<Answer> {
    let locator = locator(params)?;
    let found = wait_for(state, &locator, within.as_ref(), true).await?;
    let Some(first) = found.first() else {
        if state.log_source_on_find_failure {
            log_source(state).await;
        }
        return Err(DeviceError::NoSuchElement(locator.to_string()).into());
    };
    Ok(Answer::value(reference(state, first).await?))
}

/// All elements; an empty list when there is none after the implicit wait.
pub(crate) async fn all(
    state: &SessionState,
    params: &Params,
    within: Option<ElementId>,
) -> Result<Answer> {
    let locator = locator(params)?;
    let found = wait_for(state, &locator, within.as_ref(), false).await?;
    let mut references = Vec::with_capacity(found.len());
    for id in &found {
        references.push(reference(state, id).await?);
    }
    Ok(Answer::value(references))
}

fn locator(params: &Params) -> Result<Locator> {
    let using: String = params.required("using")?;
    let value: String = params.required("value")?;
    Ok(Locator::new(&using, &value)?)
}

/// Looks, and looks again whenever the screen may have changed, until the implicit wait is over.
pub(crate) async fn wait_for(
    state: &SessionState,
    locator: &Locator,
    within: Option<&ElementId>,
    first: bool,
) -> Result<Vec<ElementId>> {
    let elements = state.device.elements();
    let deadline = Instant::now() + state.timeouts.implicit;
    loop {
        let found = elements.find(locator, within, first).await?;
        let left = deadline.saturating_duration_since(Instant::now());
        if !found.is_empty() || left.is_zero() {
            return Ok(found);
        }
        elements.changed(left).await;
    }
}

/// The reference of an element, with the attributes that settings ask for.
async fn reference(state: &SessionState, id: &ElementId) -> Result<Value> {
    let mut reference = answers::element(id);
    if let (Some(names), Value::Object(members)) =
        (state.settings.response_attributes(), &mut reference)
    {
        for name in names {
            let value = elements::response_attribute(state, id, &name).await?;
            members.insert(name, value);
        }
    }
    Ok(reference)
}

async fn log_source(state: &SessionState) {
    let options = SourceOptions::default();
    match state.device.elements().tree(&options).await {
        Ok(tree) => tracing::info!(
            "the screen when nothing was found:\n{}",
            source::description(&tree, &options)
        ),
        Err(error) => {
            tracing::info!(%error, "the screen could not be read when nothing was found");
        }
    }
}
