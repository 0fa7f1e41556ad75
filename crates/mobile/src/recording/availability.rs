//! Which devices can be recorded, as the specification says.

use hansom_device::{Facts, Kind};

use super::RecordingError;

/// Simulators need toolchain 9, real devices OS 11.
pub(super) fn check(facts: &Facts) -> Result<(), RecordingError> {
    let (rule, actual, met) = match facts.kind {
        Kind::Simulator => (
            "toolchain version 9 or later on a simulator",
            format!("toolchain {}", facts.toolchain_version),
            facts.toolchain_version.at_least(9),
        ),
        Kind::Real => (
            "OS version 11 or later on a real device",
            format!("{} {}", facts.os.name(), facts.os_version),
            facts.os_version.at_least(11),
        ),
    };
    if met {
        Ok(())
    } else {
        Err(RecordingError::Unavailable { rule, actual })
    }
}

#[cfg(test)]
mod tests {
    use hansom_device::{Os, Profile, Version};

    use super::*;

    fn facts(kind: Kind, os_version: Version, toolchain_version: Version) -> Facts {
        Facts {
            kind,
            profile: Profile::Phone,
            os: Os::Ios,
            os_version,
            toolchain_version,
            name: String::new(),
            model: String::new(),
            udid: String::new(),
        }
    }

    #[test]
    fn a_simulator_is_judged_by_its_toolchain_alone() {
        let old_os = facts(Kind::Simulator, Version::new(8, 0), Version::new(9, 0));
        assert!(check(&old_os).is_ok());
        let old_tools = facts(Kind::Simulator, Version::new(17, 0), Version::new(8, 3));
        let error = hansom_protocol::Error::from(check(&old_tools).unwrap_err());
        assert_eq!(error.code.as_str(), "unsupported operation");
        assert_eq!(
            error.message,
            "screen recording needs toolchain version 9 or later on a simulator; this device has \
             toolchain 8.3. Record on another device, or update this one."
        );
    }

    #[test]
    fn a_real_device_is_judged_by_its_system_alone() {
        let old_tools = facts(Kind::Real, Version::new(11, 0), Version::new(8, 0));
        assert!(check(&old_tools).is_ok());
        let old_os = facts(Kind::Real, Version::new(10, 3), Version::new(16, 0));
        let error = check(&old_os).unwrap_err().to_string();
        assert!(error.contains("OS version 11"), "{error}");
        assert!(error.contains("iOS 10.3"), "{error}");
    }
}
