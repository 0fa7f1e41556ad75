//! Apps, strings, contexts and scripts on a virtual phone.

use serde_json::{Value, json};

use crate::{
    lab::{Way, ways},
    session::{APP, Phone},
};

ways! {
    background_and_query_app_state_follow_the_app,
    an_app_is_installed_launched_cleared_and_removed,
    strings_come_in_every_format_and_language,
    an_async_response_completes_the_running_script,
    web_contexts_speak_w3c,
}

const STATE: &str = "/automation/device/app_state";

async fn background_and_query_app_state_follow_the_app() {
    let phone = Phone::with(json!({"hansom:suspendAfter": 1})).await;
    assert_eq!(phone.post(STATE, json!({})).await, 4, "the app under test");
    assert_eq!(
        phone.post(STATE, json!({"bundleId": "no.such.app"})).await,
        0
    );
    assert_eq!(
        phone.post(STATE, json!({"appId": "hansom.settings"})).await,
        1
    );
    // For a while: hidden, then visible again.
    assert_eq!(
        phone
            .post("/automation/app/background", json!({"seconds": 0.3}))
            .await,
        Value::Null
    );
    assert_eq!(phone.post(STATE, json!({})).await, 4);
    phone.until("hidden-count", json!(1)).await;
    phone.until("visibility-state", json!("visible")).await;
    // For good: in the background, then suspended.
    assert_eq!(
        phone
            .post("/automation/app/background", json!({"seconds": null}))
            .await,
        Value::Null
    );
    let state = phone.post(STATE, json!({})).await;
    assert!(state == 3 || state == 2, "{state}");
    phone.until("visibility-state", json!("hidden")).await;
    // Settings hears of every change of the phone, this one too.
    phone
        .mobile("launchApp", json!({"bundleId": "hansom.settings"}))
        .await;
    let suspended = format!(
        "new Promise(done => {{ const see = ({{ apps }}) => {{ \
         if (apps.find(app => app.bundleId === '{APP}').state === 2) done(2); }}; \
         new EventSource('/.hansom/events').onmessage = event => see(JSON.parse(event.data)); }})"
    );
    assert_eq!(phone.page(&suspended).await, 2);
    assert_eq!(phone.post(STATE, json!({})).await, 2);
    phone.mobile("activateApp", json!({"bundleId": APP})).await;
    assert_eq!(
        phone
            .mobile("queryAppState", json!({"bundleId": APP}))
            .await,
        4
    );
    phone
        .post(
            "/automation/app/background",
            json!({"seconds": {"timeout": -1}}),
        )
        .await;
    assert_ne!(phone.post(STATE, json!({})).await, 4);
    assert_eq!(
        phone.mobile("terminateApp", json!({"bundleId": APP})).await,
        true
    );
    assert_eq!(phone.post(STATE, json!({})).await, 1);
    assert_eq!(
        phone.mobile("terminateApp", json!({"bundleId": APP})).await,
        false
    );
    let (code, _) = phone
        .refused("/automation/app/background", json!({"seconds": "5"}))
        .await;
    assert_eq!(code, "invalid argument");
    let (code, message) = phone.refused("/automation/app/background", json!({})).await;
    assert_eq!(code, "invalid argument");
    assert!(message.contains("`seconds`"), "{message}");
}

async fn an_app_is_installed_launched_cleared_and_removed() {
    let phone = Phone::with(json!({})).await;
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pwa");
    if phone.way == Way::ThroughAgent {
        for (name, arguments) in [
            ("installApp", json!({"app": example})),
            ("listApps", json!({})),
            ("clearApp", json!({"bundleId": APP})),
            ("removeApp", json!({"bundleId": APP})),
        ] {
            let script = json!({"script": format!("mobile: {name}"), "args": [arguments]});
            phone.needs_a_host("/execute/sync", script).await;
        }
        return;
    }
    phone.mobile("installApp", json!({"app": example})).await;
    let apps = phone
        .mobile("listApps", json!({"applicationType": "User"}))
        .await;
    let id = apps.as_object().unwrap().keys().next().unwrap().clone();
    let app = json!({"bundleId": id});
    assert_eq!(phone.mobile("isAppInstalled", app.clone()).await, true);
    phone
        .mobile("launchApp", json!({"bundleId": id, "arguments": ["-x"]}))
        .await;
    let active = phone.mobile("activeAppInfo", json!({})).await;
    assert_eq!(active["bundleId"], json!(id));
    assert_eq!(
        active["processArguments"],
        json!({"args": ["-x"], "env": {}}),
        "clients relaunch the app with them"
    );
    assert_eq!(
        phone
            .mobile("queryAppState", json!({"bundleId": APP}))
            .await,
        3
    );
    phone.mobile("clearApp", app.clone()).await;
    assert_eq!(phone.mobile("queryAppState", app.clone()).await, 1);
    assert_eq!(phone.mobile("removeApp", app.clone()).await, true);
    assert_eq!(phone.mobile("queryAppState", app.clone()).await, 0);
    let (code, message) = phone.mobile_refused("launchApp", app).await;
    assert_eq!(code, "invalid argument");
    assert!(
        message.contains(APP),
        "the installed ones are listed: {message}"
    );
    let (code, _) = phone
        .mobile_refused("installApp", json!({"app": "/no/such/folder"}))
        .await;
    assert_eq!(code, "invalid argument");
}

async fn strings_come_in_every_format_and_language() {
    let phone = Phone::with(json!({})).await;
    let path = "/automation/app/strings";
    if phone.way == Way::ThroughAgent {
        phone.needs_a_host(path, json!({})).await;
        return;
    }
    let english = phone.post(path, json!({})).await;
    assert_eq!(english["title"], "Playground", "English is the default");
    assert_eq!(english["back"], "Back");
    let german = phone.post(path, json!({"language": "de-AT"})).await;
    assert_ne!(german["back"], "Back", "German, by fallback");
    for file in [
        "Xml.strings",
        "Binary.strings",
        "Utf16.strings",
        "Plurals.stringsdict",
    ] {
        let strings = phone
            .mobile("getAppStrings", json!({"stringFile": file}))
            .await;
        assert!(!strings.as_object().unwrap().is_empty(), "{file}");
    }
    let catalogue = json!({"language": "de", "stringFile": "Catalog.xcstrings"});
    assert!(
        !phone
            .mobile("getAppStrings", catalogue)
            .await
            .as_object()
            .unwrap()
            .is_empty()
    );
    let (_, message) = phone.refused(path, json!({"language": "ja"})).await;
    assert!(message.contains("de, en, fr"), "{message}");
    let (_, message) = phone
        .refused(path, json!({"stringFile": "Nope.strings"}))
        .await;
    assert!(message.contains("Localizable.strings"), "{message}");
    let (code, _) = phone.refused(path, json!({"language": 5})).await;
    assert_eq!(code, "invalid argument");
}

async fn an_async_response_completes_the_running_script() {
    if Way::now() == Way::ThroughAgent {
        // Without web views no script waits, and a response for none is thrown away.
        let phone = Phone::with(json!({})).await;
        let path = "/automation/receive_async_response";
        let response = json!({"response": {"done": true}});
        assert_eq!(phone.post(path, response).await, Value::Null);
        no_web_views(&phone).await;
        return;
    }
    // An app whose page may call others.
    let probe = concat!(env!("CARGO_MANIFEST_DIR"), "/../phone/tests/probe");
    let phone = Phone::with(json!({
        "appium:autoWebview": true, "appium:app": probe, "appium:bundleId": "com.example.probe",
    }))
    .await;
    assert!(
        phone
            .get("/context")
            .await
            .as_str()
            .unwrap()
            .starts_with("WEBVIEW_")
    );
    assert_eq!(
        phone
            .post("/timeouts/async_script", json!({"ms": 30_000}))
            .await,
        Value::Null
    );
    assert_eq!(phone.get("/timeouts").await["script"], 30_000);
    // The page calls when the script runs; by then the session waits for its answer.
    let door = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let call = format!(
        "fetch('http://{}', {{ mode: 'no-cors' }}).catch(() => {{}}) /* never calls back */",
        door.local_addr().unwrap()
    );
    let waiting = phone.post("/execute/async", json!({"script": call, "args": []}));
    let respond = async {
        door.accept().await.unwrap();
        let response = json!({"response": {"done": true}});
        phone
            .post("/automation/receive_async_response", response)
            .await
    };
    let (answer, _) = tokio::join!(waiting, respond);
    assert_eq!(answer, json!({"done": true}));
    // The session is usable: a script that answers by itself is not disturbed by what was before.
    let own = json!({"script": "arguments[0](7)", "args": []});
    assert_eq!(phone.post("/execute/async", own).await, 7);
}

/// A device without web views has the native context alone, and says why there is no other.
async fn no_web_views(phone: &Phone) {
    assert_eq!(phone.get("/contexts").await, json!(["NATIVE_APP"]));
    let (code, message) = phone.refused("/context", json!({"name": "WEBVIEW"})).await;
    assert_eq!(code, "unsupported operation");
    assert!(message.contains("web inspector"), "{message}");
}

async fn web_contexts_speak_w3c() {
    let phone = Phone::with(json!({})).await;
    if phone.way == Way::ThroughAgent {
        no_web_views(&phone).await;
        return;
    }
    let contexts = phone.get("/contexts").await;
    assert_eq!(contexts[0], "NATIVE_APP");
    let detailed = phone
        .mobile("getContexts", json!({"waitForWebviewMs": 1000}))
        .await;
    assert_eq!(detailed[1]["bundleId"], APP);
    phone.post("/context", json!({"name": contexts[1]})).await;
    assert_eq!(phone.get("/title").await, "Playground");
    let found = phone.find("css selector", "#menu-form").await;
    phone
        .post(&format!("/element/{found}/click"), json!({}))
        .await;
    let size = phone
        .get(&format!(
            "/element/{}/size",
            phone.find("css selector", "#form").await
        ))
        .await;
    assert!(size["width"].as_f64().unwrap() > 100.0, "{size}");
    let field = phone.find("css selector", "#form-name").await;
    phone
        .post(
            &format!("/automation/element/{field}/value"),
            json!({"text": "Ada"}),
        )
        .await;
    assert_eq!(
        phone
            .post(&format!("/element/{field}/submit"), json!({}))
            .await,
        Value::Null
    );
    assert_eq!(
        phone.page("playground.facts['submitted-name']").await,
        "Ada"
    );
    phone.post("/context", json!({"name": contexts[1]})).await;
    let outside = phone.find("css selector", "#outside-field").await;
    let (code, message) = phone
        .refused(&format!("/element/{outside}/submit"), json!({}))
        .await;
    assert_eq!(code, "invalid element state");
    assert!(message.contains("not in a form"), "{message}");
    let (code, _) = phone
        .refused("/context", json!({"name": "WEBVIEW_999"}))
        .await;
    assert_eq!(code, "no such window");
    // A window is the page of an app; those of the browser below stay hidden.
    assert_eq!(phone.get("/window").await, contexts[1]);
    assert_eq!(phone.get("/window/handles").await, json!([contexts[1]]));
    phone
        .mobile("launchApp", json!({"bundleId": "hansom.settings"}))
        .await;
    let windows = phone.get("/window/handles").await;
    assert_eq!(windows.as_array().unwrap().len(), 2, "{windows}");
    phone.post("/window", json!({"handle": windows[0]})).await;
    assert_eq!(phone.get("/title").await, "Settings");
    let (code, _) = phone.refused("/window/new", json!({"type": "tab"})).await;
    assert_eq!(code, "unsupported operation");
}
