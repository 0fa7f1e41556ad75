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
        self.touch(gesture.fingers(rect, target.point)).await
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
        match self.core.facts.profile {
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
