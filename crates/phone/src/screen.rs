//! The screen: pictures, frames, and how the phone is held.

use async_trait::async_trait;
use hansom_device::{
    DeviceError, FrameOptions, FrameStream, Orientation, Picture, Profile, Result, Screen,
    ScreenInfo,
};
use serde_json::json;

use crate::{VirtualPhone, core::Core, options};

impl Core {
    /// Makes window, screen and orientation agree with what is set.
    pub(crate) async fn apply_orientation(&self) -> Result<()> {
        let orientation = self.settings().orientation;
        let (width, height) = self.size();
        let natural = if self.profile == Profile::Tv {
            "landscape"
        } else {
            "portrait"
        };
        let kind = match (self.profile, orientation) {
            (Profile::Tv, _) | (_, Orientation::LandscapeLeft) => "landscape-primary",
            (_, Orientation::LandscapeRight) => "landscape-secondary",
            (_, Orientation::Portrait) => "portrait-primary",
            (_, Orientation::UpsideDown) => "portrait-secondary",
        };
        let area = json!({ "screenArea": { "width": width, "height": height } });
        let held = json!({ "screenOrientation": { "natural": natural, "type": kind } });
        let size = json!({ "width": width, "height": height });
        tokio::try_join!(
            self.emulate("emulation.setScreenSettingsOverride", area),
            self.emulate("emulation.setScreenOrientationOverride", held),
            self.link.run("setSize", size),
        )?;
        Ok(())
    }
}

#[async_trait]
impl Screen for VirtualPhone {
    async fn info(&self) -> Result<ScreenInfo> {
        let (width, height) = self.core.size();
        let profile = self.core.profile;
        let (_, _, scale) = options::glass(profile);
        let bar = options::status_bar_height(profile, width > height);
        Ok(ScreenInfo {
            width: width.into(),
            height: height.into(),
            status_bar_height: bar.into(),
            scale: scale.into(),
        })
    }

    async fn screenshot(&self) -> Result<Picture> {
        let (_, _, scale) = options::glass(self.core.profile);
        let arg = json!({ "rect": null, "scale": scale });
        Ok(Picture::new(self.core.link.bytes("screenshot", arg).await?))
    }

    async fn orientation(&self) -> Result<Orientation> {
        Ok(self.core.settings().orientation)
    }

    async fn rotate(&self, orientation: Orientation) -> Result<()> {
        if self.core.profile == Profile::Tv {
            return Err(DeviceError::InvalidState("a TV cannot be turned".into()));
        }
        let before = std::mem::replace(&mut self.core.settings().orientation, orientation);
        if before == orientation {
            return Ok(());
        }
        self.core.apply_orientation().await?;
        self.core.changed();
        Ok(())
    }

    async fn frames(&self, options: FrameOptions) -> Result<FrameStream> {
        self.core.frames.look(options).await
    }
}
