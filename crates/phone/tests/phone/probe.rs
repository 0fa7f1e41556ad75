//! A booted phone with the probe app, and questions to what the app observed.

use std::{path::PathBuf, sync::Arc, time::Duration};

use hansom_device::{
    AppId, Bundle, Device, ElementId, LaunchOptions, SourceOptions, WebCall, locator::Locator,
};
use hansom_host::StateDir;
use hansom_phone::{PhoneOptions, VirtualPhone};
use serde_json::{Value, json};

/// The probe's id.
pub(crate) fn probe() -> AppId {
    AppId::new("com.example.probe")
}

/// The probe's folder.
pub(crate) fn probe_bundle() -> Bundle {
    Bundle::Path(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/probe"))
}

/// A state directory that is gone with the test.
pub(crate) fn state() -> Arc<StateDir> {
    StateDir::open(None).unwrap()
}

/// A booted phone.
pub(crate) async fn boot(options: PhoneOptions) -> VirtualPhone {
    VirtualPhone::boot(options, &state()).await.unwrap()
}

/// A booted phone with the probe in front.
pub(crate) async fn with_probe(options: PhoneOptions) -> VirtualPhone {
    let phone = boot(options).await;
    let id = phone.apps().install(probe_bundle()).await.unwrap();
    assert_eq!(id, probe());
    phone
        .apps()
        .launch(&id, LaunchOptions::default())
        .await
        .unwrap();
    phone
}

/// Runs a script in the page of an app and answers its value.
pub(crate) async fn run_in(phone: &VirtualPhone, app: &AppId, script: &str) -> Value {
    let contexts = phone.contexts().unwrap();
    let list = contexts.list().await.unwrap();
    let context = list
        .iter()
        .find(|context| context.bundle_id.as_ref() == Some(app))
        .unwrap();
    let body = json!({ "script": script, "args": [] }).to_string().into();
    let call = WebCall {
        command: "executeScript".into(),
        vars: vec![("sessionId", "s".into())],
        body,
    };
    let answer = contexts.call(&context.id, call).await.unwrap();
    serde_json::from_slice(&answer).unwrap()
}

/// An expression's value in the probe's page.
pub(crate) async fn page(phone: &VirtualPhone, expression: &str) -> Value {
    run_in(phone, &probe(), &format!("return {expression}")).await
}

/// Waits until an expression of the probe's page has a value.
pub(crate) async fn until(phone: &VirtualPhone, expression: &str, wanted: Value) {
    let poll = format!(
        "return new Promise(resolve => {{ const wanted = {text}; const end = Date.now() + 20000; \
         const look = () => {{ const now = JSON.stringify({expression}); \
         if (now === wanted || Date.now() > end) resolve(JSON.parse(now ?? 'null')); \
         else setTimeout(look, 20); }}; look(); }})",
        text = json!(wanted.to_string())
    );
    let last = run_in(phone, &probe(), &poll).await;
    assert_eq!(last, wanted, "{expression}");
}

/// The one element that an accessibility id finds.
pub(crate) async fn element(phone: &VirtualPhone, name: &str) -> ElementId {
    let locator = Locator::new("accessibility id", name).unwrap();
    let found = phone.elements().find(&locator, None, true).await.unwrap();
    found
        .into_iter()
        .next()
        .unwrap_or_else(|| panic!("no element `{name}`"))
}

/// Whether an accessibility id finds anything.
pub(crate) async fn is_there(phone: &VirtualPhone, name: &str) -> bool {
    let locator = Locator::new("accessibility id", name).unwrap();
    !phone
        .elements()
        .find(&locator, None, true)
        .await
        .unwrap()
        .is_empty()
}

/// Waits, by the screen's own changes, until an element is there.
pub(crate) async fn wait_for(phone: &VirtualPhone, name: &str) -> ElementId {
    let end = tokio::time::Instant::now() + Duration::from_secs(20);
    while !is_there(phone, name).await {
        if tokio::time::Instant::now() > end {
            let source = phone.elements().source(&SourceOptions::default()).await;
            panic!(
                "`{name}` did not come; there is {}",
                source.unwrap().text().unwrap()
            );
        }
        phone.elements().changed(Duration::from_secs(1)).await;
    }
    element(phone, name).await
}

/// Writes a picture where a person can look at it, if the environment names a folder.
pub(crate) fn keep(name: &str, picture: &hansom_device::Picture) {
    if let Some(folder) = std::env::var_os("HANSOM_TEST_PICTURES") {
        std::fs::write(PathBuf::from(folder).join(name), picture.png().unwrap()).unwrap();
    }
}
