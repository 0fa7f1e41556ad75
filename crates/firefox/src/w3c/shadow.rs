//! Tag names and XPath inside a shadow root, for which Firefox has no search of its own.
//!
//! A tag name becomes a CSS selector. An XPath is run over a copy of the shadow tree in a document
//! that shows nothing, and what it finds is looked up in the original by its place.

use bytes::Bytes;
use hansom_protocol::{Command, Error, ErrorCode, Request, SHADOW_KEY};
use serde_json::{Value, json};

use super::{mend, table};
use crate::Marionette;

/// Whether Firefox cannot do it by itself.
pub(super) fn needs_help(request: &Request) -> bool {
    matches!(
        request.params.raw("using"),
        Some("\"tag name\"" | "\"xpath\"")
    )
}

pub(super) async fn find(marionette: &Marionette, request: &Request) -> Result<Bytes, Error> {
    let using: String = request.params.required("using")?;
    let value: String = request.params.required("value")?;
    let shadow = request.vars.get("shadowId");
    if using == "tag name" {
        return by_tag_name(marionette, request, &value, shadow).await;
    }
    by_xpath(marionette, request, &value, shadow).await
}

async fn by_tag_name(
    marionette: &Marionette,
    request: &Request,
    name: &str,
    shadow: &str,
) -> Result<Bytes, Error> {
    let Some(row) = table::row_of(request.command) else {
        return Err(Error::unsupported("there is no such search."));
    };
    let selector = if name == "*" {
        "*".into()
    } else {
        escape(name)
    };
    let params = json!({ "shadowRoot": shadow, "using": "css selector", "value": selector });
    let result = marionette.send(row.marionette, params.to_string()).await;
    row.receive.value(
        request,
        result.map_err(|error| mend::error(request, error))?,
    )
}

/// A name as a CSS identifier.
fn escape(name: &str) -> String {
    let mut escaped = String::new();
    for (at, c) in name.chars().enumerate() {
        let plain = c.is_ascii_alphabetic() || c == '_' || !c.is_ascii();
        if plain || (at > 0 && (c.is_ascii_digit() || c == '-')) {
            escaped.push(c);
        } else {
            escaped.extend(["\\", &format!("{:x}", u32::from(c)), " "]);
        }
    }
    escaped
}

/// Answers `{found: [elements]}`, or `{invalid: why}`; waits for a first match as long as the
/// implicit wait says.
const SEARCH: &str = r"
const [root, expression, wait] = arguments;
const search = () => {
  const page = document.implementation.createHTMLDocument('');
  page.documentElement.remove();
  const copies = [...root.children].map(child => page.importNode(child, true));
  const top = copies.length === 1 ? page : page.appendChild(page.createElement('shadow-root'));
  top.append(...copies);
  const place = copy => copy.parentNode === top
    ? root.children[copies.indexOf(copy)]
    : place(copy.parentNode)?.children[[...copy.parentNode.children].indexOf(copy)];
  const result = page.evaluate(expression, top, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
  const found = [];
  for (let i = 0; i < result.snapshotLength; i++) {
    const node = result.snapshotItem(i);
    if (node.nodeType !== Node.ELEMENT_NODE || !copies.some(copy => copy.contains(node))) {
      return {invalid: 'the expression leads to something that is not an element'};
    }
    found.push(place(node));
  }
  return {found};
};
const attempt = () => { try { return search(); } catch (e) { return {invalid: String(e.message)}; } };
const end = performance.now() + wait;
return new Promise(resolve => {
  const again = () => {
    const result = attempt();
    if (result.invalid || result.found.length || performance.now() >= end) resolve(result);
    else setTimeout(again, 10);
  };
  again();
});
";

async fn by_xpath(
    marionette: &Marionette,
    request: &Request,
    expression: &str,
    shadow: &str,
) -> Result<Bytes, Error> {
    let failed = |error| mend::error(request, error);
    let timeouts = marionette.send("WebDriver:GetTimeouts", "{}").await;
    let timeouts: Value = serde_json::from_slice(&timeouts.map_err(failed)?).unwrap_or_default();
    let wait = timeouts["implicit"].as_u64().unwrap_or_default();
    let params = json!({
        "script": SEARCH,
        "args": [{ SHADOW_KEY: shadow }, expression, wait],
    });
    let result = marionette
        .value("WebDriver:ExecuteScript", params.to_string())
        .await;
    let result: Value = serde_json::from_slice(&result.map_err(failed)?).unwrap_or_default();
    if let Some(why) = result["invalid"].as_str() {
        return Err(Error::new(
            ErrorCode::InvalidSelector,
            format!("the XPath `{expression}` is not valid here: {why}."),
        ));
    }
    let found = &result["found"];
    if request.command == Command::FindElementsFromShadowRoot {
        return Ok(found.to_string().into());
    }
    match found.get(0) {
        Some(first) => Ok(first.to_string().into()),
        None => Err(Error::new(
            ErrorCode::NoSuchElement,
            format!("Unable to locate element: {expression}"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_selectors_that_mean_them() {
        assert_eq!(escape("my-element2"), "my-element2");
        assert_eq!(escape("1a"), "\\31 a");
        assert_eq!(escape("a b"), "a\\20 b");
    }
}
