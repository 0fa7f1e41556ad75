//! The preferences a Firefox under control starts with, as data.
//!
//! Firefox sets most of what automation needs by itself once its remote control runs
//! (`remote.prefs.recommended`). Here stands what must be there before that, because it is read
//! while Firefox starts, and what makes the start and the stay cheaper. Nothing here may change
//! what a page can see.

use std::path::Path;

use mozprofile::preferences::PrefValue;

use crate::Launch;

/// A value in the table.
#[derive(Debug, Clone, Copy)]
enum V {
    B(bool),
    I(i64),
    S(&'static str),
}
use V::{B, I, S};

/// Preferences with one reason.
struct Group {
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the reader, and the test that each has one")
    )]
    reason: &'static str,
    prefs: &'static [(&'static str, V)],
}

#[rustfmt::skip] // one row, one thought
const GROUPS: &[Group] = &[
    Group { reason: "nothing is fetched that the test did not ask for", prefs: &[
        ("app.normandy.api_url", S("")),
        ("app.normandy.enabled", B(false)),
        ("app.update.checkInstallTime", B(false)),
        ("app.update.disabledForTesting", B(true)),
        ("browser.region.network.url", S("")),
        ("browser.region.update.enabled", B(false)),
        ("browser.safebrowsing.blockedURIs.enabled", B(false)),
        ("browser.safebrowsing.downloads.enabled", B(false)),
        ("browser.safebrowsing.malware.enabled", B(false)),
        ("browser.safebrowsing.phishing.enabled", B(false)),
        ("browser.search.update", B(false)),
        ("browser.newtabpage.activity-stream.feeds.system.topstories", B(false)),
        ("browser.topsites.contile.enabled", B(false)),
        ("extensions.getAddons.cache.enabled", B(false)),
        ("extensions.systemAddon.update.enabled", B(false)),
        ("extensions.update.enabled", B(false)),
        ("extensions.update.notifyUser", B(false)),
        ("media.gmp-manager.updateEnabled", B(false)),
        ("network.captive-portal-service.enabled", B(false)),
        ("network.connectivity-service.enabled", B(false)),
        ("network.sntp.pools", S("%(server)s")),
        ("security.remote_settings.intermediates.enabled", B(false)),
        ("services.settings.server", S("data:,#remote-settings-dummy/v1")),
        ("dom.push.connection.enabled", B(false)),
    ]},
    Group { reason: "no telemetry, no studies", prefs: &[
        ("datareporting.healthreport.uploadEnabled", B(false)),
        ("datareporting.policy.dataSubmissionEnabled", B(false)),
        ("datareporting.policy.dataSubmissionPolicyBypassNotification", B(true)),
        ("nimbus.rollouts.enabled", B(false)),
        ("telemetry.fog.test.localhost_port", I(-1)),
        ("toolkit.telemetry.server", S("https://%(server)s/dummy/telemetry/")),
        ("toolkit.telemetry.enabled", B(false)),
    ]},
    Group { reason: "no page, bar or question opens by itself", prefs: &[
        ("browser.aboutwelcome.enabled", B(false)),
        ("browser.sessionstore.resume_from_crash", B(false)),
        ("browser.shell.checkDefaultBrowser", B(false)),
        ("browser.startup.homepage", S("about:blank")),
        ("browser.startup.homepage_override.mstone", S("ignore")),
        ("browser.startup.page", I(0)),
        ("browser.newtabpage.enabled", B(false)),
        ("browser.tabs.warnOnClose", B(false)),
        ("browser.tabs.warnOnOpen", B(false)),
        ("browser.uitour.enabled", B(false)),
        ("browser.warnOnQuit", B(false)),
        ("startup.homepage_welcome_url", S("about:blank")),
        ("startup.homepage_welcome_url.additional", S("")),
        ("termsofuse.bypassNotification", B(true)),
        ("trailhead.firstrun.didSeeAboutWelcome", B(true)),
    ]},
    Group { reason: "a crash before does not change this start", prefs: &[
        ("toolkit.startup.max_resumed_crashes", I(-1)),
    ]},
    Group { reason: "addons work from the profile without a question", prefs: &[
        ("extensions.autoDisableScopes", I(0)),
        ("extensions.enabledScopes", I(5)),
        ("extensions.installDistroAddons", B(false)),
        ("extensions.installedDistroAddon", B(true)),
    ]},
    Group { reason: "long scripts and slow machines are normal here", prefs: &[
        ("dom.ipc.reportProcessHangs", B(false)),
        ("dom.max_chrome_script_run_time", I(0)),
        ("dom.max_script_run_time", I(0)),
        ("hangmonitor.timeout", I(0)),
    ]},
    Group { reason: "input and dialogs react at once, in the background too", prefs: &[
        ("dom.disable_open_during_load", B(false)),
        ("focusmanager.testmode", B(true)),
        ("security.notification_enable_delay", I(0)),
    ]},
    Group { reason: "logins are the test's business", prefs: &[
        ("security.fileuri.strict_origin_policy", B(false)),
        ("signon.autofillForms", B(false)),
        ("signon.rememberSignons", B(false)),
    ]},
    Group { reason: "fewer processes for pages that nobody opens", prefs: &[
        ("browser.newtab.preload", B(false)),
        ("browser.pagethumbnails.capturing_disabled", B(true)),
        ("media.rdd-process.enabled", B(false)),
    ]},
    Group { reason: "a throw-away profile need not survive a power cut", prefs: &[
        ("browser.bookmarks.restore_default_bookmarks", B(false)),
        ("toolkit.storage.synchronous", I(0)),
    ]},
];

/// All of them.
pub(crate) fn base() -> impl Iterator<Item = (&'static str, PrefValue)> {
    GROUPS
        .iter()
        .flat_map(|group| group.prefs)
        .map(|(name, value)| {
            let value = match *value {
                B(value) => PrefValue::Bool(value),
                I(value) => PrefValue::Int(value),
                S(value) => PrefValue::String(value.to_owned()),
            };
            (*name, value)
        })
}

/// How long an element click waits to see whether it starts a navigation. Firefox prefixes the
/// branch twice, so the name that works is the second; the first is for the day that is mended.
pub(crate) fn click_timeout(milliseconds: u32) -> [(&'static str, PrefValue); 2] {
    let value = || PrefValue::Int(milliseconds.into());
    [
        ("marionette.navigate-after-click.timeout", value()),
        (
            "marionette.marionette.navigate-after-click.timeout",
            value(),
        ),
    ]
}

/// What only a profile that goes with its session is told, because preferences stay in a profile.
/// Downloads go to a folder without a question. Mozilla's list of harmful addons is not loaded, which
/// takes longer than the installation of one: what a test installs, it means.
pub(crate) fn throw_away(downloads: &Path) -> [(&'static str, PrefValue); 5] {
    [
        ("extensions.blocklist.enabled", PrefValue::Bool(false)),
        ("browser.download.folderList", PrefValue::Int(2)),
        (
            "browser.download.dir",
            PrefValue::String(downloads.to_string_lossy().into_owned()),
        ),
        ("browser.download.useDownloadDir", PrefValue::Bool(true)),
        ("browser.download.alwaysOpenPanel", PrefValue::Bool(false)),
    ]
}

/// What neither a profile nor a client may change. Without system access no addon may bring code for
/// the browser's own process; with it, that is for the client to say.
pub(crate) fn ours_alone(launch: &Launch) -> impl Iterator<Item = (&'static str, PrefValue)> {
    let port = PrefValue::Int(launch.marionette_port.into());
    let experiments = ("extensions.experiments.enabled", PrefValue::Bool(false));
    let experiments = (!launch.system_access).then_some(experiments);
    std::iter::once(("marionette.port", port)).chain(experiments)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_preference_stands_twice_and_every_group_has_a_reason() {
        let mut seen = HashSet::new();
        for group in GROUPS {
            assert!(!group.reason.is_empty());
            for (name, _) in group.prefs {
                assert!(seen.insert(*name), "{name}");
            }
        }
    }
}
