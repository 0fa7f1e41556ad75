//! The agent's settings: a map that clients read and write. Those about frames have an effect here;
//! the rest is kept so that clients see what they set.

use hansom_device::FrameOptions;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// The settings of the agent.
#[derive(Debug, Clone)]
pub(crate) struct Settings(Map<String, Value>);

impl Default for Settings {
    fn default() -> Self {
        let Value::Object(map) = json!({
            "shouldUseCompactResponses": true,
            "elementResponseAttributes": "type,label",
            "mjpegServerScreenshotQuality": 25,
            "mjpegServerFramerate": 10,
            "mjpegScalingFactor": 100,
            "screenshotQuality": 3,
            "snapshotMaxDepth": 50,
            "useFirstMatch": false,
            "boundElementsByIndex": false,
            "waitForIdleTimeout": 10,
            "animationCoolOffTimeout": 2,
            "defaultActiveApplication": "auto",
            "defaultAlertAction": "",
            "acceptAlertButtonSelector": "",
            "dismissAlertButtonSelector": "",
            "autoClickAlertSelector": "",
            "maxTypingFrequency": 60,
            "respectSystemAlerts": false,
            "useClearTextShortcut": true,
            "limitXPathContextScope": true,
            "screenshotOrientation": "auto",
        }) else {
            return Self(Map::new());
        };
        Self(map)
    }
}

impl Settings {
    pub(crate) fn to_value(&self) -> Value {
        Value::Object(self.0.clone())
    }

    /// Back to the defaults, as a new session begins; those about frames outlive sessions.
    pub(crate) fn reset(&mut self) {
        let kept: Vec<(String, Value)> = self
            .0
            .iter()
            .filter(|(name, _)| name.starts_with("mjpeg"))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        *self = Self::default();
        self.0.extend(kept);
    }

    /// Takes over known settings; unknown names and nulls are ignored, a wrong type is refused.
    pub(crate) fn update(&mut self, changes: &Map<String, Value>) -> Result<(), Failure> {
        for (name, value) in changes {
            let Some(current) = self.0.get(name) else {
                continue;
            };
            if value.is_null() {
                continue;
            }
            if std::mem::discriminant(current) != std::mem::discriminant(value) {
                return Err(Failure::invalid_argument(format!(
                    "The setting '{name}' has the wrong type: {value}"
                )));
            }
        }
        for (name, value) in changes {
            if !value.is_null() && self.0.contains_key(name) {
                self.0.insert(name.clone(), value.clone());
            }
        }
        Ok(())
    }

    /// How frames are to be made, as the three mjpeg settings say.
    pub(crate) fn frames(&self) -> FrameOptions {
        let number = |name: &str| self.0.get(name).and_then(Value::as_u64).unwrap_or_default();
        let fps = match number("mjpegServerFramerate") {
            rate @ 1..=60 => u32::try_from(rate).unwrap_or(60),
            _ => 60,
        };
        let percent = |name| u8::try_from(number(name).clamp(1, 100)).unwrap_or(100);
        FrameOptions {
            fps,
            quality: percent("mjpegServerScreenshotQuality"),
            scale: f64::from(percent("mjpegScalingFactor")) / 100.0,
        }
    }
}
