//! Fingers, keys and buttons through the agent.

use std::time::Duration;

use async_trait::async_trait;
use hansom_device::{
    Button, DeviceError, Elements, Finger, Gesture, Input, Os, Result, Target, locator::Locator,
};
use serde_json::{Value, json};

use super::gestures;
use crate::AppleDevice;

const PHONE_BUTTONS: &[&str] = &["home", "volumeup", "volumedown", "action", "camera"];
const TV_BUTTONS: &[&str] = &[
    "home",
    "menu",
    "select",
    "playpause",
    "up",
    "down",
    "left",
    "right",
];

#[async_trait]
impl Input for AppleDevice {
    async fn touch(&self, fingers: Vec<Finger>) -> Result<()> {
        let actions: Vec<Value> = fingers
            .iter()
            .enumerate()
            .map(|(at, finger)| actions(at, finger))
            .collect();
        self.post("performActions", "/actions", &json!({"actions": actions}))
            .await?;
        Ok(())
    }

    async fn gesture(&self, gesture: &Gesture, target: &Target) -> Result<()> {
        let (path, body) = gestures::request(gesture, target);
        self.post("gesture", &path, &body).await?;
        Ok(())
    }

    async fn type_text(&self, text: &str) -> Result<()> {
        let letters: Vec<String> = text.chars().map(String::from).collect();
        self.post("keys", "/wda/keys", &json!({"value": letters}))
            .await?;
        Ok(())
    }

    async fn press(&self, button: &Button, hold: Option<Duration>) -> Result<()> {
        if !self.buttons().contains(&button.0.as_str()) {
            return Err(DeviceError::InvalidArgument(format!(
                "there is no button `{}`; there are {}",
                button.0,
                self.buttons().join(", ")
            )));
        }
        let mut body = json!({"name": button.0});
        if let Some(hold) = hold {
            body["duration"] = json!(hold.as_secs_f64());
        }
        self.post("pressButton", "/wda/pressButton", &body).await?;
        Ok(())
    }

    fn buttons(&self) -> &[&'static str] {
        if self.facts.os == Os::TvOs {
            TV_BUTTONS
        } else {
            PHONE_BUTTONS
        }
    }

    async fn keyboard_shown(&self) -> Result<bool> {
        let keyboard = Locator::new("class name", "XCUIElementTypeKeyboard")?;
        Ok(!self.find(&keyboard, None, true).await?.is_empty())
    }

    async fn hide_keyboard(&self, keys: &[String]) -> Result<()> {
        let mut names = keys.to_vec();
        names.push("done".into());
        self.post(
            "hideKeyboard",
            "/wda/keyboard/dismiss",
            &json!({"keyNames": names}),
        )
        .await?;
        Ok(())
    }
}

/// One finger as a W3C pointer: a move before each down, pauses for the time between.
fn actions(number: usize, finger: &Finger) -> Value {
    let mut items = Vec::new();
    let mut now = Duration::ZERO;
    let mut down = false;
    for touch in &finger.0 {
        let time = touch.at.saturating_sub(now);
        now = touch.at;
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        items.push(json!({
            "type": "pointerMove",
            "duration": millis,
            "x": touch.x.round(),
            "y": touch.y.round(),
            "origin": "viewport",
        }));
        if touch.down != down {
            let kind = if touch.down {
                "pointerDown"
            } else {
                "pointerUp"
            };
            items.push(json!({"type": kind, "button": 0}));
            down = touch.down;
        }
    }
    json!({
        "type": "pointer",
        "id": format!("finger{number}"),
        "parameters": {"pointerType": "touch"},
        "actions": items,
    })
}

#[cfg(test)]
mod tests {
    use hansom_device::Touch;

    use super::*;

    #[test]
    fn a_tap_is_move_down_move_up() {
        let at = |ms, down| Touch {
            at: Duration::from_millis(ms),
            x: 5.0,
            y: 6.0,
            down,
        };
        let value = actions(0, &Finger(vec![at(0, true), at(50, false)]));
        let kinds: Vec<&str> = value["actions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["type"].as_str().unwrap())
            .collect();
        assert_eq!(
            kinds,
            ["pointerMove", "pointerDown", "pointerMove", "pointerUp"]
        );
        assert_eq!(value["actions"][2]["duration"], 50);
    }
}
