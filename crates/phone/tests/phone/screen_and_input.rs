//! One phone: home screen, an app, its elements, fingers and keys. What the page observed counts.

use std::time::Duration;

use hansom_device::{
    AppState, Apps, Device, DeviceError, Elements, Finger, Gesture, Input, Orientation, Screen,
    SourceOptions, Target, Touch, locator::Locator,
};
use hansom_phone::{PhoneOptions, VirtualPhone};
use serde_json::json;

use crate::probe::{boot, element, keep, page, probe, probe_bundle, until, wait_for};

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_shows_an_app_and_the_app_feels_the_hand() {
    let phone = boot(PhoneOptions::default()).await;
    the_first_picture_is_whole(&phone).await;
    wait_for(&phone, "hansom.playground").await;
    keep("home.png", &phone.screen().screenshot().await.unwrap());
    home_opens_apps(&phone).await;
    elements(&phone).await;
    fingers(&phone).await;
    keys(&phone).await;
    turning(&phone).await;
    see_through(&phone).await;
    frames(&phone).await;
}

/// The home screen has its icons, and its wallpaper reaches under the status bar.
async fn the_first_picture_is_whole(phone: &VirtualPhone) {
    let picture = Painted::now(phone).await;
    let [red, _, blue] = picture.at(40.0, 270.0);
    assert!(red > blue + 60, "no orange icon but red {red}, blue {blue}");
    let [red, _, blue] = picture.at(195.0, 20.0);
    assert!(blue > red + 60, "no blue sky but red {red}, blue {blue}");
}

/// A picture of the screen, pixel by pixel.
struct Painted {
    pixels: Vec<u8>,
    row: usize,
    scale: f64,
}

impl Painted {
    async fn now(phone: &VirtualPhone) -> Self {
        let picture = phone.screen().screenshot().await.unwrap();
        let picture = picture.png().unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&picture));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let row = reader.next_frame(&mut pixels).unwrap().line_size;
        let scale = phone.screen().info().await.unwrap().scale;
        Self { pixels, row, scale }
    }

    /// Red, green and blue at a place in points.
    fn at(&self, x: f64, y: f64) -> [u8; 3] {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place on a screen"
        )]
        let [x, y] = [x, y].map(|points| (points * self.scale) as usize);
        let [red, green, blue, ..] = self.pixels[y * self.row + 4 * x..] else {
            panic!("the picture has no row {y}");
        };
        [red, green, blue]
    }
}

async fn home_opens_apps(phone: &VirtualPhone) {
    phone.install(probe_bundle()).await.unwrap();
    let icon = wait_for(phone, "com.example.probe").await;
    Elements::tap(phone, &icon).await.unwrap();
    wait_for(phone, "counter").await;
    assert_eq!(phone.state(&probe()).await.unwrap(), AppState::Foreground);
    assert_eq!(phone.foreground().await.unwrap().unwrap().name, "Probe");
    assert_eq!(
        page(
            phone,
            "[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints]"
        )
        .await,
        json!([390, 797, 3, 5])
    );
    assert_eq!(page(phone, "navigator.platform").await, "iPhone");
    assert_eq!(
        page(phone, "isSecureContext && location.origin").await,
        "http://com-example-probe.localhost"
    );
}

async fn elements(phone: &VirtualPhone) {
    let counter = element(phone, "counter").await;
    let node = phone.node(&counter).await.unwrap();
    assert_eq!(
        (node.element_type.as_str(), node.label.as_deref()),
        ("Button", Some("Count"))
    );
    assert!(node.visible && node.enabled && node.rect.y > 47.0);
    // A page may cut a text in the middle of a character.
    let label = |text| format!("void (document.querySelector('#count').ariaLabel = {text})");
    page(phone, &label(r"'Count \ud83d'")).await;
    let cut = phone.node(&counter).await.unwrap().label;
    assert_eq!(cut.as_deref(), Some("Count \u{fffd}"));
    let all = phone.tree(&SourceOptions::default()).await;
    page(phone, &label("null")).await;
    assert!(all.is_ok(), "{all:?}");
    let off = element(phone, "off").await;
    assert!(!phone.node(&off).await.unwrap().enabled);
    for (using, value) in [
        ("xpath", "//XCUIElementTypeButton[@label='Count']"),
        (
            "-ios predicate string",
            "type == 'XCUIElementTypeButton' AND label == 'Count'",
        ),
        (
            "-ios class chain",
            "**/XCUIElementTypeButton[`label == 'Count'`]",
        ),
    ] {
        let locator = Locator::new(using, value).unwrap();
        let found = phone.find(&locator, None, false).await.unwrap();
        assert_eq!(found, std::slice::from_ref(&counter), "{using}");
    }
    let bad = Locator::new("xpath", "//[").unwrap();
    assert!(matches!(
        phone.find(&bad, None, false).await,
        Err(DeviceError::InvalidSelector(_))
    ));
    let list = element(phone, "list").await;
    let buttons = Locator::new("class name", "XCUIElementTypeButton").unwrap();
    assert_eq!(
        phone
            .find(&buttons, Some(&list), false)
            .await
            .unwrap()
            .len(),
        60
    );
    let source = phone
        .source(&SourceOptions::default())
        .await
        .unwrap()
        .text()
        .unwrap();
    assert!(
        source.contains("XCUIElementTypeStatusBar")
            || source.contains("XCUIElementTypeApplication")
    );
}

async fn fingers(phone: &VirtualPhone) {
    let counter = element(phone, "counter").await;
    Elements::tap(phone, &counter).await.unwrap();
    assert_eq!(
        page(phone, "[seen.clicks, seen.trusted]").await,
        json!([1, true])
    );
    // Far below: it is scrolled to before it is touched.
    let far = element(phone, "Open 50").await;
    assert!(!phone.node(&far).await.unwrap().visible);
    phone.scroll_to(&far).await.unwrap();
    assert!(phone.node(&far).await.unwrap().visible);
    assert!(page(phone, "scrollY").await.as_f64().unwrap() > 500.0);
    page(phone, "void scrollTo(0, 0)").await;
    phone.touch(vec![swipe(700.0, 300.0)]).await.unwrap();
    until(phone, "scrollY > 200", json!(true)).await;
    // Back, from the upper edge of the screen, where the status bar is.
    page(phone, "void scrollTo(0, 1000)").await;
    phone.touch(vec![swipe(20.0, 700.0)]).await.unwrap();
    until(phone, "scrollY < 600", json!(true)).await;
    page(phone, "void scrollTo(0, 0)").await;
    // The corner of an element is the element, also when it is round.
    let corner = Target {
        element: Some(counter.clone()),
        point: Some((0.0, 0.0)),
    };
    let tap = Gesture::Tap {
        taps: 1,
        fingers: 1,
    };
    phone.gesture(&tap, &corner).await.unwrap();
    assert_eq!(page(phone, "seen.clicks").await, json!(2));
    // The screen tells when something arrives.
    let late = element(phone, "late").await;
    Elements::tap(phone, &late).await.unwrap();
    wait_for(phone, "arrived").await;
    let vanish = element(phone, "vanish").await;
    Elements::tap(phone, &vanish).await.unwrap();
    let stale = Elements::tap(phone, &counter).await;
    assert_eq!(stale, Err(DeviceError::StaleElement(counter.0.clone())));
}

fn swipe(from: f64, to: f64) -> Finger {
    let touch = |at, y, down| Touch {
        at: Duration::from_millis(at),
        x: 200.0,
        y,
        down,
    };
    Finger(vec![
        touch(0, from, true),
        touch(200, to, true),
        touch(201, to, false),
    ])
}

async fn keys(phone: &VirtualPhone) {
    let name = element(phone, "name").await;
    assert!(!phone.keyboard_shown().await.unwrap());
    phone.send_text(&name, "Zoë 😀").await.unwrap();
    assert_eq!(
        page(phone, "document.getElementById('name').value").await,
        "Zoë 😀"
    );
    assert_eq!(page(phone, "seen.keys[0]").await, json!(["Z", true]));
    assert!(phone.keyboard_shown().await.unwrap());
    assert_eq!(phone.focused().await.unwrap(), Some(name.clone()));
    keep("keyboard.png", &phone.screen().screenshot().await.unwrap());
    let key = element(phone, "q").await;
    Elements::tap(phone, &key).await.unwrap();
    until(
        phone,
        "document.getElementById('name').value",
        json!("Zoë 😀q"),
    )
    .await;
    phone.type_text("\u{e003}!").await.unwrap();
    assert_eq!(phone.text(&name).await.unwrap(), "Zoë 😀!");
    phone.hide_keyboard(&[]).await.unwrap();
    assert!(!phone.keyboard_shown().await.unwrap());
    let again = phone.hide_keyboard(&[]).await;
    assert!(
        matches!(again, Err(DeviceError::InvalidState(_))),
        "{again:?}"
    );
    phone.submit(&name).await.unwrap();
    assert_eq!(page(phone, "seen.submits").await, json!(["Zoë 😀!"]));
    Elements::clear(phone, &name).await.unwrap();
    assert_eq!(
        page(phone, "document.getElementById('name').value").await,
        ""
    );
    phone.send_text(&name, "Enter\n").await.unwrap();
    assert_eq!(page(phone, "seen.submits[1]").await, "Enter");
    phone.hide_keyboard(&[]).await.unwrap();
    let ask = element(phone, "ask").await;
    let outside = phone.submit(&ask).await;
    assert!(
        matches!(&outside, Err(DeviceError::InvalidState(why)) if why.contains("form")),
        "{outside:?}"
    );
    let not_a_field = phone
        .send_text(&element(phone, "Some bold words").await, "x")
        .await;
    assert!(
        matches!(not_a_field, Err(DeviceError::NotInteractable(_))),
        "{not_a_field:?}"
    );
    let size = element(phone, "size").await;
    phone.send_text(&size, "Large").await.unwrap();
    assert_eq!(phone.text(&size).await.unwrap(), "Large");
    // Tapped, it shows its choices on the glass.
    Elements::tap(phone, &size).await.unwrap();
    let small = wait_for(phone, "Small").await;
    keep("picker.png", &phone.screen().screenshot().await.unwrap());
    Elements::tap(phone, &small).await.unwrap();
    until(
        phone,
        "document.getElementById('size').value",
        json!("Small"),
    )
    .await;
}

async fn turning(phone: &VirtualPhone) {
    phone.rotate(Orientation::LandscapeLeft).await.unwrap();
    assert_eq!(
        page(
            phone,
            "[innerWidth, innerHeight, screen.width, screen.orientation.type, window.orientation]"
        )
        .await,
        json!([844, 390, 844, "landscape-primary", 90])
    );
    let info = phone.info().await.unwrap();
    assert_eq!((info.width, info.height, info.scale), (844.0, 390.0, 3.0));
    keep("landscape.png", &phone.screen().screenshot().await.unwrap());
    let ask = element(phone, "agree").await;
    Elements::tap(phone, &ask).await.unwrap();
    assert_eq!(
        page(phone, "document.getElementById('agree').checked").await,
        true
    );
    phone.rotate(Orientation::Portrait).await.unwrap();
    assert_eq!(
        page(phone, "[innerWidth, innerHeight]").await,
        json!([390, 797])
    );
    let picture = phone.screen().screenshot().await.unwrap();
    keep("probe.png", &picture);
    let png = picture.png().unwrap();
    // Width and height of a PNG are in its first chunk.
    assert_eq!(
        png[16..24],
        [0, 0, 4, 146, 0, 0, 9, 228],
        "1170 by 2532 pixels"
    );
    let part = Elements::screenshot(phone, &element(phone, "send").await)
        .await
        .unwrap();
    assert!(part.png().unwrap().len() < png.len());
}

/// What is half transparent is whole in a picture, from its first row to its last.
async fn see_through(phone: &VirtualPhone) {
    let veil = "(() => { const veil = document.createElement('div'); \
        veil.style = 'position:fixed;left:0;top:100px;width:60px;height:40px;opacity:.5;background:#f00;z-index:9'; \
        document.body.append(veil); return veil.getBoundingClientRect().height; })()";
    assert_eq!(page(phone, veil).await, 40);
    let picture = Painted::now(phone).await;
    let top = phone.screen().info().await.unwrap().status_bar_height;
    for y in [101.0, 120.0, 139.0] {
        let [red, green, _] = picture.at(30.0, top + y);
        assert!(red > 100 && green < red - 60, "{red} {green} in row {y}");
    }
    page(phone, "(document.body.lastElementChild.remove(), true)").await;
}

async fn frames(phone: &VirtualPhone) {
    use futures_util::StreamExt;
    let options = hansom_device::FrameOptions {
        fps: 20,
        ..Default::default()
    };
    let mut stream = phone.frames(options).await.unwrap();
    let mut times = Vec::new();
    while times.len() < 10 {
        let frame = tokio::time::timeout(Duration::from_secs(20), stream.next())
            .await
            .unwrap()
            .unwrap()
            .unwrap();
        assert!(frame.jpeg.starts_with(b"\xff\xd8\xff"));
        times.push(frame.at);
    }
    assert!(times.is_sorted());
    // Half a second on a quiet machine.
    assert!(times[9] - times[0] < Duration::from_secs(10));
}
