//! What it shows, and who touches it.

use std::time::Duration;

use async_trait::async_trait;
use futures_util::StreamExt;
use hansom_device::{
    Button, DeviceError, ElementId, Elements, Finger, FrameOptions, FrameStream, Gesture, Input,
    Node, Orientation, Picture, Rect, Result, Screen, ScreenInfo, SourceOptions, Target,
    locator::{Locator, Scope},
};

use super::ScriptedDevice;

#[async_trait]
impl Screen for ScriptedDevice {
    async fn info(&self) -> Result<ScreenInfo> {
        Ok(ScreenInfo {
            width: 390.0,
            height: 844.0,
            status_bar_height: 47.0,
            scale: 3.0,
        })
    }
    async fn screenshot(&self) -> Result<Picture> {
        drop(self.called("screenshot")?);
        Ok(Picture::new("picture"))
    }
    async fn orientation(&self) -> Result<Orientation> {
        Ok(Orientation::Portrait)
    }
    async fn rotate(&self, _: Orientation) -> Result<()> {
        self.called("rotate").map(drop)
    }
    async fn frames(&self, _: FrameOptions) -> Result<FrameStream> {
        Ok(futures_util::stream::pending().boxed())
    }
}

#[async_trait]
impl Elements for ScriptedDevice {
    async fn find(
        &self,
        locator: &Locator,
        _: Option<&ElementId>,
        first: bool,
    ) -> Result<Vec<ElementId>> {
        let script = self.called("find")?;
        let found = locator
            .find(Scope::Screen(&script.tree), first)
            .unwrap_or_default();
        Ok(found
            .iter()
            .map(|node| ElementId(node.id.clone()))
            .collect())
    }
    async fn changed(&self, limit: Duration) {
        self.script().calls.push("changed".into());
        // Whichever comes first; both are fine.
        let _ = tokio::time::timeout(limit, self.changes.notified()).await;
    }
    async fn tree(&self, _: &SourceOptions) -> Result<Node> {
        Ok(self.called("tree")?.tree.clone())
    }
    async fn node(&self, element: &ElementId) -> Result<Node> {
        let script = self.called("node")?;
        let mut nodes = vec![&script.tree];
        while let Some(node) = nodes.pop() {
            if node.id == element.0 {
                return Ok(node.clone());
            }
            nodes.extend(&node.children);
        }
        Err(DeviceError::StaleElement(element.0.clone()))
    }
    async fn rect(&self, element: &ElementId) -> Result<Rect> {
        Ok(self.node(element).await?.rect)
    }
    async fn attribute(&self, element: &ElementId, _: &str) -> Result<Option<String>> {
        Ok(self.node(element).await?.label)
    }
    async fn focused(&self) -> Result<Option<ElementId>> {
        Ok(None)
    }
    async fn tap(&self, element: &ElementId) -> Result<()> {
        self.called(format!("tap {element}")).map(drop)
    }
    async fn send_text(&self, element: &ElementId, text: &str) -> Result<()> {
        self.called(format!("type {text} into {element}")).map(drop)
    }
    async fn clear(&self, element: &ElementId) -> Result<()> {
        self.called(format!("clear {element}")).map(drop)
    }
    async fn submit(&self, element: &ElementId) -> Result<()> {
        self.called(format!("submit {element}")).map(drop)
    }
    async fn scroll_to(&self, element: &ElementId) -> Result<()> {
        self.called(format!("scroll to {element}")).map(drop)
    }
    async fn screenshot(&self, _: &ElementId) -> Result<Picture> {
        Ok(Picture::new("element"))
    }
}

#[async_trait]
impl Input for ScriptedDevice {
    async fn touch(&self, fingers: Vec<Finger>) -> Result<()> {
        self.called(format!("touch with {}", fingers.len()))
            .map(drop)
    }
    async fn gesture(&self, gesture: &Gesture, target: &Target) -> Result<()> {
        self.called(format!("{gesture:?} at {target:?}")).map(drop)
    }
    async fn type_text(&self, text: &str) -> Result<()> {
        self.called(format!("type {text}")).map(drop)
    }
    async fn press(&self, button: &Button, _: Option<Duration>) -> Result<()> {
        self.called(format!("press {}", button.0)).map(drop)
    }
    fn buttons(&self) -> &[&'static str] {
        &["home", "volumeUp"]
    }
    async fn keyboard_shown(&self) -> Result<bool> {
        Ok(false)
    }
    async fn hide_keyboard(&self, _: &[String]) -> Result<()> {
        self.called("hide keyboard").map(drop)
    }
}
