//! Which simulators there are: `xcrun simctl list devices --json`.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use hansom_host::StateDir;
use serde::Deserialize;

use crate::{
    AppleError,
    simctl::{QUICK, xcrun},
};

/// A simulator that could be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulator {
    /// Its name.
    pub name: String,
    /// Its id.
    pub udid: String,
    /// `iOS`, `tvOS`, …
    pub platform: String,
    /// For example `17.5`.
    pub version: String,
    /// Whether it runs.
    pub booted: bool,
}

#[derive(Deserialize)]
struct Listing {
    devices: BTreeMap<String, Vec<Entry>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    name: String,
    udid: String,
    state: String,
    #[serde(default = "yes")]
    is_available: bool,
}

fn yes() -> bool {
    true
}

/// Asks for the simulators of this machine.
pub async fn simulators(
    program: &Path,
    state: &Arc<StateDir>,
) -> Result<Vec<Simulator>, AppleError> {
    let argv = ["simctl", "list", "devices", "--json"];
    let printed = xcrun(program, &argv, None, QUICK, state).await?;
    parse(&printed).map_err(|error| AppleError::Tool {
        tool: format!("{} simctl list", program.display()),
        reason: format!("its list cannot be read: {error}"),
    })
}

fn parse(printed: &[u8]) -> Result<Vec<Simulator>, serde_json::Error> {
    let listing: Listing = serde_json::from_slice(printed)?;
    let mut found = Vec::new();
    for (runtime, entries) in listing.devices {
        // com.apple.CoreSimulator.SimRuntime.iOS-17-5
        let tail = runtime.rsplit('.').next().unwrap_or_default();
        let (platform, version) = tail.split_once('-').unwrap_or((tail, ""));
        found.extend(
            entries
                .into_iter()
                .filter(|entry| entry.is_available)
                .map(|entry| Simulator {
                    name: entry.name,
                    udid: entry.udid,
                    platform: platform.to_owned(),
                    version: version.replace('-', "."),
                    booted: entry.state == "Booted",
                }),
        );
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_become_platform_and_version_and_the_unavailable_are_left_out() {
        let found = parse(
            br#"{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-17-5":[
                {"name":"iPhone 15","udid":"A","state":"Booted","isAvailable":true},
                {"name":"old","udid":"B","state":"Shutdown","isAvailable":false}]}}"#,
        )
        .unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(
            (found[0].platform.as_str(), found[0].version.as_str()),
            ("iOS", "17.5")
        );
        assert!(found[0].booted);
    }

    #[test]
    fn garbage_is_an_error() {
        assert!(parse(b"xcrun: error").is_err());
    }
}
