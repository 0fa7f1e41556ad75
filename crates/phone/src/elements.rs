//! What is on the screen.
//!
//! Elements of pages are known by `<page>.<number>`, given by the page's own hook; parts of the
//! phone's look by `ui-<…>`. A page that is gone takes its ids with it.

use std::{sync::atomic::Ordering, time::Duration};

use async_trait::async_trait;
use base64_simd::URL_SAFE_NO_PAD;
use hansom_device::{
    DeviceError, ElementId, Elements, Node, Picture, Result, SourceOptions,
    locator::{Locator, Scope, with_prefix},
};
use hansom_protocol::javascript;
use serde::Deserialize;
use serde_json::json;

use crate::{VirtualPhone, options, tree};

#[derive(Deserialize)]
struct Looked {
    since: u64,
    tree: String,
}

#[derive(Deserialize)]
struct Found {
    since: u64,
    found: Vec<String>,
}

/// The kernel's id of an element, for anything that could be one.
fn kernel_id(element: &ElementId) -> Result<String> {
    let unknown = || DeviceError::NoSuchElement(format!("the id `{element}`"));
    if let Some(coded) = element.0.strip_prefix("ui-") {
        let bytes = URL_SAFE_NO_PAD
            .decode_to_vec(coded)
            .map_err(|_| unknown())?;
        return String::from_utf8(bytes).map_err(|_| unknown());
    }
    let (page, number) = element.0.split_once('.').ok_or_else(unknown)?;
    let fits = page.len() == 12
        && page.chars().all(|c| c.is_ascii_hexdigit())
        && number.parse::<u64>().is_ok();
    fits.then(|| element.0.clone()).ok_or_else(unknown)
}

/// The id that clients see; the look's own have letters that an address must not have.
pub(crate) fn public_id(id: &str) -> String {
    if id.starts_with("ui:") {
        format!("ui-{}", URL_SAFE_NO_PAD.encode_to_string(id))
    } else {
        id.to_owned()
    }
}

fn find_node<'t>(root: &'t Node, id: &str) -> Option<&'t Node> {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.id == id {
            return Some(node);
        }
        open.extend(&node.children);
    }
    None
}

impl VirtualPhone {
    async fn look(&self) -> Result<Node> {
        self.core.check_crash()?;
        let Looked { since, tree } = self.core.link.call("tree", json!({})).await?;
        self.core.seen.store(since, Ordering::Relaxed);
        tree::read(&tree)
            .map_err(|error| DeviceError::Failed(format!("the tree cannot be read: {error}")))
    }

    async fn act(&self, op: &str, element: &ElementId) -> Result<()> {
        self.core.check_crash()?;
        let arg = json!({ "element": kernel_id(element)? });
        self.own_stale(element, self.core.link.run(op, arg).await)
    }

    /// The kernel names elements in its own way; the client hears the id it used.
    #[expect(clippy::unused_self, reason = "reads as part of the phone's own steps")]
    fn own_stale<T>(&self, element: &ElementId, result: Result<T>) -> Result<T> {
        result.map_err(|error| match error {
            DeviceError::StaleElement(_) => DeviceError::StaleElement(element.0.clone()),
            error => error,
        })
    }
}

#[async_trait]
impl Elements for VirtualPhone {
    async fn find(
        &self,
        locator: &Locator,
        within: Option<&ElementId>,
        first: bool,
    ) -> Result<Vec<ElementId>> {
        if let Locator::XPath(expression) = locator {
            self.core.check_crash()?;
            let root = within.map(kernel_id).transpose()?;
            let arg = json!({ "expression": expression, "within": root, "first": first });
            let answer = self.core.link.call("xpath", arg).await;
            let Found { since, found } = match within {
                Some(element) => self.own_stale(element, answer)?,
                None => answer?,
            };
            self.core.seen.store(since, Ordering::Relaxed);
            return Ok(found.iter().map(|id| ElementId(public_id(id))).collect());
        }
        let root = self.look().await?;
        let scope = match within {
            None => Scope::Screen(&root),
            Some(element) => {
                kernel_id(element)?;
                let node = find_node(&root, &element.0);
                Scope::Inside(node.ok_or_else(|| DeviceError::StaleElement(element.0.clone()))?)
            }
        };
        let found = locator.find(scope, first).unwrap_or_default();
        Ok(found
            .into_iter()
            .map(|node| ElementId(node.id.clone()))
            .collect())
    }

    async fn changed(&self, limit: Duration) {
        let since = self.core.seen.load(Ordering::Relaxed);
        let arg = json!({ "since": since, "ms": limit.as_secs_f64() * 1000.0 });
        let changed = self.core.link.call::<u64>("changed", arg);
        // The kernel keeps the limit itself; ours is for a kernel that hangs.
        match tokio::time::timeout(limit, changed).await {
            Ok(Ok(_)) | Err(_) => {}
            Ok(Err(error)) => tracing::debug!(%error, "waiting for a change failed"),
        }
    }

    async fn tree(&self, _options: &SourceOptions) -> Result<Node> {
        self.look().await
    }

    async fn node(&self, element: &ElementId) -> Result<Node> {
        self.core.check_crash()?;
        let arg = json!({ "element": kernel_id(element)? });
        let text: String = self.own_stale(element, self.core.link.call("node", arg).await)?;
        let mut node: Node = javascript::read(&text)
            .map_err(|error| DeviceError::Failed(format!("an element cannot be read: {error}")))?;
        node.id.clone_from(&element.0);
        Ok(node)
    }

    async fn attribute(&self, element: &ElementId, name: &str) -> Result<Option<String>> {
        let node = self.node(element).await?;
        let rect = node.rect;
        let flag = |value: bool| Some(value.to_string());
        Ok(match name {
            "name" | "identifier" => node.name,
            "label" => node.label,
            "value" => node.value,
            "placeholderValue" => node.placeholder,
            "type" | "elementType" => Some(with_prefix(&node.element_type)),
            "enabled" => flag(node.enabled),
            "visible" | "displayed" => flag(node.visible),
            "hittable" => flag(node.visible && node.enabled),
            "selected" => flag(node.selected),
            "focused" => flag(node.focused),
            "accessible" => flag(node.accessible),
            "index" => Some(node.index.to_string()),
            "x" => Some(rect.x.to_string()),
            "y" => Some(rect.y.to_string()),
            "width" => Some(rect.width.to_string()),
            "height" => Some(rect.height.to_string()),
            "rect" => serde_json::to_string(&rect).ok(),
            "UID" | "uid" => Some(node.id),
            other => {
                return Err(DeviceError::InvalidArgument(format!(
                    "elements have no attribute `{other}`; they have name, label, value, \
                     placeholderValue, type, enabled, visible, hittable, selected, focused, \
                     accessible, index, rect, x, y, width, height"
                )));
            }
        })
    }

    async fn focused(&self) -> Result<Option<ElementId>> {
        self.core.check_crash()?;
        let id: Option<String> = self.core.link.call("focused", json!({})).await?;
        Ok(id.map(|id| ElementId(public_id(&id))))
    }

    async fn tap(&self, element: &ElementId) -> Result<()> {
        self.act("tap", element).await
    }

    async fn send_text(&self, element: &ElementId, text: &str) -> Result<()> {
        self.core.check_crash()?;
        let arg = json!({ "element": kernel_id(element)?, "text": text });
        self.own_stale(element, self.core.link.run("sendText", arg).await)
    }

    async fn clear(&self, element: &ElementId) -> Result<()> {
        self.act("clear", element).await
    }

    async fn submit(&self, element: &ElementId) -> Result<()> {
        self.act("submit", element).await
    }

    async fn scroll_to(&self, element: &ElementId) -> Result<()> {
        self.act("scrollTo", element).await
    }

    async fn screenshot(&self, element: &ElementId) -> Result<Picture> {
        let rect = self.rect(element).await?;
        if rect.width < 1.0 || rect.height < 1.0 {
            return Err(DeviceError::NotInteractable(
                "the element has no size, so there is no picture of it".into(),
            ));
        }
        let (_, _, scale) = options::glass(self.core.profile);
        let arg = json!({ "rect": rect, "scale": scale });
        Ok(Picture::new(self.core.link.bytes("screenshot", arg).await?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_look_survive_an_address() {
        let id = public_id("ui:alert:Button:Don’t Allow");
        assert!(
            id.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
        );
        assert_eq!(
            kernel_id(&ElementId(id)).unwrap(),
            "ui:alert:Button:Don’t Allow"
        );
    }

    #[test]
    fn an_id_that_no_phone_gave_is_no_element() {
        for id in ["", "x", "0123456789ab", "0123456789ab.x", "ui-***"] {
            let result = kernel_id(&ElementId(id.into()));
            assert!(matches!(result, Err(DeviceError::NoSuchElement(_))), "{id}");
        }
    }
}
