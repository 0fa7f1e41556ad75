//! What is known of a device and does not change while it runs.

use std::{cmp::Ordering, fmt, str::FromStr};

use crate::DeviceError;

/// Facts about a device.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// Simulator or real.
    pub kind: Kind,
    /// Phone, tablet or TV.
    pub profile: Profile,
    /// Operating system.
    pub os: Os,
    /// Its version; rules of the specification depend on it.
    pub os_version: Version,
    /// Version of the development tools (Xcode), which recording on simulators depends on.
    pub toolchain_version: Version,
    /// Name a person gave it.
    pub name: String,
    /// Model.
    pub model: String,
    /// Unique id.
    pub udid: String,
}

/// Whether a device is hardware, or behaves as if it were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A simulator.
    Simulator,
    /// A real device.
    Real,
}

/// The shape of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// 390×844 at 3.
    Phone,
    /// 820×1180 at 2.
    Tablet,
    /// 1920×1080 at 1.
    Tv,
}

impl Profile {
    /// Its name in capabilities and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Phone => "phone",
            Profile::Tablet => "tablet",
            Profile::Tv => "tv",
        }
    }
}

/// Operating systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Os {
    /// iOS.
    Ios,
    /// iPadOS.
    IpadOs,
    /// tvOS.
    TvOs,
}

impl Os {
    /// As capabilities write it.
    pub const fn name(self) -> &'static str {
        match self {
            Os::Ios => "iOS",
            Os::IpadOs => "iPadOS",
            Os::TvOs => "tvOS",
        }
    }
}

/// A version such as `17.5.1`; missing parts count as zero when compared.
#[derive(Debug, Clone, Eq)]
pub struct Version(Vec<u32>);

impl Version {
    /// A version of its major and minor number.
    pub fn new(major: u32, minor: u32) -> Self {
        Self(vec![major, minor])
    }

    /// Whether it is at least `major.0`.
    pub fn at_least(&self, major: u32) -> bool {
        *self >= Self::new(major, 0)
    }
}

impl FromStr for Version {
    type Err = DeviceError;

    fn from_str(text: &str) -> Result<Self, DeviceError> {
        text.split('.')
            .map(|part| part.trim().parse())
            .collect::<Result<Vec<u32>, _>>()
            .map(Self)
            .map_err(|_| {
                DeviceError::InvalidArgument(format!(
                    "`{text}` is not a version; write numbers with dots, for example 17.5"
                ))
            })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&parts.join("."))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let length = self.0.len().max(other.0.len());
        let part = |version: &Self, at: usize| version.0.get(at).copied().unwrap_or(0);
        (0..length)
            .map(|at| part(self, at).cmp(&part(other, at)))
            .find(|ordering| ordering.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn versions_compare_by_number_not_by_text() {
        assert!(version("9.3") < version("17"));
        assert!(version("17") == version("17.0.0"));
        assert!(version("17.4.1") > version("17.4"));
        assert!(version("16.7").cmp(&version("17.0")).is_lt());
        assert!(version("17.0").at_least(17));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!("seventeen".parse::<Version>().is_err());
        assert!("".parse::<Version>().is_err());
    }
}
