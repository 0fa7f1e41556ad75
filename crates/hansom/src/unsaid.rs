//! For tests: a session that says nothing of its device but the family.

use hansom_device::{Os, Profile};
use hansom_mobile::{DeviceKind, DeviceRequest};
use serde_json::Map;

pub(crate) fn unsaid(family: DeviceKind) -> DeviceRequest {
    DeviceRequest {
        session: "s".into(),
        family,
        os: Os::Ios,
        profile: Profile::Phone,
        kind: None,
        os_version: None,
        toolchain_version: None,
        name: None,
        udid: None,
        suspend_after: None,
        state_dir: None,
        capabilities: Map::new(),
    }
}
