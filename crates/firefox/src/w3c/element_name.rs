//! The qualified name of an element.
//!
//! Firefox's own command lower-cases it (`lineargradient`), the specification does not. Two
//! properties make the name; they are asked for at the same time.

use bytes::Bytes;
use hansom_protocol::{Error, Request};
use serde_json::{Value, json};

use super::mend;
use crate::Marionette;

pub(super) async fn get(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    let property = |name: &str| {
        let params = json!({ "id": request.vars.get("elementId"), "name": name }).to_string();
        marionette.value("WebDriver:GetElementProperty", params)
    };
    let (local, prefix) = tokio::join!(property("localName"), property("prefix"));
    let local = local.map_err(|error| mend::error(request, error))?;
    let Ok(prefix) = prefix else {
        return Ok(local);
    };
    match (parse(&local), parse(&prefix)) {
        (Some(local), Some(prefix)) => {
            Ok(Value::from(format!("{prefix}:{local}")).to_string().into())
        }
        _ => Ok(local),
    }
}

fn parse(text: &[u8]) -> Option<String> {
    serde_json::from_slice(text).ok()
}
