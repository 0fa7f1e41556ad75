//! A server that is not on loopback and grants nothing: which wishes it refuses, and by which name.

use base64_simd::STANDARD as BASE64;
use hansom_protocol::Grants;
use serde_json::json;

use crate::common::{Browsers, assert_error, zip};

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
async fn a_firefox_that_cannot_keep_system_access_back_is_not_started_without_the_grant() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("firefox");
    std::fs::write(&program, "#!/bin/sh\nexit 1\n").unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ini = "[App]\nVersion=128.5.0\nBuildID=20200101\n";
    std::fs::write(folder.path().join("application.ini"), ini).unwrap();
    let flag = "--allow-insecure browser:system_access";
    for (grants, refused) in [
        (Grants::new(false, [], []), true),
        (Grants::new(true, [], ["browser:system_access"]), true),
        (Grants::new(false, ["browser:system_access"], []), false),
    ] {
        let set = |config: &mut hansom_browser::Config| config.binary = Some(program.clone());
        let browsers = Browsers::with(grants.unwrap(), set).await;
        let reply = browsers.refused(json!({"browserName": "firefox"})).await;
        // With the grant it is started, and this one ends at once.
        assert_eq!(
            reply.message().contains(flag),
            refused,
            "{}",
            reply.message()
        );
        let words: &[&str] = if refused { &["128.5.0", flag] } else { &[] };
        assert_error("an old one", &reply, "session not created", words);
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

/// An addon whose own script runs in the browser's process and writes a file there.
fn experiment(mark: &std::path::Path) -> String {
    let manifest = json!({
        "manifest_version": 2,
        "name": "experiment",
        "version": "1",
        "browser_specific_settings": {"gecko": {"id": "experiment@example.invalid"}},
        "experiment_apis": {"probe": {
            "schema": "schema.json",
            "parent": {"scopes": ["addon_parent"], "script": "parent.js", "paths": [["probe"]]},
        }},
        "background": {"scripts": ["background.js"]},
    });
    let schema = json!([{"namespace": "probe", "functions": [
        {"name": "mark", "type": "function", "async": true, "parameters": []},
    ]}]);
    let parent = format!(
        "this.probe = class extends ExtensionAPI {{ getAPI() {{ return {{ probe: {{
            mark: () => IOUtils.writeUTF8({}, 'system'),
        }} }}; }} }};",
        json!(mark)
    );
    BASE64.encode_to_string(zip(&[
        ("manifest.json", manifest.to_string().as_bytes()),
        ("schema.json", schema.to_string().as_bytes()),
        ("parent.js", parent.as_bytes()),
        ("background.js", b"browser.probe.mark();"),
    ]))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_addon_brings_code_into_the_browsers_process_only_with_the_grant() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let body = json!({"addon": experiment(&mark), "temporary": true});

    // A profile may be sent and asks for it in both of its files; it has no say in this.
    let grants = Grants::new(false, ["browser:profile_upload"], []).unwrap();
    let browsers = Browsers::with(grants, |_| {}).await;
    let asking = b"user_pref(\"extensions.experiments.enabled\", true);\n";
    let profile = zip(&[("user.js", asking), ("prefs.js", asking)]);
    let options = json!({"profile": BASE64.encode_to_string(profile)});
    let session = browsers
        .session(json!({"moz:firefoxOptions": options}))
        .await;
    let reply = session.post("/browser/addon/install", body.clone()).await;
    let words = &["did not take the addon"];
    assert_error("an experiment", &reply, "invalid argument", words);
    session.end().await;
    assert!(!mark.exists());

    let browsers = Browsers::start().await;
    let prefs = json!({"prefs": {"extensions.experiments.enabled": true}});
    let session = browsers.session(json!({"moz:firefoxOptions": prefs})).await;
    session.posted("/browser/addon/install", body).await;
    hansom_testkit::eventually("the addon's script has run", async || {
        mark.exists().then_some(())
    })
    .await;
}
