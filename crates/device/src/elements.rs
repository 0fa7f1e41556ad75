//! What is on the screen: a tree of nodes, and the elements a client holds on to.

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use crate::{JsonText, Picture, Result, locator::Locator};

/// The handle of an element, opaque to everybody but the device.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElementId(pub String);

impl fmt::Display for ElementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A rectangle in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Its middle.
    pub fn center(self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }
}

/// The type of a node without its prefix: `Button`, `StaticText`, `Cell`.
pub type ElementType = String;

/// One node of the screen's tree.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "five independent facts of an element, named as the platform names them"
)]
pub struct Node {
    /// Handle, when the device gives one with the tree.
    pub id: String,
    /// Type without prefix.
    pub element_type: ElementType,
    /// Name: the accessibility id.
    pub name: Option<String>,
    /// Label: what a screen reader says.
    pub label: Option<String>,
    /// Value: text of a field, `1` of a switch that is on.
    pub value: Option<String>,
    /// Placeholder of a text field.
    pub placeholder: Option<String>,
    /// Position and size in points.
    pub rect: Rect,
    /// Whether any of it is on the screen.
    pub visible: bool,
    /// Whether it can be used.
    pub enabled: bool,
    /// Whether it is selected.
    pub selected: bool,
    /// Whether it has focus.
    pub focused: bool,
    /// Whether assistive technology sees it.
    pub accessible: bool,
    /// Position among its siblings.
    pub index: usize,
    /// Nodes inside it.
    pub children: Vec<Node>,
}

/// What to put into the source.
#[derive(Debug, Clone, Default)]
pub struct SourceOptions {
    /// Attributes to leave out.
    pub excluded_attributes: Vec<String>,
    /// How many levels to show; all when absent.
    pub max_depth: Option<usize>,
}

/// The elements on the screen.
#[async_trait]
pub trait Elements: Send + Sync {
    /// Elements that a locator finds, in document order; `within` limits the search. An empty list is
    /// not an error; `first` allows the device to stop at the first.
    async fn find(
        &self,
        locator: &Locator,
        within: Option<&ElementId>,
        first: bool,
    ) -> Result<Vec<ElementId>>;
    /// Waits until the screen may have changed, at most for `limit`. Devices with events return early;
    /// others after a short pause.
    async fn changed(&self, limit: std::time::Duration);
    /// The tree of the screen, its root the application.
    async fn tree(&self, options: &SourceOptions) -> Result<Node>;
    /// The tree as XML, the page source: [`crate::source::xml`] of the tree. A device that has the
    /// text already passes it on.
    async fn source(&self, options: &SourceOptions) -> Result<JsonText> {
        let tree = self.tree(options).await?;
        Ok(JsonText::of(&crate::source::xml(&tree, options)))
    }
    /// One element as it is now. The facts below answer single questions and may be cheaper.
    async fn node(&self, element: &ElementId) -> Result<Node>;
    /// Position and size.
    async fn rect(&self, element: &ElementId) -> Result<Rect> {
        Ok(self.node(element).await?.rect)
    }
    /// Its text: the value, else the label, else nothing.
    async fn text(&self, element: &ElementId) -> Result<String> {
        let node = self.node(element).await?;
        Ok(node.value.or(node.label).unwrap_or_default())
    }
    /// Its type without prefix.
    async fn element_type(&self, element: &ElementId) -> Result<ElementType> {
        Ok(self.node(element).await?.element_type)
    }
    /// Whether it can be used.
    async fn is_enabled(&self, element: &ElementId) -> Result<bool> {
        Ok(self.node(element).await?.enabled)
    }
    /// Whether any of it is on the screen.
    async fn is_visible(&self, element: &ElementId) -> Result<bool> {
        Ok(self.node(element).await?.visible)
    }
    /// Whether it is selected.
    async fn is_selected(&self, element: &ElementId) -> Result<bool> {
        Ok(self.node(element).await?.selected)
    }
    /// An attribute by the peer's name (`label`, `value`, `enabled`, `rect`, …); `None` when it has no value.
    async fn attribute(&self, element: &ElementId, name: &str) -> Result<Option<String>>;
    /// The element that has focus.
    async fn focused(&self) -> Result<Option<ElementId>>;
    /// Taps it.
    async fn tap(&self, element: &ElementId) -> Result<()>;
    /// Types into it, after giving it focus.
    async fn send_text(&self, element: &ElementId, text: &str) -> Result<()>;
    /// Empties it.
    async fn clear(&self, element: &ElementId) -> Result<()>;
    /// Submits the form it is in.
    async fn submit(&self, element: &ElementId) -> Result<()>;
    /// Scrolls until it can be seen.
    async fn scroll_to(&self, element: &ElementId) -> Result<()>;
    /// Its picture.
    async fn screenshot(&self, element: &ElementId) -> Result<Picture>;
}
