//! The inspector on a phone, used in a real browser as a person would: what is done there reaches the
//! app.

use std::path::Path;

use hansom_testkit::eventually;
use serde_json::{Value, json};

use crate::{
    phone::{
        page::{Look, Page},
        paint,
        watched::{Watched, app, start_phone},
    },
    program::Program,
};

#[tokio::test]
async fn a_phone_is_used_from_the_inspector() {
    let server = Program::serve(&[]).await;
    let folder = tempfile::tempdir().unwrap();
    let downloads = tempfile::tempdir().unwrap();
    app(folder.path());
    let page = Page::open(&server, Look::Light, downloads.path()).await;
    assert!(page.brightness().await > 200);
    let watched = start_phone(&server, page, folder.path()).await;
    gestures(&watched).await;
    elements(&watched).await;
    page_of_the_app(&watched).await;
    device(&watched).await;
    forms(&watched).await;
    film(&watched, downloads.path()).await;

    let Watched {
        server,
        page,
        phone,
    } = &watched;
    for width in [1440, 900, 500] {
        page.fits(width).await;
    }
    page.press("#stop").await;
    page.wait("document.getElementById('notice').textContent === 'The session has ended.'")
        .await;
    assert_eq!(server.client.get(phone).await.error(), "invalid session id");
}

async fn gestures(watched: &Watched<'_>) {
    let page = &watched.page;
    let button = watched.middle("Tap here").await;
    page.draw(&[button], 0).await;
    watched.observes("tapped").await;
    page.draw(&[button], 900).await;
    watched.observes("pressed").await;
    page.draw(&[watched.middle("Field").await], 0).await;
    page.wait("!document.getElementById('stage').hasAttribute('aria-busy')")
        .await;
    page.keys("hi").await;
    watched.observes("typed:hi").await;
    page.fill("#type-text", " you").await;
    page.click("#type-form button").await;
    watched.observes("typed:hi you").await;
    page.press("#device-keyboard").await;
    page.draw(&[(0.5, 0.7), (0.5, 0.3)], 0).await;
    watched.observes("scrolled").await;
    page.draw(&[(0.5, 0.3), (0.5, 0.9)], 0).await;
}

async fn elements(watched: &Watched<'_>) {
    let page = &watched.page;
    page.press("#tree-reload").await;
    let mark = page.choose("Sign in").await;
    for (marked, real) in mark.iter().zip(watched.place("Sign in").await) {
        assert!((marked - real).abs() < 0.01, "{mark:?}");
    }
    let attributes = page.text("#attributes").await;
    assert!(attributes.contains("XCUIElementTypeButton"), "{attributes}");
    assert!(attributes.contains("Sign in"), "{attributes}");
    for (language, line) in [
        (
            "python",
            "driver.find_element(AppiumBy.ACCESSIBILITY_ID, \"",
        ),
        ("javascript", "await driver.$(\"~"),
        ("java", "driver.findElement(AppiumBy.accessibilityId(\""),
    ] {
        page.click(&format!("#language option[value={language}]"))
            .await;
        let code = page.text("#locators code").await;
        assert!(code.starts_with(line), "{code}");
    }
    page.click("#locators .locator:first-child button").await;
    page.wait("document.getElementById('notice').textContent === '1 found by accessibility id.'")
        .await;
    // A click on the picture finds it as well.
    page.choose("Field").await;
    page.click("#mode-pick").await;
    page.draw(&[watched.middle("Sign in").await], 0).await;
    page.wait("[...document.querySelectorAll('#attributes td')].some(cell => cell.textContent === 'Sign in')").await;
    page.click("#mode-control").await;
    // And the arrow keys go through the list; what has focus is marked.
    page.fill("#tree-search", " ").await;
    page.value("document.querySelector('#tree [tabindex=\"0\"]').focus()")
        .await;
    let place = "document.activeElement.querySelector('.tag').textContent + document.activeElement.getAttribute('aria-level')";
    page.keys("\u{E010}").await;
    let last = page.value(place).await;
    assert_ne!(last, "Application1");
    // The list may be read again meanwhile.
    page.value("document.getElementById('tree-reload').click()")
        .await;
    page.wait("!document.getElementById('tree-reload').hasAttribute('aria-busy')")
        .await;
    assert_eq!(page.value(place).await, last);
    page.keys("\u{E011}").await;
    assert_eq!(page.value(place).await, "Application1");
    page.keys("\u{E015}").await;
    assert_ne!(page.value(place).await, "Application1");
    assert_eq!(
        page.value("document.getElementById('hovered').hidden")
            .await,
        false
    );
}

/// In a web context the tree is the page's; the marks and the fingers are still on the screen.
async fn page_of_the_app(watched: &Watched<'_>) {
    let page = &watched.page;
    let real = watched.place("Touch too").await;
    let contexts = format!("{}/contexts", watched.phone);
    let contexts = watched.server.client.get(&contexts).await.value();
    let web = contexts.as_array().unwrap().last().unwrap();
    assert!(web.as_str().unwrap().starts_with("WEBVIEW"), "{contexts}");
    let root = |tag: &str| format!("document.querySelector('#tree .tag')?.textContent === '{tag}'");
    page.wait("!document.getElementById('context').hidden")
        .await;
    page.click(&format!("#context option[value={web}]")).await;
    page.wait(&root("html")).await;
    let mark = page.choose("Touch too").await;
    for (marked, real) in mark.iter().zip(real) {
        assert!((marked - real).abs() < 0.01, "{mark:?}");
    }
    let attributes = page.text("#attributes").await;
    assert!(attributes.contains("touch"), "{attributes}");
    let [x, y, width, height] = real;
    page.draw(&[(x + width / 2.0, y + height / 2.0)], 0).await;
    watched.observes("touched").await;
    page.click("#context option[value=NATIVE_APP]").await;
    page.wait(&root("Application")).await;
}

/// Taps an element from the list.
async fn tap(watched: &Watched<'_>, label: &str) {
    watched.page.choose(label).await;
    watched.page.press("#tap-element").await;
}

async fn device(watched: &Watched<'_>) {
    let page = &watched.page;
    page.click("#tab-device").await;
    page.press("#device-shake").await;
    watched.observes("shaken").await;
    page.press("#appearance-dark").await;
    watched.observes("dark").await;
    page.press("#appearance-light").await;
    watched.observes("light").await;
    page.fill("#device-language", "de-AT").await;
    page.press("#language-set").await;
    watched.observes("speaks:de-AT").await;

    page.press("#device-rotate").await;
    watched.observes("landscape-primary").await;
    page.wait("document.getElementById('picture').naturalWidth > document.getElementById('picture').naturalHeight").await;
    page.press("#device-rotate").await;
    page.wait("document.getElementById('picture').naturalWidth < document.getElementById('picture').naturalHeight").await;
    page.wait("document.body.classList.contains('is-upright')")
        .await;

    page.fill("#latitude", "48.5").await;
    page.fill("#longitude", "16.25").await;
    page.press("#location-set").await;
    watched.observes("at:48.50,16.25").await;
    page.click("#location-step option[value='100000']").await;
    page.value("document.getElementById('location-pad').focus()")
        .await;
    page.keys("\u{E013}").await;
    watched.observes("at:49.40,16.25").await;

    page.fill("#clipboard", "grüß dich").await;
    page.press("#clipboard-set").await;
    tap(watched, "Paste it").await;
    watched.observes("pasted:grüß dich").await;
    watched
        .ask(
            "/appium/device/set_clipboard",
            json!({ "content": "c2VydnVz" }),
        )
        .await;
    page.press("#clipboard-get").await;
    page.wait("document.getElementById('clipboard').value === 'servus'")
        .await;

    page.press("#biometric-enroll").await;
    tap(watched, "Sign in").await;
    page.press("#biometric-fail").await;
    watched.observes("refused").await;
    tap(watched, "Sign in").await;
    page.press("#biometric-match").await;
    watched.observes("signed-in").await;

    let locked = async || watched.ask("/appium/device/is_locked", json!({})).await;
    page.press("#device-lock").await;
    assert_eq!(locked().await, true);
    page.press("#device-unlock").await;
    assert_eq!(locked().await, false);
    page.press("#device-home").await;
    let app = json!({ "bundleId": "com.example.observer" });
    let state = watched.ask("/appium/device/app_state", app.clone()).await;
    assert!(state.as_u64().unwrap() < 4, "{state}");
    let back = json!({ "script": "mobile: activateApp", "args": [app] });
    watched.ask("/execute/sync", back).await;
    assert_eq!(page.text("#notice").await, "");
}

async fn forms(watched: &Watched<'_>) {
    let page = &watched.page;
    let answer = page.send_form("getGeoLocation", &[]).await;
    assert!(
        (answer["latitude"].as_f64().unwrap() - 49.4).abs() < 0.01,
        "{answer}"
    );
    let answer = page
        .send_form("setClipboard", &[("content", "\"aGVsbG8=\"")])
        .await;
    assert_eq!(answer, Value::Null);
    let clipboard = watched.ask("/appium/device/get_clipboard", json!({})).await;
    assert_eq!(clipboard, "aGVsbG8=");
    // What the server refuses is shown, and in the log, with the time it took.
    page.fill("#command-search", "setClipboard").await;
    page.click("#command option[value='setClipboard']").await;
    page.fill("#command-fields [name='content']", "\"no base64!\"")
        .await;
    page.click("#command-send").await;
    page.wait("document.getElementById('notice').textContent.startsWith('invalid argument')")
        .await;
    page.click("#tab-log").await;
    let first = "document.querySelector('#log summary')";
    assert_eq!(
        page.value(&format!("{first}.classList.contains('failed')"))
            .await,
        true
    );
    let line = page.value(&format!("{first}.innerText")).await;
    let line = line.as_str().unwrap();
    assert!(
        line.contains("POST") && line.contains("set_clipboard") && line.contains("400"),
        "{line}"
    );
    assert!(line.trim_end().ends_with(" ms"), "{line}");
}

async fn film(watched: &Watched<'_>, downloads: &Path) {
    let page = &watched.page;
    page.press("#record").await;
    page.wait("document.getElementById('record').getAttribute('aria-pressed') === 'true'")
        .await;
    page.press("#record").await;
    page.wait("!document.getElementById('film').hidden").await;
    page.click("#film").await;
    let film = eventually("the film is downloaded", async || {
        let files: Vec<_> = std::fs::read_dir(downloads).unwrap().flatten().collect();
        // A download that goes on has a second file beside it.
        let whole = files.len() == 1 && files[0].metadata().is_ok_and(|data| data.len() > 0);
        whole.then(|| files[0].path())
    })
    .await;
    let film = std::fs::read(film).unwrap();
    assert!(
        !paint::colours(&film, &watched.server.state)
            .await
            .is_empty()
    );
}
