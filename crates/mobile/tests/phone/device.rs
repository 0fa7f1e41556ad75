//! Clipboard, position, lock, motion and biometrics on a virtual phone: what a command sets, the app
//! observes.

use serde_json::{Value, json};

use crate::{
    lab::{Lab, Way, ways},
    session::{APP, Phone, base64},
};

ways! {
    clipboard_get_and_set_meet_the_page,
    clipboard_pictures_meet_the_page,
    geo_location_is_what_the_page_watches,
    geo_location_on_a_tv_is_unsupported_and_on_a_real_17_is_simulated,
    lock_unlock_and_is_locked_show_in_the_pages_visibility,
    shake_reaches_the_page_as_motion,
    biometrics_wait_for_the_match_and_can_fail,
    two_phones_share_nothing,
}

async fn clipboard_get_and_set_meet_the_page() {
    let phone = Phone::with(json!({})).await;
    let (get, set) = (
        "/automation/device/get_clipboard",
        "/automation/device/set_clipboard",
    );
    // Nothing of that type: empty text.
    assert_eq!(phone.post(get, json!({"contentType": "image"})).await, "");
    // Set by the client, pasted by the page.
    let text = "Grüße aus 維也納";
    assert_eq!(
        phone
            .post(set, json!({"content": base64(text), "label": "note"}))
            .await,
        Value::Null
    );
    phone.open("clipboard").await;
    phone.tap("paste-button").await;
    phone.until("clipboard-pasted", json!(text)).await;
    // Copied by the page, read by the client.
    phone.tap("copy-button").await;
    let copied = phone
        .page("document.getElementById('clipboard-text').value")
        .await;
    phone.until("clipboard-copied", copied.clone()).await;
    let read = phone.post(get, json!({"contentType": "plaintext"})).await;
    assert_eq!(read, json!(base64(copied.as_str().unwrap())));
    // An address, through the method that shares the implementation.
    let url = base64("https://example.com/");
    phone
        .mobile(
            "setClipboard",
            json!({"content": url, "contentType": "url"}),
        )
        .await;
    assert_eq!(
        phone
            .mobile("getClipboard", json!({"contentType": "url"}))
            .await,
        json!(url)
    );
    // As encoders write it: without padding, in lines.
    for content in ["aGVsbG8", "aGVs\r\nbG8=\n"] {
        phone.post(set, json!({"content": content})).await;
        assert_eq!(phone.post(get, json!({})).await, "aGVsbG8=");
    }
    // What is wrong is named.
    for (body, word) in [
        (
            json!({"content": "not base64!"}),
            "`content` is not base64: '!' stands at 10. Send",
        ),
        (json!({"content": 5}), "content"),
        (
            json!({"content": "", "contentType": "video"}),
            "plaintext, image, url",
        ),
        (json!({}), "`content`"),
    ] {
        let (code, message) = phone.refused(set, body).await;
        assert_eq!(code, "invalid argument");
        assert!(message.contains(word), "{message}");
    }
    let (code, _) = phone.refused(get, json!({"contentType": 5})).await;
    assert_eq!(code, "invalid argument");
}

async fn clipboard_pictures_meet_the_page() {
    let phone = Phone::with(json!({})).await;
    phone.open("clipboard").await;
    phone.tap("copy-image-button").await;
    phone.until("clipboard-copied", json!("image/png")).await;
    let picture = phone
        .mobile("getClipboard", json!({"contentType": "image"}))
        .await;
    assert!(
        picture.as_str().unwrap().starts_with("iVBORw0KGgo"),
        "a PNG"
    );
    phone
        .mobile(
            "setClipboard",
            json!({"content": picture, "contentType": "image"}),
        )
        .await;
    phone.tap("show-image-button").await;
    phone.until("clipboard-image-size", json!("64 x 64")).await;
}

async fn geo_location_is_what_the_page_watches() {
    let phone = Phone::with(json!({"appium:platformVersion": "17.5"})).await;
    let zeros = json!({"latitude": 0.0, "longitude": 0.0, "altitude": 0.0});
    assert_eq!(phone.get("/location").await, zeros, "zeros until updated");
    phone.allow(APP, "location", "always").await;
    phone.open("location").await;
    phone.tap("watch-button").await;
    phone.until("position-state", json!("watching")).await;
    let vienna = json!({"latitude": 48.2, "longitude": 16.4, "altitude": 0.0});
    let set = phone
        .post(
            "/location",
            json!({"location": {"latitude": 48.2, "longitude": 16.4}}),
        )
        .await;
    assert_eq!(set, vienna);
    phone.until("position-latitude", json!(48.2)).await;
    assert_eq!(phone.get("/location").await, vienna);
    // A simulated position wins from version 17 on, and the watch fires.
    phone
        .mobile(
            "setSimulatedLocation",
            json!({"latitude": -33.9, "longitude": 18.4}),
        )
        .await;
    phone.until("position-latitude", json!(-33.9)).await;
    assert_eq!(phone.get("/location").await["latitude"], -33.9);
    phone.mobile("resetSimulatedLocation", json!({})).await;
    assert_eq!(
        phone.mobile("getSimulatedLocation", json!({})).await["latitude"],
        Value::Null
    );
    // An agent without a host beside it sets no other than the simulated position.
    let real = match phone.way {
        Way::Direct => vienna,
        Way::ThroughAgent => zeros,
    };
    assert_eq!(phone.get("/location").await, real);
    // The agent's permission is asked for.
    phone.allow("hansom.agent", "location", "inuse").await;
    let reply = phone.reply("GET", "/location", None).await;
    assert_eq!(reply.error(), "unknown error");
    assert!(reply.message().contains("'Always'"), "{}", reply.message());
    phone.allow("hansom.agent", "location", "always").await;
    assert_eq!(phone.get("/location").await, real);
    let (code, message) = phone
        .refused(
            "/location",
            json!({"location": {"latitude": 91, "longitude": 0}}),
        )
        .await;
    assert_eq!(code, "invalid argument");
    assert!(message.contains("-90 to 90"), "{message}");
}

async fn geo_location_on_a_tv_is_unsupported_and_on_a_real_17_is_simulated() {
    let server = Lab::start().await;
    let real = Phone::on(
        &server,
        json!({"hansom:kind": "real", "appium:platformVersion": "17.0"}),
    )
    .await;
    real.post(
        "/location",
        json!({"location": {"latitude": 1, "longitude": 2}}),
    )
    .await;
    assert_eq!(
        real.mobile("getSimulatedLocation", json!({})).await["latitude"],
        1.0
    );
    let (code, message) = real.refused("/automation/device/shake", json!({})).await;
    assert_eq!(code, "unsupported operation");
    assert!(message.contains("simulators only"), "{message}");
    real.end().await;
    let tv = Phone::on(&server, json!({"platformName": "tvOS"})).await;
    let reply = tv.reply("GET", "/location", None).await;
    assert_eq!(reply.error(), "unsupported operation");
    tv.end().await;
}

async fn lock_unlock_and_is_locked_show_in_the_pages_visibility() {
    let phone = Phone::with(json!({})).await;
    let locked = "/automation/device/is_locked";
    assert_eq!(phone.post(locked, json!({})).await, false);
    phone.until("visibility-state", json!("visible")).await;
    assert_eq!(
        phone.post("/automation/device/lock", json!({})).await,
        Value::Null
    );
    assert_eq!(phone.post(locked, json!({})).await, true);
    phone.until("visibility-state", json!("hidden")).await;
    assert_eq!(
        phone.post("/automation/device/unlock", json!({})).await,
        Value::Null
    );
    assert_eq!(phone.mobile("isLocked", json!({})).await, false);
    phone.until("visibility-state", json!("visible")).await;
    // With seconds the answer comes after the unlock.
    assert_eq!(
        phone
            .post("/automation/device/lock", json!({"seconds": 0.5}))
            .await,
        Value::Null
    );
    assert_eq!(phone.post(locked, json!({})).await, false);
    phone.until("hidden-count", json!(2)).await;
    phone.until("visibility-state", json!("visible")).await;
    let (code, _) = phone
        .refused("/automation/device/lock", json!({"seconds": "5"}))
        .await;
    assert_eq!(code, "invalid argument");
}

async fn shake_reaches_the_page_as_motion() {
    let phone = Phone::with(json!({})).await;
    if phone.way == Way::ThroughAgent {
        phone
            .needs_a_host("/automation/device/shake", json!({}))
            .await;
        return;
    }
    assert_eq!(
        phone.post("/automation/device/shake", json!({})).await,
        Value::Null
    );
    phone.until("shake-count", json!(1)).await;
    assert_eq!(phone.fact("motion-trusted").await, true);
}

async fn biometrics_wait_for_the_match_and_can_fail() {
    let phone = Phone::with(json!({})).await;
    let (enroll, touch) = (
        "/automation/simulator/toggle_touch_id_enrollment",
        "/automation/simulator/touch_id",
    );
    if phone.way == Way::ThroughAgent {
        phone.needs_a_host(touch, json!({"match": true})).await;
        phone.needs_a_host(enroll, json!({})).await;
        return;
    }
    let (_, message) = phone.refused(touch, json!({"match": true})).await;
    assert!(message.contains("enrolled"), "{message}");
    assert_eq!(phone.post(enroll, json!({})).await, Value::Null);
    assert_eq!(phone.mobile("isBiometricEnrolled", json!({})).await, true);
    phone.open("biometrics").await;
    phone.tap("register-button").await;
    phone.until("biometric-state", json!("waiting")).await;
    assert_eq!(
        phone.post(touch, json!({})).await,
        Value::Null,
        "match is the default"
    );
    phone.until("biometric-state", json!("registered")).await;
    phone.tap("login-button").await;
    phone.until("biometric-state", json!("waiting")).await;
    phone.post(touch, json!({"match": false})).await;
    phone.until("biometric-state", json!("failed")).await;
    assert_eq!(phone.fact("biometric-error").await, "NotAllowedError");
    phone.tap("login-button").await;
    phone.until("biometric-state", json!("waiting")).await;
    phone
        .mobile(
            "sendBiometricMatch",
            json!({"type": "faceId", "match": true}),
        )
        .await;
    phone.until("biometric-state", json!("signed in")).await;
    assert_eq!(phone.fact("biometric-verified").await, true);
    phone.post(enroll, json!({"enabled": false})).await;
    assert_eq!(phone.mobile("isBiometricEnrolled", json!({})).await, false);
}

async fn two_phones_share_nothing() {
    let server = Lab::start().await;
    let (one, two) = tokio::join!(Phone::on(&server, json!({})), Phone::on(&server, json!({})));
    one.mobile("setClipboard", json!({"content": base64("mine")}))
        .await;
    one.post(
        "/location",
        json!({"location": {"latitude": 10, "longitude": 20}}),
    )
    .await;
    one.page("localStorage.setItem('mine', '1')").await;
    assert_eq!(two.mobile("getClipboard", json!({})).await, "");
    assert_eq!(two.get("/location").await["latitude"], 0.0);
    assert_eq!(two.page("localStorage.getItem('mine')").await, Value::Null);
    one.post("/automation/device/lock", json!({})).await;
    assert_eq!(two.mobile("isLocked", json!({})).await, false);
    one.end().await;
    two.end().await;
}
