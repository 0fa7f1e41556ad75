//! Fingers, keys and buttons.

use std::time::Duration;

use async_trait::async_trait;
use hansom_device::{
    Button, DeviceError, Elements, Finger, Gesture, Input, Profile, Rect, Result, Target,
};
use serde_json::{Value, json};

use crate::VirtualPhone;

const PHONE_BUTTONS: &[&str] = &["home", "lock", "volumeUp", "volumeDown"];
const TV_BUTTONS: &[&str] = &[
    "home",
    "menu",
    "select",
    "up",
    "down",
    "left",
    "right",
    "playPause",
];
/// Buttons of a remote that are keys to the app.
const TV_KEYS: &[(&str, &str)] = &[
    ("select", "\u{e007}"),
    ("up", "\u{e013}"),
    ("down", "\u{e015}"),
    ("left", "\u{e012}"),
    ("right", "\u{e014}"),
    ("menu", "\u{e00c}"),
];

#[async_trait]
impl Input for VirtualPhone {
    async fn touch(&self, fingers: Vec<Finger>) -> Result<()> {
        self.core.check_crash()?;
        let fingers: Vec<Vec<Value>> = fingers.iter().map(moments).collect();
        if fingers.iter().all(Vec::is_empty) {
            return Ok(());
        }
        self.core
            .link
            .run("touch", json!({ "fingers": fingers }))
            .await
    }

    async fn gesture(&self, gesture: &Gesture, target: &Target) -> Result<()> {
        let rect = if let Some(element) = &target.element {
            self.rect(element).await?
        } else {
            let (width, height) = self.core.size();
            Rect {
                x: 0.0,
                y: 0.0,
                width: width.into(),
                height: height.into(),
            }
        };
        let point = match (target.point, &target.element) {
            (Some(point), Some(_)) => Some(off_the_corner(rect, point)),
            (point, _) => point,
        };
        self.touch(gesture.fingers(rect, point)).await
    }

    async fn type_text(&self, text: &str) -> Result<()> {
        self.core.check_crash()?;
        self.core.link.run("type", json!({ "text": text })).await
    }

    async fn press(&self, button: &Button, _hold: Option<Duration>) -> Result<()> {
        let name = button.0.as_str();
        if !self.buttons().contains(&name) {
            return Err(DeviceError::InvalidArgument(format!(
                "there is no button `{name}`; there are {}",
                self.buttons().join(", ")
            )));
        }
        if let Some((_, key)) = TV_KEYS.iter().find(|(button, _)| *button == name) {
            return self.type_text(key).await;
        }
        match name {
            "home" => {
                // The button wakes a locked phone, as the hand that presses it would.
                self.core.set_locked(false).await?;
                self.core.go_home().await
            }
            "lock" => {
                let locked = self.core.desk.lock().await.locked;
                self.core.set_locked(!locked).await
            }
            // Volume and play have nothing to act on; pressing them is no error.
            _ => Ok(()),
        }
    }

    fn buttons(&self) -> &[&'static str] {
        match self.core.profile {
            Profile::Tv => TV_BUTTONS,
            Profile::Phone | Profile::Tablet => PHONE_BUTTONS,
        }
    }

    async fn keyboard_shown(&self) -> Result<bool> {
        self.core.link.call("keyboardShown", json!({})).await
    }

    async fn hide_keyboard(&self, keys: &[String]) -> Result<()> {
        self.core
            .link
            .run("hideKeyboard", json!({ "keys": keys }))
            .await
    }
}

/// Clients tap the very corner of an element and mean the element. Glass takes that for the element; in
/// a page a rounded corner is not part of it, so the finger comes down a little inside.
fn off_the_corner(rect: Rect, (x, y): (f64, f64)) -> (f64, f64) {
    const INSET: f64 = 12.0;
    const EDGE: f64 = 1.0;
    let inside = |at: f64, length: f64| {
        let inset = INSET.min(length / 4.0);
        at.clamp(inset, length - inset)
    };
    let on_edge =
        |at: f64, length: f64| (0.0..=EDGE).contains(&at) || (length - EDGE..=length).contains(&at);
    if on_edge(x, rect.width) && on_edge(y, rect.height) {
        (inside(x, rect.width), inside(y, rect.height))
    } else {
        (x, y)
    }
}

fn moments(finger: &Finger) -> Vec<Value> {
    let moments = finger.0.iter();
    moments
        .map(|moment| {
            json!({
                "at": moment.at.as_secs_f64() * 1000.0,
                "x": moment.x, "y": moment.y, "down": moment.down,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_corner_of_an_element_is_moved_inside() {
        let rect = Rect {
            x: 5.0,
            y: 5.0,
            width: 100.0,
            height: 40.0,
        };
        for (point, expected) in [
            ((0.0, 0.0), (12.0, 10.0)),
            ((100.0, 0.0), (88.0, 10.0)),
            ((100.0, 40.0), (88.0, 30.0)),
            ((0.0, 20.0), (0.0, 20.0)),
            ((5.0, 5.0), (5.0, 5.0)),
            ((-3.0, 0.0), (-3.0, 0.0)),
        ] {
            assert_eq!(off_the_corner(rect, point), expected);
        }
    }
}
