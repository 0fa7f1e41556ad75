//! App bundles on this machine.

use std::path::Path;

use hansom_device::{AppId, DeviceError, Result};

/// The id in a bundle's `Info.plist`.
pub(crate) fn bundle_id(folder: &Path) -> Result<AppId> {
    let bad = |reason: String| DeviceError::BadBundle(format!("{}: {reason}", folder.display()));
    let info = plist::Value::from_file(folder.join("Info.plist"))
        .map_err(|error| bad(format!("its Info.plist cannot be read ({error})")))?;
    info.as_dictionary()
        .and_then(|info| info.get("CFBundleIdentifier"))
        .and_then(plist::Value::as_string)
        .map(AppId::new)
        .ok_or_else(|| bad("its Info.plist has no CFBundleIdentifier".into()))
}
