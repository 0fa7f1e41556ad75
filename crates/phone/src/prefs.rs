//! The preferences that make a Firefox a phone.

use hansom_firefox::PrefValue;

enum Pref {
    Flag(bool),
    Number(i64),
    Text(&'static str),
}
use Pref::{Flag, Number, Text};

const PREFS: &[(&str, Pref)] = &[
    // Touch and viewport as on a phone.
    ("dom.meta-viewport.enabled", Flag(true)),
    ("dom.w3c_touch_events.enabled", Number(1)),
    ("apz.allow_zooming", Flag(true)),
    ("ui.useOverlayScrollbars", Number(1)),
    ("dom.maxtouchpoints.testing.value", Number(5)),
    ("ui.primaryPointerCapabilities", Number(1)),
    ("ui.allPointerCapabilities", Number(1)),
    // Flings end within half a second, so that a swipe's outcome is soon settled.
    ("apz.fling_friction", Text("0.008")),
    // A virtual authenticator is asked only when the USB ones are off.
    ("security.webauth.webauthn_enable_softtoken", Flag(true)),
    ("security.webauth.webauthn_enable_usbtoken", Flag(false)),
    // Pages read the clipboard without a pop-up of Firefox.
    ("dom.events.testing.asyncClipboard", Flag(true)),
    // Our alerts answer for Firefox's dialogs at once.
    ("security.dialog_enable_delay", Number(0)),
    ("prompts.tab_modal.enabled", Flag(true)),
    // A camera and a microphone that every machine has.
    ("media.navigator.streams.fake", Flag(true)),
    // The position comes from the phone, never from the network.
    ("geo.provider.network.url", Text("")),
    // Apps live under names that end in .localhost and are reached through the phone.
    ("network.proxy.allow_hijacking_localhost", Flag(true)),
    // Fewer processes: 250 MB less per phone.
    ("fission.autostart", Flag(false)),
    ("dom.ipc.processCount", Number(4)),
    ("network.process.enabled", Flag(false)),
    ("media.rdd-process.enabled", Flag(false)),
    ("media.utility-process.enabled", Flag(false)),
    ("dom.ipc.forkserver.enable", Flag(false)),
    ("dom.ipc.processPrelaunch.enabled", Flag(false)),
    (
        "browser.tabs.remote.separatePrivilegedContentProcess",
        Flag(false),
    ),
    ("extensions.webextensions.remote", Flag(false)),
    ("browser.cache.disk.enable", Flag(false)),
    ("browser.tabs.unloadOnLowMemory", Flag(false)),
    ("signon.rememberSignons", Flag(false)),
    ("signon.autofillForms", Flag(false)),
    ("browser.translations.enable", Flag(false)),
];

/// The same for every phone, so that a warm Firefox fits any of them.
pub(crate) fn prefs() -> Vec<(String, PrefValue)> {
    PREFS
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.into()))
        .collect()
}

impl From<&Pref> for PrefValue {
    fn from(pref: &Pref) -> Self {
        match pref {
            Flag(value) => PrefValue::Bool(*value),
            Number(value) => PrefValue::Int(*value),
            Text(value) => PrefValue::String((*value).to_owned()),
        }
    }
}
