//! Finding elements.

use hansom_device::{ElementId, locator::Locator};
use serde_json::{Value, json};

use crate::{
    agent::{Ask, State},
    failure::{Failure, Handled},
    routes::Call,
};

pub(super) async fn handle(state: &State, ask: &Ask) -> Handled {
    let elements = state.device.elements();
    match ask.found.call {
        Call::ActiveElement => match elements.focused().await? {
            Some(element) => Ok(element_object(&element)),
            None => Err(Failure::no_such_element("focus", "true")),
        },
        Call::VisibleCells => {
            let cells = Locator::new(
                "-ios predicate string",
                "type == 'XCUIElementTypeCell' AND visible == 1",
            )?;
            let within = within(ask);
            let found = elements.find(&cells, within.as_ref(), false).await?;
            Ok(found.iter().map(element_object).collect())
        }
        call => {
            let (using, value) = (ask.need_text("using")?, ask.need_text("value")?);
            let locator = locator(using, value)?;
            let one = matches!(call, Call::FindElement | Call::FindElementWithin);
            let found = elements.find(&locator, within(ask).as_ref(), one).await?;
            match (one, found.first()) {
                (true, Some(element)) => Ok(element_object(element)),
                (true, None) => Err(Failure::no_such_element(using, value)),
                (false, _) => Ok(found.iter().map(element_object).collect()),
            }
        }
    }
}

fn within(ask: &Ask) -> Option<ElementId> {
    let id = ask.found.var("uuid");
    (!id.is_empty()).then(|| ElementId(id.to_owned()))
}

/// The agent's names of the strategies differ from the driver's in two, and it has two of its own.
fn locator(using: &str, value: &str) -> Result<Locator, Failure> {
    let (property, text) = value.split_once('=').unwrap_or(("name", value));
    let quoted = text.replace('\\', "\\\\").replace('\'', "\\'");
    let found = match using {
        "class chain" => Locator::new("-ios class chain", value),
        "predicate string" => Locator::new("-ios predicate string", value),
        "link text" => Locator::new(
            "-ios predicate string",
            &format!("{property} == '{quoted}'"),
        ),
        "partial link text" => Locator::new(
            "-ios predicate string",
            &format!("{property} CONTAINS '{quoted}'"),
        ),
        "class name" | "xpath" | "name" | "id" | "accessibility id" => Locator::new(using, value),
        other => {
            return Err(Failure::invalid_argument(format!(
                "Invalid locator requested: {other}"
            )));
        }
    };
    Ok(found?)
}

/// An element under both keys that clients know.
pub(super) fn element_object(element: &ElementId) -> Value {
    json!({"ELEMENT": element.0, "element-6066-11e4-a52e-4f735466cecf": element.0})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_have_the_agents_names() {
        assert!(locator("class chain", "**/XCUIElementTypeButton").is_ok());
        assert!(locator("partial link text", "label=It's").is_ok());
        assert_eq!(
            locator("css selector", "a").unwrap_err().error,
            "invalid argument"
        );
        assert_eq!(
            locator("class chain", "**/[").unwrap_err().error,
            "invalid selector"
        );
    }
}
