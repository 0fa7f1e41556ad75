//! W3C actions as the ways of fingers. The compiler is pure: rectangles of elements are looked up
//! before. Here, and not in the driver, because an agent is sent the same actions.
//!
//! Ticks are kept: the items at the same place of all sequences begin together, and the longest of
//! them sets when the next ones begin. Mice and pens are fingers here. Keys are typed when no finger
//! is down. What is still down at the end is lifted: a gesture on glass does not outlive its command.
//!
//! Clients written for a mouse press and release in no time. Glass would not notice, so a change that
//! would come at once waits for [`pointer::NOTICED`].

mod compile;
mod origins;
mod pointer;

use webdriver::actions::ActionSequence;

use crate::{Device, DeviceError, ElementId, Result};

use compile::{Step, compile};
use origins::{Origins, elements};

/// Performs W3C actions, given as the JSON text of the `actions` list.
pub async fn perform(device: &dyn Device, actions: &str) -> Result<()> {
    let sequences = parse(actions)?;
    let info = device.screen().info().await?;
    let mut origins = Origins::new(info.width, info.height);
    for id in elements(&sequences) {
        let rect = device.elements().rect(&ElementId(id.clone())).await?;
        origins.add(id, rect);
    }
    for step in compile(&sequences, &origins)? {
        match step {
            Step::Touch(fingers) => device.input().touch(fingers).await?,
            Step::Type(text) => device.input().type_text(&text).await?,
            Step::Wait(pause) => tokio::time::sleep(pause).await,
        }
    }
    Ok(())
}

fn parse(actions: &str) -> Result<Vec<ActionSequence>> {
    serde_json::from_str(actions)
        .map_err(|error| DeviceError::InvalidArgument(format!("`actions` is not valid: {error}")))
}
