//! Every capability the mobile driver reads or knows, as data.

use hansom_protocol::{
    Error,
    routes::{ParamType, ParamType::*, shorten},
};
use serde_json::Value;

/// A capability.
#[derive(Debug, Clone, Copy)]
pub struct Capability {
    /// Its name with prefix.
    pub name: &'static str,
    /// Its type. Types are strict.
    pub kind: ParamType,
    /// The words it may be, without regard to case; empty when it is free.
    pub words: &'static [&'static str],
    /// One line for the reference.
    pub meaning: &'static str,
}

const fn row(name: &'static str, kind: ParamType, meaning: &'static str) -> Capability {
    Capability {
        name,
        kind,
        words: &[],
        meaning,
    }
}

const fn one_of(
    name: &'static str,
    words: &'static [&'static str],
    meaning: &'static str,
) -> Capability {
    Capability {
        name,
        kind: String,
        words,
        meaning,
    }
}

/// The table. Names that only Apple devices read are here too, so that their types are checked.
#[rustfmt::skip] // one row, one thought: the table is read across
pub const CAPABILITIES: &[Capability] = &[
    one_of("platformName", &["iOS", "iPadOS", "tvOS"], "Operating system; chooses the mobile driver."),
    one_of("appium:automationName", &["Virtual", "XCUITest"], "Virtual: the virtual phone; XCUITest: an Apple device."),
    row("appium:app", String, "Folder or archive of the app to install, on the server's machine, or a data: URL of a zip."),
    row("appium:bundleId", String, "App under test, when it is installed already."),
    row("appium:otherApps", Any, "More apps to install: a path or a list of paths."),
    row("appium:noReset", Boolean, "Keep the app and its data as they are."),
    row("appium:fullReset", Boolean, "Remove the app before it is installed, and after the session."),
    row("appium:autoLaunch", Boolean, "false: do not start the app."),
    row("appium:platformVersion", String, "Version of the operating system, for example 17.5."),
    row("appium:deviceName", String, "Name of the device."),
    row("appium:udid", String, "Unique id of an Apple device; auto takes the only one."),
    row("appium:newCommandTimeout", Number, "Seconds without a command after which the session ends; 0 is never. Default 60."),
    one_of("appium:orientation", &["PORTRAIT", "LANDSCAPE"], "How the device is held at the start."),
    row("appium:language", String, "Language, a BCP-47 tag."),
    row("appium:locale", String, "Region, for example de_AT."),
    row("appium:appTimeZone", String, "Time zone, an IANA name."),
    row("appium:autoAcceptAlerts", Boolean, "Accept alerts as they open."),
    row("appium:autoDismissAlerts", Boolean, "Dismiss alerts as they open; autoAcceptAlerts wins."),
    row("appium:settings", Object, "Initial settings; appium:settings[name] sets one."),
    row("appium:autoWebview", Boolean, "Start in the first web context."),
    row("appium:initialDeeplinkUrl", String, "Address to open after the app has started."),
    row("appium:processArguments", Object, "{args, env} for the start of the app."),
    row("appium:permissions", Any, "{bundleId: {service: state}}, set before the app starts."),
    row("appium:eventTimings", Boolean, "Accepted; times of events are always kept."),
    row("appium:printPageSourceOnFindFailure", Boolean, "Log the source when nothing is found."),
    row("appium:webDriverAgentUrl", String, "Address of a running agent."),
    row("appium:wdaLocalPort", Number, "Port of a simulator's agent on this machine. Default 8100, or a free one where we start it."),
    row("appium:wdaRemotePort", Number, "Port of the agent on an attached device. Default 8100."),
    row("appium:wdaLaunchTimeout", Number, "Milliseconds for the agent to start."),
    row("appium:wdaConnectionTimeout", Number, "Milliseconds for one request to the agent."),
    row("appium:mjpegServerPort", Number, "Port of the agent's picture stream."),
    row("appium:usePreinstalledWDA", Boolean, "Start the agent that is on the device."),
    row("appium:prebuiltWDAPath", String, "Folder of the agent's app, to install and start."),
    row("appium:updatedWDABundleId", String, "Bundle id of the agent."),
    row("appium:updatedWDABundleIdSuffix", String, "What is behind that id. Default .xctrunner."),
    row("appium:wdaStartupRetries", Number, "How often an agent that exits is started again. Default 2."),
    row("appium:wdaStartupRetryInterval", Number, "Milliseconds before the first restart, doubled before each further one. Default 500."),
    row("appium:commandTimeouts", Any, "Milliseconds per command, a number or a map."),
    one_of("hansom:kind", &["simulator", "real"], "How the virtual phone behaves where the two differ."),
    one_of("hansom:profile", &["phone", "tablet", "tv"], "Shape of the virtual phone."),
    row("hansom:toolchainVersion", String, "Version of the development tools the virtual phone claims."),
    row("hansom:suspendAfter", Number, "Seconds in the background before an app is suspended. Default 5."),
    row("hansom:stateDir", String, "Folder on the server's machine in which the virtual phone keeps apps and data."),
];

impl Capability {
    /// Checks a value against the row.
    pub(super) fn check(&self, value: &Value) -> Result<(), Error> {
        let text = value.to_string();
        if !self.kind.fits(&text) {
            return Err(Error::invalid_argument(format!(
                "the capability `{}` must be {}, got {}.",
                self.name,
                self.kind.wanted(),
                shorten(&text),
            )));
        }
        let word = value.as_str().unwrap_or_default();
        if !self.words.is_empty()
            && !self
                .words
                .iter()
                .any(|known| known.eq_ignore_ascii_case(word))
        {
            return Err(Error::invalid_argument(format!(
                "the capability `{}` must be one of {}, got {text}.",
                self.name,
                self.words.join(", "),
            )));
        }
        Ok(())
    }
}
