//! The way of a real iPhone, end to end: session, mobile driver, Apple room, HTTP, agent, phone.

use serde_json::{Value, json};

use crate::program::Program;

#[tokio::test]
async fn a_session_drives_a_phone_through_its_agent() {
    let agent = Program::agent(&["--mjpeg-port", "0"]).await;
    let server = Program::serve(&[]).await;
    let client = &server.client;
    let wanted = json!({
        "platformName": "iOS",
        "appium:automationName": "XCUITest",
        "appium:webDriverAgentUrl": format!("http://{}", agent.address),
        "appium:bundleId": "hansom.playground",
    });
    let session = client.new_session(wanted.clone()).await;
    let ask = async |path: &str, body: Value| server.ask(&session, path, body).await;
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

/// What clients of older agents send: capitals, slashes at the end, capabilities without a frame,
/// numbers of elements where none is meant.
#[tokio::test]
async fn a_tablet_and_a_tv_take_older_spellings() {
    let app = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/pwa");
    for (profile, family, window) in [("tablet", "ipad", [820, 1180]), ("tv", "tv", [1920, 1080])] {
        let words = ["--mjpeg-port", "0", "--app", app, "--profile", profile];
        let agent = Program::agent(&words).await;
        let client = &agent.client;
        let get = async |path: &str| {
            let reply = client.get(path).await;
            assert_eq!(reply.status, 200, "{profile} {path}: {}", reply.message());
            reply.value()
        };
        let post = async |path: &str, body: Value| {
            let reply = client.post(path, body).await;
            assert_eq!(reply.status, 200, "{profile} {path}: {}", reply.message());
            reply.value()
        };
        assert_eq!(get("/Status/").await["device"], family);
        get("/wda/healthcheck/").await;
        let wanted = json!({"desiredCapabilities": {"bundleId": "com.example.todo"}});
        let created = post("/session/", wanted).await;
        let session = format!("/session/{}", created["sessionId"].as_str().unwrap());
        let lower = session.to_lowercase();
        assert_eq!(
            get(&format!("{lower}/")).await["capabilities"]["device"],
            family
        );
        let size = get(&format!("{session}/window/size/")).await;
        assert_eq!([&size["width"], &size["height"]], window, "{profile}");
        let field = json!({"using": "id", "value": "new-task"});
        let found = post(&format!("{session}/elements/"), field).await;
        let element = found[0]["ELEMENT"].as_str().unwrap();
        assert_eq!(found.as_array().unwrap().len(), 1);
        let typed = json!({"value": ["C", "a", "b"]});
        post(&format!("{session}/element/{element}/value/"), typed).await;
        assert_eq!(
            get(&format!("{session}/element/{element}/attribute/value/")).await,
            "Cab"
        );
        if profile == "tv" {
            let turned = client
                .post(
                    &format!("{session}/orientation"),
                    json!({"orientation": "PORTRAIT"}),
                )
                .await;
            assert!(turned.message().contains("TV"), "{}", turned.message());
        } else {
            post(&format!("{session}/keys"), json!({"value": ["s"]})).await;
            let button = json!({"using": "name", "value": "add"});
            let found = post(&format!("{session}/element"), button).await;
            let button = found["ELEMENT"].as_str().unwrap();
            let rect = get(&format!("{session}/element/{button}/rect")).await;
            let middle = |start: &str, size: &str| {
                rect[start].as_i64().unwrap() + rect[size].as_i64().unwrap() / 2
            };
            let point = json!({"x": middle("x", "width"), "y": middle("y", "height")});
            post(&format!("{session}/wda/tap/0/"), point).await;
            hansom_testkit::eventually("the task is there", async || {
                let source = get(&format!("{session}/source?format=description")).await;
                source.as_str().unwrap().contains("'Cabs'").then_some(())
            })
            .await;
            // Buttons by their numbers in the tables of USB; the first of them is the lock.
            let events = format!("{session}/wda/performIoHidEvent");
            for locked in [true, false] {
                let event = json!({"page": 12, "usage": 48, "duration": 0.1});
                post(&events, event).await;
                assert_eq!(get("/wda/locked").await, locked);
            }
            let unknown = client.post(&events, json!({"page": 7, "usage": 4})).await;
            assert!(
                unknown.message().contains("64 (home)"),
                "{}",
                unknown.message()
            );
        }
        post(&format!("{session}/wda/homescreen/"), json!({})).await;
        let front = get(&format!("{session}/wda/apps/list")).await;
        assert_eq!(front[0]["bundleId"], "com.apple.springboard");
        assert_eq!(
            get("/wda/activeAppInfo/").await["bundleId"],
            "com.apple.springboard"
        );
        assert_eq!(client.delete(&format!("{session}/")).await.status, 200);
    }
}
