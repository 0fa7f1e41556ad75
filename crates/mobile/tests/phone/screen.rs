//! Elements, input, screen and alerts on a virtual phone, in the native context.

use serde_json::{Value, json};

use crate::{
    lab::{Way, ways},
    session::Phone,
};

ways! {
    a_form_is_filled_and_submitted,
    geometry_of_elements_and_window,
    every_native_locator_finds_and_bad_ones_say_where,
    the_implicit_wait_ends_when_the_element_appears,
    gestures_and_actions_reach_the_page_as_touches,
    alerts_are_read_and_answered,
    pictures_appearance_and_language,
    recording_follows_its_states,
}

async fn a_form_is_filled_and_submitted() {
    let phone = Phone::with(json!({})).await;
    phone.open("form").await;
    let name = phone.find("accessibility id", "form-name").await;
    let value = format!("/element/{name}/value");
    phone.post(&value, json!({"text": "Ada L"})).await;
    assert_eq!(phone.get(&format!("/element/{name}/text")).await, "Ada L");
    assert_eq!(
        phone
            .get("/element/active")
            .await
            .as_object()
            .unwrap()
            .len(),
        1
    );
    // The two older ways to type.
    let immediate = format!("/automation/element/{name}/value");
    assert_eq!(
        phone.post(&immediate, json!({"text": ["o", "v"]})).await,
        Value::Null
    );
    assert_eq!(
        phone.post("/keys", json!({"value": ["e", "lace"]})).await,
        Value::Null
    );
    assert_eq!(
        phone.get(&format!("/element/{name}/text")).await,
        "Ada Lovelace"
    );
    let (code, _) = phone.refused(&immediate, json!({"value": "x"})).await;
    assert_eq!(code, "invalid argument");
    assert_eq!(
        phone
            .post(&format!("/element/{name}/submit"), json!({}))
            .await,
        Value::Null
    );
    phone.until("submitted-name", json!("Ada Lovelace")).await;
    phone.until("submit-count", json!(1)).await;
    phone
        .post(&format!("/element/{name}/clear"), json!({}))
        .await;
    assert_eq!(
        phone
            .page("document.getElementById('form-name').value")
            .await,
        ""
    );
    let outside = phone.find("id", "outside-field").await;
    let reply = phone
        .reply(
            "POST",
            &format!("/element/{outside}/submit"),
            Some(json!({})),
        )
        .await;
    // An agent knows no forms: a return is typed, and where there is no form nothing comes of it.
    assert_eq!(reply.status.is_success(), phone.way == Way::ThroughAgent);
    if phone.way == Way::Direct {
        assert!(reply.message().contains("form"), "{}", reply.message());
    }
}

async fn geometry_of_elements_and_window() {
    let phone = Phone::with(json!({})).await;
    phone.open("form").await;
    let id = phone.find("accessibility id", "form-submit").await;
    let rect = phone.get(&format!("/element/{id}/rect")).await;
    let size = phone.get(&format!("/element/{id}/size")).await;
    assert_eq!(
        size,
        json!({"width": rect["width"], "height": rect["height"]})
    );
    let position = json!({"x": rect["x"], "y": rect["y"]});
    assert_eq!(
        phone.get(&format!("/element/{id}/location")).await,
        position
    );
    assert_eq!(
        phone.get(&format!("/element/{id}/location_in_view")).await,
        position
    );
    let window = phone.get("/window/current/size").await;
    assert_eq!(window, json!({"width": 390.0, "height": 844.0}));
    phone
        .post("/orientation", json!({"orientation": "LANDSCAPE"}))
        .await;
    assert_eq!(phone.get("/orientation").await, "LANDSCAPE");
    assert_eq!(phone.get("/window/current/size").await["width"], 844.0);
    phone
        .until("orientation-type", json!("landscape-primary"))
        .await;
    phone
        .post("/rotation", json!({"x": 0, "y": 0, "z": 0}))
        .await;
    assert_eq!(phone.get("/orientation").await, "PORTRAIT");
    // Unknown and stale elements.
    let reply = phone.reply("GET", "/element/nonsense/size", None).await;
    // Agents keep no list of what they named once: an unknown element is a stale one to them.
    let unknown = match phone.way {
        Way::Direct => "no such element",
        Way::ThroughAgent => "stale element reference",
    };
    assert_eq!(reply.error(), unknown);
    phone.open("list").await;
    let reply = phone
        .reply("GET", &format!("/element/{id}/size"), None)
        .await;
    assert_eq!(reply.error(), "stale element reference");
}

async fn every_native_locator_finds_and_bad_ones_say_where() {
    let phone = Phone::with(json!({})).await;
    phone.open("list").await;
    let expected = phone.find("accessibility id", "cell-3").await;
    for (using, value) in [
        ("id", "cell-3"),
        ("name", "cell-3"),
        (
            "-ios predicate string",
            "name == 'cell-3' AND type == 'XCUIElementTypeButton'",
        ),
        (
            "-ios class chain",
            "**/XCUIElementTypeButton[`name == 'cell-3'`]",
        ),
        ("xpath", "//XCUIElementTypeButton[@name='cell-3']"),
    ] {
        assert_eq!(phone.find(using, value).await, expected, "{using}");
    }
    let cells = json!({"using": "-ios predicate string", "value": "name BEGINSWITH 'cell-'"});
    let all = phone.post("/elements", cells).await;
    assert_eq!(all.as_array().unwrap().len(), 80);
    phone.post("/timeouts", json!({"implicit": 0})).await;
    for (using, value, code) in [
        ("-ios predicate string", "name = ", "invalid selector"),
        (
            "-ios class chain",
            "**/XCUIElementTypeCell[0]",
            "invalid selector",
        ),
        ("xpath", "//[", "invalid selector"),
        ("css selector", "a", "invalid selector"),
        ("id", "not-there", "no such element"),
    ] {
        let body = json!({"using": using, "value": value});
        assert_eq!(
            phone.refused("/element", body).await.0,
            code,
            "{using} {value}"
        );
    }
    let source = phone.get("/source").await;
    let source = source.as_str().unwrap();
    assert!(
        source.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"),
        "{source}"
    );
    assert!(source.contains("name=\"cell-80\""));
}

async fn the_implicit_wait_ends_when_the_element_appears() {
    let phone = Phone::with(json!({})).await;
    phone.open("alerts").await;
    phone
        .post("/timeouts/implicit_wait", json!({"ms": 15_000}))
        .await;
    phone
        .page("void setTimeout(() => document.getElementById('dialog-button').click(), 700)")
        .await;
    let ok = phone.find("accessibility id", "dialog-ok").await;
    phone.post(&format!("/element/{ok}/click"), json!({})).await;
    phone.until("dialog-result", json!("ok")).await;
}

async fn gestures_and_actions_reach_the_page_as_touches() {
    let phone = Phone::with(json!({})).await;
    phone.open("touch").await;
    let pad = phone.find("accessibility id", "touch-pad").await;
    // The double tap first: a tap soon before it would make its first tap the second of a pair.
    phone.mobile("doubleTap", json!({"elementId": pad})).await;
    phone.until("last-gesture", json!("double tap")).await;
    phone
        .mobile("tap", json!({"x": 50, "y": 50, "elementId": pad}))
        .await;
    phone.until("last-gesture", json!("tap")).await;
    phone
        .mobile("touchAndHold", json!({"elementId": pad, "duration": 0.8}))
        .await;
    phone.until("last-gesture", json!("long press")).await;
    phone
        .mobile(
            "pinch",
            json!({"elementId": pad, "scale": 2, "velocity": 2}),
        )
        .await;
    phone.until("pinch-count", json!(1)).await;
    let reference = json!({"element-6066-11e4-a52e-4f735466cecf": pad});
    phone
        .post(
            "/actions",
            json!({"actions": [{
                "type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"},
                "actions": [
                    {"type": "pointerMove", "duration": 0, "origin": reference, "x": -60, "y": 0},
                    {"type": "pointerDown", "button": 0},
                    {"type": "pointerMove", "duration": 200, "origin": "pointer", "x": 120, "y": 0},
                    {"type": "pointerUp", "button": 0},
                ],
            }]}),
        )
        .await;
    phone.until("swipe-direction", json!("right")).await;
    assert_eq!(phone.fact("touch-trusted").await, true);
    phone.open("list").await;
    phone.mobile("scroll", json!({"direction": "down"})).await;
    let moved = phone.page("scrollY").await.as_f64().unwrap();
    assert!(moved > 50.0, "{moved}");
    phone.mobile("scroll", json!({"name": "cell-70"})).await;
    let id = phone.find("id", "cell-70").await;
    assert_eq!(phone.get(&format!("/element/{id}/displayed")).await, true);
}

async fn alerts_are_read_and_answered() {
    let phone = Phone::with(json!({})).await;
    phone.open("alerts").await;
    let reply = phone.reply("GET", "/alert/text", None).await;
    assert_eq!(reply.error(), "no such alert");
    phone.tap("confirm-button").await;
    phone.find("class name", "XCUIElementTypeAlert").await;
    let buttons = phone.mobile("alert", json!({"action": "getButtons"})).await;
    assert_eq!(buttons.as_array().unwrap().len(), 2, "{buttons}");
    phone.post("/alert/dismiss", json!({})).await;
    phone.until("confirm-result", json!("false")).await;
    phone.tap("prompt-button").await;
    phone.find("class name", "XCUIElementTypeAlert").await;
    phone.post("/alert/text", json!({"text": "typed"})).await;
    phone.post("/alert/accept", json!({})).await;
    phone.until("prompt-result", json!("typed")).await;
    phone
        .post(
            "/automation/settings",
            json!({"settings": {"defaultAlertAction": "accept"}}),
        )
        .await;
    phone.tap("confirm-button").await;
    phone.until("confirm-result", json!("true")).await;
}

async fn pictures_appearance_and_language() {
    let phone = Phone::with(json!({"appium:language": "de", "appium:locale": "de_AT"})).await;
    phone.open("language").await;
    phone.until("language-table", json!("de.lproj")).await;
    phone
        .mobile("setAppearance", json!({"style": "dark"}))
        .await;
    assert_eq!(
        phone.mobile("getAppearance", json!({})).await["style"],
        "dark"
    );
    phone.until("appearance", json!("dark")).await;
    let png = |value: Value| value.as_str().unwrap().starts_with("iVBORw0KGgo");
    assert!(png(phone.get("/screenshot").await));
    assert!(png(phone.mobile("viewportScreenshot", json!({})).await));
    let id = phone.find("id", "screen-title").await;
    assert!(png(phone.get(&format!("/element/{id}/screenshot")).await));
    let rect = phone.mobile("viewportRect", json!({})).await;
    assert_eq!(
        rect,
        json!({"left": 0, "top": 141, "width": 1170, "height": 2391})
    );
}

async fn recording_follows_its_states() {
    let phone = Phone::with(json!({})).await;
    let (start, stop) = (
        "/automation/start_recording_screen",
        "/automation/stop_recording_screen",
    );
    assert_eq!(phone.post(stop, json!({})).await, "", "nothing recorded");
    assert_eq!(
        phone.post(start, json!({"options": {"videoFps": 5}})).await,
        ""
    );
    let first = phone.post(start, json!({})).await;
    let is_film = |value: &Value| value.as_str().unwrap().get(6..10) == Some("Z0eX");
    assert!(is_film(&first), "the running one is stopped and answered");
    let film = phone.mobile("stopScreenRecording", json!({})).await;
    assert!(is_film(&film));
    assert_eq!(
        phone.post(stop, json!({})).await,
        film,
        "the most recent file again"
    );
    let (code, _) = phone
        .refused(start, json!({"options": {"timeLimit": 0}}))
        .await;
    assert_eq!(code, "invalid argument");
}
