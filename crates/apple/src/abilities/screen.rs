//! The screen through the agent: sizes, pictures, orientation, frames from its MJPEG port.

use async_trait::async_trait;
use hansom_device::{FrameOptions, FrameStream, Orientation, Picture, Result, Screen, ScreenInfo};
use serde::Deserialize;
use serde_json::json;

use crate::{AppleDevice, mjpeg};

#[derive(Deserialize)]
struct Size {
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AgentScreen {
    screen_size: Size,
    status_bar_size: Size,
    scale: f64,
}

#[derive(Deserialize)]
struct Rotation {
    z: u16,
}

#[async_trait]
impl Screen for AppleDevice {
    async fn info(&self) -> Result<ScreenInfo> {
        let screen: AgentScreen = self.get("deviceScreenInfo", "/wda/screen").await?;
        Ok(ScreenInfo {
            width: screen.screen_size.width,
            height: screen.screen_size.height,
            status_bar_height: screen.status_bar_size.height,
            scale: screen.scale,
        })
    }

    async fn screenshot(&self) -> Result<Picture> {
        let sent = self.text("getScreenshot", "/screenshot").await?;
        Picture::from_base64(sent)
    }

    async fn orientation(&self) -> Result<Orientation> {
        let rotation: Rotation = self.get("getOrientation", "/rotation").await?;
        Ok(match rotation.z {
            90 => Orientation::LandscapeRight,
            180 => Orientation::UpsideDown,
            270 => Orientation::LandscapeLeft,
            _ => Orientation::Portrait,
        })
    }

    async fn rotate(&self, orientation: Orientation) -> Result<()> {
        let z = match orientation {
            Orientation::Portrait => 0,
            Orientation::LandscapeRight => 90,
            Orientation::UpsideDown => 180,
            Orientation::LandscapeLeft => 270,
        };
        self.post(
            "setOrientation",
            "/rotation",
            &json!({"x": 0, "y": 0, "z": z}),
        )
        .await?;
        Ok(())
    }

    async fn frames(&self, options: FrameOptions) -> Result<FrameStream> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "1 to 100"
        )]
        let scaling = (options.scale.clamp(0.01, 1.0) * 100.0).round() as u8;
        let settings = json!({
            "mjpegServerFramerate": options.fps,
            "mjpegServerScreenshotQuality": options.quality,
            "mjpegScalingFactor": scaling,
        });
        self.link.set(settings).await?;
        mjpeg::frames(self.link.client().dial().as_ref()).await
    }
}
