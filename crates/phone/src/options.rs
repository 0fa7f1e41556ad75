//! What a phone is to be.

use std::{path::PathBuf, time::Duration};

use hansom_device::{Appearance, Facts, Kind, Locale, Os, Profile, Version};

/// What a phone is to be. [`PhoneOptions::default`] is a phone with a current system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneOptions {
    /// The Firefox program; found by itself when not given.
    pub firefox: Option<PathBuf>,
    /// Its shape.
    pub profile: Profile,
    /// Whether it passes for a simulator or for hardware.
    pub kind: Kind,
    /// Version of the system.
    pub os_version: Version,
    /// Version of the development tools.
    pub toolchain_version: Version,
    /// Its name; one that fits the profile when not given.
    pub name: Option<String>,
    /// Its id; a new one when not given.
    pub udid: Option<String>,
    /// How long an app stays awake in the background.
    pub suspend_after: Duration,
    /// Language, region and time zone at the start.
    pub locale: Locale,
    /// Light or dark at the start.
    pub appearance: Appearance,
    /// A folder in which apps and their data outlive the phone; without one they go with it.
    pub keep_in: Option<PathBuf>,
    /// How long the boot may take.
    pub boot_timeout: Duration,
}

impl Default for PhoneOptions {
    fn default() -> Self {
        Self {
            firefox: None,
            profile: Profile::Phone,
            kind: Kind::Simulator,
            os_version: Version::new(18, 0),
            toolchain_version: Version::new(16, 0),
            name: None,
            udid: None,
            suspend_after: Duration::from_secs(5),
            locale: Locale::default(),
            appearance: Appearance::Light,
            keep_in: None,
            boot_timeout: Duration::from_secs(60),
        }
    }
}

/// Width, height and pixels per point of a profile, upright.
pub(crate) const fn glass(profile: Profile) -> (u32, u32, u32) {
    match profile {
        Profile::Phone => (390, 844, 3),
        Profile::Tablet => (820, 1180, 2),
        Profile::Tv => (1920, 1080, 1),
    }
}

/// Points that the status bar takes; the look draws it with the same numbers.
pub(crate) const fn status_bar_height(profile: Profile, landscape: bool) -> u32 {
    match (profile, landscape) {
        (Profile::Phone, false) => 47,
        (Profile::Tablet, _) => 24,
        (Profile::Phone, true) | (Profile::Tv, _) => 0,
    }
}

impl PhoneOptions {
    pub(crate) fn facts(&self) -> Facts {
        let (os, name, model) = match self.profile {
            Profile::Phone => (Os::Ios, "Virtual Phone", "VirtualPhone1,1"),
            Profile::Tablet => (Os::IpadOs, "Virtual Tablet", "VirtualTablet1,1"),
            Profile::Tv => (Os::TvOs, "Virtual TV", "VirtualTV1,1"),
        };
        let new_udid = || uuid::Uuid::new_v4().to_string().to_uppercase();
        Facts {
            kind: self.kind,
            profile: self.profile,
            os,
            os_version: self.os_version.clone(),
            toolchain_version: self.toolchain_version.clone(),
            name: self.name.clone().unwrap_or_else(|| name.to_owned()),
            model: model.to_owned(),
            udid: self.udid.clone().unwrap_or_else(new_udid),
        }
    }

    /// What pages see as the platform.
    pub(crate) const fn platform(&self) -> &'static str {
        match self.profile {
            Profile::Phone => "iPhone",
            Profile::Tablet => "iPad",
            Profile::Tv => "AppleTV",
        }
    }

    /// What pages see as the browser's name.
    pub(crate) fn user_agent(&self) -> String {
        let version = self.os_version.to_string();
        let underscored = version.replace('.', "_");
        let device = match self.profile {
            Profile::Phone => format!("iPhone; CPU iPhone OS {underscored} like Mac OS X"),
            Profile::Tablet => format!("iPad; CPU OS {underscored} like Mac OS X"),
            Profile::Tv => format!("AppleTV; CPU OS {underscored} like Mac OS X"),
        };
        format!(
            "Mozilla/5.0 ({device}) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/{version} Mobile/15E148 Safari/604.1"
        )
    }
}
