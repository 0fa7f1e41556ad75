//! A server that is not on loopback and grants nothing: which wishes it refuses, and by which name.

use hansom_protocol::Grants;
use serde_json::json;

use crate::common::{Browsers, assert_error};

#[tokio::test(flavor = "multi_thread")]
async fn every_power_of_the_operator_is_refused_with_the_flag_that_grants_it() {
    let browsers = Browsers::with(Grants::new(false, [], []).unwrap(), |_| {}).await;
    for (options, named, feature) in [
        (json!({"binary": "/bin/sh"}), "binary", "custom_binary"),
        (json!({"env": {"A": "b"}}), "environment", "custom_args"),
        (json!({"args": ["-jsdebugger"]}), "arguments", "custom_args"),
        (
            json!({"args": ["-profile", "/tmp"]}),
            "arguments",
            "custom_args",
        ),
        (json!({"profile": "UEs="}), "profile", "profile_upload"),
        (
            json!({"prefs": {"extensions.experiments.enabled": true}}),
            "`extensions.experiments.enabled`",
            "system_access",
        ),
        (
            json!({"prefs": {"browser.download.dir": "/etc/cron.d"}}),
            "`browser.download.dir`",
            "local_files",
        ),
        (
            json!({"prefs": {"browser.download.folderList": 0}}),
            "`browser.download.folderList`",
            "local_files",
        ),
    ] {
        let what = options.to_string();
        let capabilities = json!({"browserName": "firefox", "moz:firefoxOptions": options});
        let reply = browsers.refused(capabilities).await;
        let flag = format!("--allow-insecure browser:{feature}");
        assert_error(&what, &reply, "unsupported operation", &[named, &flag]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_as_profile_needs_the_grant_for_files_besides_that_for_arguments() {
    let grants = Grants::new(false, ["browser:custom_args"], []).unwrap();
    let browsers = Browsers::with(grants, |_| {}).await;
    let options = json!({"args": ["-profile", "/tmp"]});
    let capabilities = json!({"browserName": "firefox", "moz:firefoxOptions": options});
    let reply = browsers.refused(capabilities).await;
    let flag = "--allow-insecure browser:local_files";
    assert_error("-profile", &reply, "unsupported operation", &[flag]);
}
