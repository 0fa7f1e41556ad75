//! What is wrong with capabilities: which one it is, and what it must be. Mozilla's validation says
//! only that something is.

use serde_json::{Map, Value, json};
use webdriver::capabilities::Capabilities;

use super::validate;
use crate::{
    Error,
    routes::{ParamType, shorten},
};

const BOOLEAN: &str = ParamType::Boolean.wanted();
const STRING: &str = ParamType::String.wanted();

/// What the capabilities of the specification must be.
const WANTED: &[(&str, &str)] = &[
    ("acceptInsecureCerts", BOOLEAN),
    ("browserName", STRING),
    ("browserVersion", STRING),
    ("pageLoadStrategy", "one of none, eager, normal"),
    ("platformName", STRING),
    (
        "proxy",
        "an object with a `proxyType` (pac, direct, autodetect, system or manual), a \
         `proxyAutoconfigUrl` for pac, and for manual proxies as host:port without a scheme and \
         `noProxy` as an array",
    ),
    ("setWindowRect", BOOLEAN),
    ("strictFileInteractability", BOOLEAN),
    (
        "timeouts",
        "an object of `script`, `pageLoad` and `implicit`, each in whole milliseconds from 0",
    ),
    (
        "unhandledPromptBehavior",
        "one of accept, accept and notify, dismiss, dismiss and notify, ignore, or an object with \
         one of them for each kind of prompt",
    ),
    ("webSocketUrl", BOOLEAN),
    ("webauthn:extension:credBlob", BOOLEAN),
    ("webauthn:extension:largeBlob", BOOLEAN),
    ("webauthn:extension:prf", BOOLEAN),
    ("webauthn:extension:uvm", BOOLEAN),
    ("webauthn:virtualAuthenticators", BOOLEAN),
];

/// The complaint about a pair that did not pass; `told` is for what is not understood here.
pub(super) fn about(always: &Capabilities, first: &Capabilities, told: &str) -> Error {
    if let Some(name) = first.keys().find(|name| always.contains_key(*name)) {
        return Error::invalid_argument(format!(
            "`{name}` stands in `alwaysMatch` and in `firstMatch`. Leave it in one of them."
        ));
    }
    let wrong = always
        .iter()
        .chain(first)
        .find(|(name, value)| !is_valid(name, value));
    let Some((name, value)) = wrong else {
        return Error::invalid_argument(format!("the capabilities are not valid: {told}."));
    };
    let Some((_, wanted)) = WANTED.iter().find(|(known, _)| known == name) else {
        return Error::invalid_argument(format!(
            "there is no capability `{name}`. Check its spelling; what is not of the specification \
             has a prefix, for example `appium:{name}`."
        ));
    };
    let got = shorten(&narrow(name, value).to_string());
    Error::invalid_argument(format!(
        "the capability `{name}` must be {wanted}, got {got}."
    ))
}

fn is_valid(name: &str, value: &Value) -> bool {
    let alone = Map::from_iter([(name.to_owned(), value.clone())]);
    validate(&alone).is_ok()
}

/// Of an object just the member that is wrong, if one is by itself.
fn narrow(name: &str, value: &Value) -> Value {
    let members = value.as_object().into_iter().flatten();
    members
        .map(|(key, value)| json!({ key: value }))
        .find(|member| !is_valid(name, member))
        .unwrap_or_else(|| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_capability_of_the_table_is_checked_and_told_by_name() {
        for (name, wanted) in WANTED {
            let wrong = Map::from_iter([((*name).to_owned(), json!(1))]);
            let told = validate(&wrong).unwrap_err();
            let error = about(&Map::new(), &wrong, &told.message);
            let message = format!("the capability `{name}` must be {wanted}, got 1.");
            assert_eq!(error.message, message);
        }
    }
}
