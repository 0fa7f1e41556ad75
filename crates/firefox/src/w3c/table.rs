//! W3C command → Marionette command, as data.

use hansom_protocol::Command::{self, *};

use super::shapes::{self, Receive, Send};
use Receive::{Own, Whole, Wrapped};
use Send::{Element, Made, Nothing, Only, Path};

/// One command.
pub(super) struct Row {
    pub(super) command: Command,
    /// Marionette's name for it.
    pub(super) marionette: &'static str,
    /// What is sent.
    pub(super) send: Send,
    /// Where the value is in what comes back.
    pub(super) receive: Receive,
}

const fn row(command: Command, marionette: &'static str, send: Send, receive: Receive) -> Row {
    Row {
        command,
        marionette,
        send,
        receive,
    }
}

#[rustfmt::skip] // one row, one thought: the table is read across
const ROWS: &[Row] = &[
    row(GetTimeouts,          "WebDriver:GetTimeouts",          Nothing,                        Own(shapes::timeouts_answer)),
    row(SetTimeouts,          "WebDriver:SetTimeouts",          Made(shapes::timeouts),         Wrapped),
    row(NavigateTo,           "WebDriver:Navigate",             Only(&["url"]),                 Wrapped),
    row(GetCurrentUrl,        "WebDriver:GetCurrentURL",        Nothing,                        Wrapped),
    row(Back,                 "WebDriver:Back",                 Nothing,                        Wrapped),
    row(Forward,              "WebDriver:Forward",              Nothing,                        Wrapped),
    row(Refresh,              "WebDriver:Refresh",              Nothing,                        Wrapped),
    row(GetTitle,             "WebDriver:GetTitle",             Nothing,                        Wrapped),
    row(GetWindowHandle,      "WebDriver:GetWindowHandle",      Nothing,                        Wrapped),
    row(CloseWindow,          "WebDriver:CloseWindow",          Nothing,                        Whole),
    row(SwitchToWindow,       "WebDriver:SwitchToWindow",       Only(&["handle"]),              Wrapped),
    row(GetWindowHandles,     "WebDriver:GetWindowHandles",     Nothing,                        Whole),
    row(NewWindow,            "WebDriver:NewWindow",            Made(shapes::new_window),       Whole),
    row(SwitchToFrame,        "WebDriver:SwitchToFrame",        Made(shapes::frame),            Wrapped),
    row(SwitchToParentFrame,  "WebDriver:SwitchToParentFrame",  Nothing,                        Wrapped),
    row(GetWindowRect,        "WebDriver:GetWindowRect",        Nothing,                        Whole),
    row(SetWindowRect,        "WebDriver:SetWindowRect",        Made(shapes::window_rect),      Whole),
    row(MaximizeWindow,       "WebDriver:MaximizeWindow",       Nothing,                        Whole),
    row(MinimizeWindow,       "WebDriver:MinimizeWindow",       Nothing,                        Whole),
    row(FullscreenWindow,     "WebDriver:FullscreenWindow",     Nothing,                        Whole),

    row(GetActiveElement,     "WebDriver:GetActiveElement",     Nothing,                        Wrapped),
    row(GetElementShadowRoot, "WebDriver:GetShadowRoot",        Element(&[]),                   Wrapped),
    row(FindElement,          "WebDriver:FindElement",          Made(shapes::locator),          Wrapped),
    row(FindElements,         "WebDriver:FindElements",         Made(shapes::locator),          Whole),
    row(FindElementFromElement,     "WebDriver:FindElement",    Made(shapes::locator),          Wrapped),
    row(FindElementsFromElement,    "WebDriver:FindElements",   Made(shapes::locator),          Whole),
    row(FindElementFromShadowRoot,  "WebDriver:FindElementFromShadowRoot",  Made(shapes::locator), Wrapped),
    row(FindElementsFromShadowRoot, "WebDriver:FindElementsFromShadowRoot", Made(shapes::locator), Whole),
    row(IsElementSelected,    "WebDriver:IsElementSelected",    Element(&[]),                   Wrapped),
    row(IsElementDisplayed,   "WebDriver:IsElementDisplayed",   Element(&[]),                   Wrapped),
    row(IsElementEnabled,     "WebDriver:IsElementEnabled",     Element(&[]),                   Wrapped),
    row(GetElementAttribute,  "WebDriver:GetElementAttribute",  Element(&["name"]),             Wrapped),
    row(GetElementProperty,   "WebDriver:GetElementProperty",   Element(&["name"]),             Wrapped),
    row(GetElementCssValue,   "WebDriver:GetElementCSSValue",   Element(&["propertyName"]),     Wrapped),
    row(GetElementText,       "WebDriver:GetElementText",       Element(&[]),                   Wrapped),
    row(GetElementTagName,    "WebDriver:GetElementTagName",    Element(&[]),                   Wrapped),
    row(GetElementRect,       "WebDriver:GetElementRect",       Element(&[]),                   Own(shapes::element_rect)),
    row(GetComputedRole,      "WebDriver:GetComputedRole",      Element(&[]),                   Wrapped),
    row(GetComputedLabel,     "WebDriver:GetComputedLabel",     Element(&[]),                   Wrapped),
    row(ElementClick,         "WebDriver:ElementClick",         Element(&[]),                   Wrapped),
    row(ElementClear,         "WebDriver:ElementClear",         Element(&[]),                   Wrapped),
    row(ElementSendKeys,      "WebDriver:ElementSendKeys",      Made(shapes::keys),             Wrapped),

    row(GetPageSource,        "WebDriver:GetPageSource",        Nothing,                        Wrapped),
    row(ExecuteScript,        "WebDriver:ExecuteScript",        Only(&["script", "args"]),      Wrapped),
    row(ExecuteAsyncScript,   "WebDriver:ExecuteAsyncScript",   Only(&["script", "args"]),      Wrapped),
    row(GetAllCookies,        "WebDriver:GetCookies",           Nothing,                        Whole),
    row(GetNamedCookie,       "WebDriver:GetCookies",           Nothing,                        Own(shapes::named_cookie)),
    row(AddCookie,            "WebDriver:AddCookie",            Made(shapes::cookie),           Wrapped),
    row(DeleteCookie,         "WebDriver:DeleteCookie",         Path(&["name"]),                Wrapped),
    row(DeleteAllCookies,     "WebDriver:DeleteAllCookies",     Nothing,                        Wrapped),
    row(PerformActions,       "WebDriver:PerformActions",       Made(shapes::actions),          Wrapped),
    row(ReleaseActions,       "WebDriver:ReleaseActions",       Nothing,                        Wrapped),
    row(DismissAlert,         "WebDriver:DismissAlert",         Nothing,                        Wrapped),
    row(AcceptAlert,          "WebDriver:AcceptAlert",          Nothing,                        Wrapped),
    row(GetAlertText,         "WebDriver:GetAlertText",         Nothing,                        Wrapped),
    row(SendAlertText,        "WebDriver:SendAlertText",        Only(&["text"]),                Wrapped),
    row(TakeScreenshot,       "WebDriver:TakeScreenshot",       Made(shapes::screenshot),       Wrapped),
    row(TakeElementScreenshot, "WebDriver:TakeScreenshot",      Made(shapes::screenshot),       Wrapped),
    row(PrintPage,            "WebDriver:Print",                Made(shapes::print),            Wrapped),

    row(SetPermission,        "WebDriver:SetPermission",        Only(&["descriptor", "state"]), Wrapped),
    row(GetGlobalPrivacyControl, "GPC:GetGlobalPrivacyControl", Nothing,                        Wrapped),
    row(SetGlobalPrivacyControl, "GPC:SetGlobalPrivacyControl", Made(shapes::privacy_control),  Wrapped),
    row(AddVirtualAuthenticator,    "WebAuthn:AddVirtualAuthenticator",    Made(shapes::authenticator),    Wrapped),
    row(RemoveVirtualAuthenticator, "WebAuthn:RemoveVirtualAuthenticator", Path(&["authenticatorId"]),    Wrapped),
    row(AddCredential,              "WebAuthn:AddCredential",              Made(shapes::credential),       Wrapped),
    row(GetCredentials,             "WebAuthn:GetCredentials",             Path(&["authenticatorId"]),    Wrapped),
    row(RemoveCredential,           "WebAuthn:RemoveCredential",           Path(&["authenticatorId", "credentialId"]), Wrapped),
    row(RemoveAllCredentials,       "WebAuthn:RemoveAllCredentials",       Path(&["authenticatorId"]),    Wrapped),
    row(SetUserVerified,            "WebAuthn:SetUserVerified",            Made(shapes::user_verified),    Wrapped),
];

/// The row of a command.
pub(super) fn row_of(command: Command) -> Option<&'static Row> {
    ROWS.get(usize::from(PLACES[command as usize]))
}

/// Where the row of each command is; beyond the last for those that have none. Made when the program
/// is, because every command asks.
static PLACES: [u8; Command::ALL.len()] = {
    let mut places = [u8::MAX; Command::ALL.len()];
    let mut at: u8 = 0;
    while (at as usize) < ROWS.len() {
        places[ROWS[at as usize].command as usize] = at;
        at += 1;
    }
    places
};

/// Whether Firefox carries it out.
pub fn knows(command: Command) -> bool {
    row_of(command).is_some()
}

/// The commands that Firefox carries out.
pub fn commands() -> impl Iterator<Item = Command> {
    ROWS.iter().map(|row| row.command)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use hansom_protocol::routes::{self, Source};

    use super::*;

    #[test]
    fn no_command_stands_twice() {
        let mut seen = HashSet::new();
        for row in ROWS {
            assert!(seen.insert(row.command), "{}", row.command);
        }
    }

    #[test]
    fn every_w3c_command_of_the_browser_has_a_row() {
        /// The server's own, and those for which Firefox has no remote command.
        const OTHERS: &[Command] = &[Status, NewSession, DeleteSession];
        let missing: Vec<_> = routes::all()
            .filter(|route| route.source == Source::W3c && !OTHERS.contains(&route.command))
            .map(|route| route.command)
            .filter(|command| row_of(*command).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
