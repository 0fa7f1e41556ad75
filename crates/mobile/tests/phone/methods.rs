//! The `mobile:` methods that have no route of their own, on a virtual phone: what the app observed is
//! what counts.

use serde_json::{Value, json};

use crate::session::{APP, Phone, base64};

#[tokio::test(flavor = "multi_thread")]
async fn files_travel_between_client_and_app_and_keys_reach_its_fields() {
    let phone = Phone::with(json!({})).await;
    let read = |path: &str| format!("fetch('/.hansom/files/{path}').then(a => a.text())");
    let note = format!("@{APP}/Documents/note one.txt");
    let push = json!({"remotePath": note, "payload": base64("héllo")});
    assert_eq!(phone.mobile("pushFile", push).await, Value::Null);
    let seen = phone.page(&read("Documents/note%20one.txt")).await;
    assert_eq!(seen, "héllo", "the app reads what was pushed");
    let write = "fetch('/.hansom/files/Documents/made.txt', { method: 'PUT', body: 'by the app' }).then(a => a.status)";
    assert_eq!(phone.page(write).await, 204);
    let made = json!({"remotePath": format!("@{APP}/Documents/made.txt")});
    assert_eq!(
        phone.mobile("pullFile", made.clone()).await,
        base64("by the app"),
        "the client reads what the app wrote"
    );
    let folder = json!({"remotePath": format!("@{APP}/Documents")});
    let zip = phone.mobile("pullFolder", folder.clone()).await;
    assert!(zip.as_str().unwrap().starts_with("UEsDB"), "{zip}");
    assert_eq!(phone.mobile("deleteFile", made.clone()).await, Value::Null);
    assert_eq!(
        phone
            .page("fetch('/.hansom/files/Documents/made.txt').then(a => a.status)")
            .await,
        404
    );
    let (code, message) = phone.mobile_refused("pullFile", made).await;
    assert!(message.contains("made.txt"), "{code}: {message}");
    assert_eq!(phone.mobile("deleteFolder", folder).await, Value::Null);
    let out = json!({"remotePath": format!("@{APP}/../x"), "payload": ""});
    assert_eq!(
        phone.mobile_refused("pushFile", out).await.0,
        "invalid argument"
    );

    phone.open("fields").await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, false);
    let (_, message) = phone.mobile_refused("hideKeyboard", json!({})).await;
    assert!(message.contains("keyboard"), "{message}");
    phone.tap("field-text").await;
    phone.until("field-focused", json!("field-text")).await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, true);
    let keys = json!({"keys": ["ab", {"key": "c", "modifierFlags": 2}]});
    assert_eq!(phone.mobile("keys", keys).await, Value::Null);
    phone.until("last-value", json!("abC")).await;
    let email = phone.find("accessibility id", "field-email").await;
    let keys = json!({"keys": ["a@b"], "elementId": email});
    phone.mobile("keys", keys).await;
    phone.until("last-value", json!("a@b")).await;
    let control = json!({"keys": [{"key": "c", "modifierFlags": 16}]});
    assert_eq!(
        phone.mobile_refused("keys", control).await.0,
        "unsupported operation"
    );
    // By the keys of the keyboard itself, as a finger would.
    phone.tap("field-search").await;
    phone.tap("q").await;
    phone.until("last-value", json!("q")).await;
    phone.mobile("hideKeyboard", json!({})).await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, false);
    phone.until("field-focused", json!("")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_language_permissions_links_and_logs_reach_the_app() {
    let phone = Phone::with(json!({"appium:deviceName": "Ada's"})).await;
    let info = phone.mobile("deviceInfo", json!({})).await;
    let of_app = phone
        .page("fetch('/.hansom/device').then(a => a.json())")
        .await;
    assert_eq!(
        (&info["name"], &of_app["name"]),
        (&json!("Ada's"), &json!("Ada's"))
    );
    assert_eq!(info["uuid"], of_app["udid"]);
    assert_eq!(info["os"]["version"], of_app["osVersion"]);
    let screen = phone.mobile("deviceScreenInfo", json!({})).await;
    let of_app = phone
        .page("({ width: screen.width, height: screen.height, scale: devicePixelRatio })")
        .await;
    assert_eq!(
        screen["screenSize"]["width"].as_f64(),
        of_app["width"].as_f64()
    );
    assert_eq!(
        screen["screenSize"]["height"].as_f64(),
        of_app["height"].as_f64()
    );
    assert_eq!(screen["scale"].as_f64(), of_app["scale"].as_f64());
    let battery = phone.mobile("batteryInfo", json!({})).await;
    assert_eq!(
        (battery["level"].as_f64(), &battery["state"]),
        (Some(1.0), &json!(3))
    );
    let time = phone.mobile("getDeviceTime", json!({"format": "X"})).await;
    let of_device: f64 = time.as_str().unwrap().parse().unwrap();
    let of_app = phone.page("Date.now() / 1000").await.as_f64().unwrap();
    assert!((of_app - of_device).abs() < 30.0, "{of_device} {of_app}");

    for (button, state) in [("home", 3), ("volumeUp", 3)] {
        phone.mobile("pressButton", json!({"name": button})).await;
        let of_app = phone
            .mobile("queryAppState", json!({"bundleId": APP}))
            .await;
        assert_eq!(of_app, state, "{button}");
    }
    phone.until("visibility-state", json!("hidden")).await;
    let (code, message) = phone
        .mobile_refused("pressButton", json!({"name": "no such"}))
        .await;
    assert!(
        code == "invalid argument" && message.contains("home"),
        "{message}"
    );

    // A link of the app's own, and one that the Browser opens.
    let link = "http://hansom-playground.localhost/#/link?item=42";
    phone.mobile("deepLink", json!({"url": link})).await;
    phone.until("visibility-state", json!("visible")).await;
    phone.until("link-parameters", json!({"item": "42"})).await;
    let (code, message) = phone
        .mobile_refused("deepLink", json!({"url": "nosuch://x"}))
        .await;
    assert!(
        code == "invalid argument" && message.contains("nosuch"),
        "{message}"
    );

    let german = json!({"language": {"name": "de"}, "locale": {"name": "de_AT"}});
    assert_eq!(phone.mobile("configureLocalization", german).await, true);
    assert_eq!(phone.page("navigator.language").await, "de-AT");
    assert_eq!(phone.page("(0.5).toLocaleString()").await, "0,5");

    permissions_are_what_the_page_is_told(&phone).await;
    logs_tell_what_the_page_wrote(&phone).await;
}

async fn permissions_are_what_the_page_is_told(phone: &Phone) {
    let service = json!({"bundleId": APP, "service": "location"});
    assert_eq!(
        phone.mobile("getPermission", service.clone()).await,
        "unset"
    );
    let access = json!({"bundleId": APP, "access": {"location": "never"}});
    phone.mobile("setPermission", access).await;
    let asked = "new Promise(done => navigator.geolocation.getCurrentPosition(() => done('given'), error => done(error.code)))";
    assert_eq!(phone.page(asked).await, 1, "denied");
    assert_eq!(
        phone.mobile("getPermission", service.clone()).await,
        "never"
    );
    let reset = json!({"service": "location"});
    assert_eq!(phone.mobile("resetPermission", reset).await, Value::Null);
    assert_eq!(phone.mobile("getPermission", service).await, "unset");
    let state = "navigator.permissions.query({ name: 'geolocation' }).then(p => p.state)";
    assert_eq!(phone.page(state).await, "prompt");
}

async fn logs_tell_what_the_page_wrote(phone: &Phone) {
    let types = phone.get("/log/types").await;
    assert_eq!(types, json!(["syslog", "safariConsole", "crashlog"]));
    phone.post("/log", json!({"type": "safariConsole"})).await;
    phone.page("void console.warn('left', 'here')").await;
    phone
        .page("void setTimeout(() => { throw new Error('boom') })")
        .await;
    phone.page("new Promise(done => setTimeout(done, 0))").await;
    let lines = phone
        .post("/se/log", json!({"type": "safariConsole"}))
        .await;
    let level_of = |text: &str| {
        let mut lines = lines.as_array().unwrap().iter();
        let line = lines.find(|line| line["message"].as_str().unwrap().contains(text));
        line.map(|line| line["level"].clone())
    };
    assert_eq!(level_of("left here"), Some(json!("WARNING")), "{lines}");
    assert_eq!(level_of("boom"), Some(json!("SEVERE")), "{lines}");
    let again = phone.post("/log", json!({"type": "safariConsole"})).await;
    assert_eq!(again, json!([]), "each line is told once");
    let system = phone
        .post("/log", json!({"type": "syslog"}))
        .await
        .to_string();
    assert!(system.contains("hansom.playground: launched"), "{system}");
    let (code, message) = phone.refused("/log", json!({"type": "server"})).await;
    assert!(
        code == "invalid argument" && message.contains("syslog"),
        "{message}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn every_gesture_method_is_seen_by_the_page() {
    let phone = Phone::with(json!({})).await;
    phone.open("touch").await;
    let pad = phone.find("accessibility id", "touch-pad").await;
    let with = |more: Value| {
        let mut arguments = json!({"elementId": pad});
        for (name, value) in more.as_object().unwrap() {
            arguments[name] = value.clone();
        }
        arguments
    };
    for direction in ["left", "right", "up", "down"] {
        phone
            .mobile("swipe", with(json!({"direction": direction})))
            .await;
        phone.until("swipe-direction", json!(direction)).await;
    }
    phone.until("swipe-count", json!(4)).await;
    let drag = json!({"duration": 0.2, "fromX": 40, "fromY": 60, "toX": 220, "toY": 60});
    phone.mobile("dragFromToForDuration", with(drag)).await;
    phone.until("swipe-count", json!(5)).await;
    phone.until("swipe-direction", json!("right")).await;
    phone.until("touch-point", json!("220, 60")).await;
    let taps = json!({"numberOfTaps": 3, "numberOfTouches": 1});
    phone.mobile("tapWithNumberOfTaps", with(taps)).await;
    phone.until("double-tap-count", json!(1)).await;
    phone.until("tap-count", json!(2)).await;
    assert_eq!(phone.fact("max-touches").await, 1);
    phone.mobile("twoFingerTap", with(json!({}))).await;
    phone.until("max-touches", json!(2)).await;
    let turn = json!({"rotation": std::f64::consts::FRAC_PI_2, "velocity": 3});
    phone.mobile("rotateElement", with(turn)).await;
    phone.until("pinch-count", json!(2)).await;
    let turned = phone.fact("pinch-rotation").await.as_f64().unwrap();
    assert!((turned - 90.0).abs() < 12.0, "{turned}");
    phone
        .mobile("pinch", with(json!({"scale": 0.5, "velocity": -1})))
        .await;
    phone.until("pinch-count", json!(3)).await;
    let scale = phone.fact("pinch-scale").await.as_f64().unwrap();
    assert!((scale - 0.5).abs() < 0.1, "{scale}");
    for (name, arguments, word) in [
        ("swipe", json!({"direction": "sideways"}), "direction"),
        (
            "tapWithNumberOfTaps",
            json!({"numberOfTaps": 0}),
            "numberOfTaps",
        ),
        (
            "rotateElement",
            json!({"rotation": 1, "velocity": 0}),
            "velocity",
        ),
        ("pinch", json!({"scale": 0, "velocity": 1}), "scale"),
    ] {
        let (code, message) = phone.mobile_refused(name, arguments).await;
        assert!(
            code == "invalid argument" && message.contains(word),
            "{name}: {message}"
        );
    }

    phone.open("list").await;
    let far = phone.find("accessibility id", "cell-60").await;
    let displayed = format!("/element/{far}/displayed");
    assert_eq!(phone.get(&displayed).await, false);
    phone
        .mobile("scrollToElement", json!({"elementId": far}))
        .await;
    assert_eq!(phone.get(&displayed).await, true);
    let top = phone
        .page("document.getElementById('cell-60').getBoundingClientRect().top")
        .await;
    assert!(top.as_f64().unwrap() > 0.0, "{top}");

    // The screen as it is seen, live: a stream of JPEGs.
    let start = phone.stream("/automation/screen", 4096).await;
    let jpeg = start.windows(3).any(|bytes| bytes == [0xff, 0xd8, 0xff]);
    assert!(jpeg, "{}", String::from_utf8_lossy(&start));
}

#[tokio::test(flavor = "multi_thread")]
async fn camera_and_microphone_ask_first_and_a_prompt_has_a_keyboard() {
    let phone = Phone::with(json!({})).await;
    let ask = |wanted: &str| {
        format!(
            "void (playground.facts.media = 'waiting', \
             navigator.mediaDevices.getUserMedia({wanted}).then(stream => {{ \
             playground.facts.media = stream.getTracks().map(track => track.kind).sort().join(); \
             stream.getTracks().forEach(track => track.stop()); }}, \
             error => {{ playground.facts.media = error.name; }}))"
        )
    };
    phone.post("/timeouts", json!({"implicit": 10_000})).await;
    phone.page(&ask("{ audio: true, video: true }")).await;
    phone.find("class name", "XCUIElementTypeAlert").await;
    let text = phone.get("/alert/text").await;
    assert!(
        text.as_str().unwrap().contains("Camera and the Microphone"),
        "{text}"
    );
    phone.keep_picture("camera-prompt").await;
    phone.post("/alert/accept", json!({})).await;
    phone.until("media", json!("audio,video")).await;
    for service in ["camera", "microphone"] {
        let asked = json!({"bundleId": APP, "service": service});
        assert_eq!(
            phone.mobile("getPermission", asked).await,
            "yes",
            "{service}"
        );
    }
    // Asked once; it holds.
    phone.page(&ask("{ video: true }")).await;
    phone.until("media", json!("video")).await;
    phone
        .mobile("resetPermission", json!({"service": "camera"}))
        .await;
    phone.page(&ask("{ video: true }")).await;
    phone.find("class name", "XCUIElementTypeAlert").await;
    phone.post("/alert/dismiss", json!({})).await;
    phone.until("media", json!("NotAllowedError")).await;
    let asked = json!({"bundleId": APP, "service": "camera"});
    assert_eq!(phone.mobile("getPermission", asked).await, "no");
    phone.page(&ask("{ video: true }")).await;
    phone.until("media", json!("NotAllowedError")).await;

    phone.open("alerts").await;
    phone.tap("prompt-button").await;
    let field = phone.find("class name", "XCUIElementTypeTextField").await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, true);
    phone
        .post(&format!("/element/{field}/clear"), json!({}))
        .await;
    phone.tap("h").await;
    phone.tap("i").await;
    assert_eq!(phone.get(&format!("/element/{field}/text")).await, "hi");
    phone.keep_picture("prompt-keyboard").await;
    phone.tap("return").await;
    phone.until("prompt-result", json!("hi")).await;
    assert_eq!(phone.mobile("isKeyboardShown", json!({})).await, false);
}
