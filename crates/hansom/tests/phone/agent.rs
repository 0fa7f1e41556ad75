//! The way of a real iPhone, end to end: session, mobile driver, Apple room, HTTP, agent, phone.

use serde_json::{Value, json};

#[tokio::test]
async fn a_session_drives_a_phone_through_its_agent() {
    let marks = "ServerURLHere->http://";
    let agent = crate::common::start(&["agent", "--port", "0", "--mjpeg-port", "0"], marks).await;
    let server = crate::common::serve().await;
    let client = &server.client;
    let wanted = json!({
        "platformName": "iOS",
        "appium:automationName": "XCUITest",
        "appium:webDriverAgentUrl": format!("http://{}", agent.address),
        "appium:bundleId": "hansom.playground",
    });
    let session = client.new_session(wanted.clone()).await;
    let ask = async |path: &str, body: Value| {
        let reply = client.post(&format!("{session}{path}"), body).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.message());
        reply.value()
    };
    let get = async |path: &str| {
        let reply = client.get(&format!("{session}{path}")).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.message());
        reply.value()
    };

    // The device is held: nobody else gets it meanwhile.
    let second = json!({"capabilities": {"alwaysMatch": wanted}});
    let refused = client.post("/session", second).await;
    assert_eq!(refused.status, 500);
    assert!(
        refused.message().contains("is held by session"),
        "{}",
        refused.message()
    );

    let source = get("/source").await;
    assert!(
        source
            .as_str()
            .unwrap()
            .contains("XCUIElementTypeApplication"),
        "{source}"
    );
    let state = ask(
        "/appium/device/app_state",
        json!({"appId": "hansom.playground"}),
    )
    .await;
    assert_eq!(state, 4);

    ask("/timeouts", json!({"implicit": 5000})).await;
    let form = json!({"using": "xpath", "value": "//*[@label='Form']"});
    let found = ask("/element", form).await;
    let element = found
        .as_object()
        .unwrap()
        .values()
        .next()
        .unwrap()
        .as_str()
        .unwrap();
    let (size, rect) = (
        get(&format!("/element/{element}/size")).await,
        get(&format!("/element/{element}/rect")).await,
    );
    assert_eq!(
        (&size["width"], &size["height"]),
        (&rect["width"], &rect["height"])
    );
    let error = client
        .get(&format!("{session}/element/nonsense/size"))
        .await;
    assert_eq!(error.status, 404, "{}", error.message());

    assert_eq!(ask("/appium/device/is_locked", json!({})).await, false);
    ask("/appium/device/lock", json!({})).await;
    assert_eq!(ask("/appium/device/is_locked", json!({})).await, true);
    ask("/appium/device/unlock", json!({})).await;
    assert_eq!(ask("/appium/device/is_locked", json!({})).await, false);

    ask(
        "/appium/device/set_clipboard",
        json!({"content": "aGVsbG8="}),
    )
    .await;
    assert_eq!(
        ask("/appium/device/get_clipboard", json!({})).await,
        "aGVsbG8="
    );

    ask(
        "/location",
        json!({"location": {"latitude": 48.2, "longitude": 16.37}}),
    )
    .await;
    let position = get("/location").await;
    assert_eq!(
        (&position["latitude"], &position["longitude"]),
        (&json!(48.2), &json!(16.37))
    );

    ask("/orientation", json!({"orientation": "LANDSCAPE"})).await;
    assert_eq!(get("/orientation").await, "LANDSCAPE");

    // What needs the host beside a device says so.
    let shake = client
        .post(&format!("{session}/appium/device/shake"), json!({}))
        .await;
    assert_eq!(shake.status, 500);
    assert!(shake.message().contains("simctl"), "{}", shake.message());

    assert_eq!(client.delete(&session).await.status, 200);
}
