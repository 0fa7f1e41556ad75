//! Extensions of W3C WebDriver by other standards.

use super::{Drivers, ParamType::*, Route, Source::*, delete, get, optional, post, required};
use crate::Command::*;

const BROWSER: Drivers = Drivers::BROWSER;

#[rustfmt::skip] // one row, one thought: the table is read across
pub(super) const ROUTES: &[Route] = &[
    post("/session/{sessionId}/permissions", SetPermission, BROWSER, "Set the state of a permission.")
        .with(&[required("descriptor", Object), required("state", String), optional("origin", String)])
        .of(Standards),
    post("/session/{sessionId}/webauthn/authenticator", AddVirtualAuthenticator, BROWSER, "Add a virtual authenticator.")
        .with(&[required("protocol", Any), required("transport", Any), optional("hasResidentKey", Any), optional("hasUserVerification", Any), optional("isUserConsenting", Any), optional("isUserVerified", Any)])
        .of(Standards),
    delete("/session/{sessionId}/webauthn/authenticator/{authenticatorId}", RemoveVirtualAuthenticator, BROWSER, "Remove a virtual authenticator.")
        .of(Standards),
    post("/session/{sessionId}/webauthn/authenticator/{authenticatorId}/credential", AddCredential, BROWSER, "Add a credential to an authenticator.")
        .with(&[required("credentialId", Any), required("isResidentCredential", Any), required("rpId", Any), required("privateKey", Any), optional("userHandle", Any), optional("signCount", Any)])
        .of(Standards),
    get("/session/{sessionId}/webauthn/authenticator/{authenticatorId}/credentials", GetCredentials, BROWSER, "Credentials of an authenticator.")
        .of(Standards),
    delete("/session/{sessionId}/webauthn/authenticator/{authenticatorId}/credentials", RemoveAllCredentials, BROWSER, "Remove all credentials.")
        .of(Standards),
    delete("/session/{sessionId}/webauthn/authenticator/{authenticatorId}/credentials/{credentialId}", RemoveCredential, BROWSER, "Remove a credential.")
        .of(Standards),
    post("/session/{sessionId}/webauthn/authenticator/{authenticatorId}/uv", SetUserVerified, BROWSER, "Set whether the user verifies.")
        .with(&[required("isUserVerified", Any)])
        .of(Standards),
    get("/session/{sessionId}/privacy", GetGlobalPrivacyControl, BROWSER, "Whether Global Privacy Control is on.")
        .of(Standards),
    post("/session/{sessionId}/privacy", SetGlobalPrivacyControl, BROWSER, "Switch Global Privacy Control.")
        .with(&[required("gpc", Any)])
        .of(Standards),
    post("/session/{sessionId}/fedcm/canceldialog", FedcmCancelDialog, BROWSER, "Cancel the FedCM dialog.")
        .of(Standards),
    post("/session/{sessionId}/fedcm/selectaccount", FedcmSelectAccount, BROWSER, "Choose an account in the FedCM dialog.")
        .with(&[required("accountIndex", Integer)])
        .of(Standards),
    post("/session/{sessionId}/fedcm/clickdialogbutton", FedcmClickDialogButton, BROWSER, "Click a button of the FedCM dialog.")
        .with(&[required("dialogButton", String)])
        .of(Standards),
    get("/session/{sessionId}/fedcm/accountlist", FedcmAccountList, BROWSER, "Accounts in the FedCM dialog.")
        .of(Standards),
    get("/session/{sessionId}/fedcm/gettitle", FedcmGetTitle, BROWSER, "Title of the FedCM dialog.")
        .of(Standards),
    get("/session/{sessionId}/fedcm/getdialogtype", FedcmGetDialogType, BROWSER, "Type of the FedCM dialog.")
        .of(Standards),
    post("/session/{sessionId}/fedcm/setdelayenabled", FedcmSetDelayEnabled, BROWSER, "Switch the FedCM delay.")
        .with(&[required("enabled", Boolean)])
        .of(Standards),
    post("/session/{sessionId}/fedcm/resetcooldown", FedcmResetCooldown, BROWSER, "End the FedCM cool-down.")
        .of(Standards),
];
