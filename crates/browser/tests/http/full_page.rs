//! The picture of the whole page, compared pixel by pixel.

use std::fmt::Write;

use crate::common::{Browsers, Pages, Picture, assert_error};
use serde_json::json;

const FULL: &str = "/browser/screenshot/full";
/// Not a divisor of anything: no stripe ends where a tile does.
const STRIPE: u32 = 37;

/// The colour of a stripe.
fn colour(stripe: u32) -> [u8; 3] {
    let byte = |factor: u32| u8::try_from(stripe * factor % 251).unwrap();
    [byte(1), byte(7), byte(13)]
}

/// A page of stripes.
fn stripes(width: &str, count: u32) -> String {
    let mut html = format!(
        "<!doctype html><style>html,body{{margin:0}}body{{width:{width}}}\
         p{{margin:0;height:{STRIPE}px}}</style>"
    );
    for stripe in 0..count {
        let [r, g, b] = colour(stripe);
        write!(html, "<p style='background:rgb({r},{g},{b})'></p>").unwrap();
    }
    html
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_any_height_come_out_pixel_by_pixel() {
    let browsers = Browsers::start().await;
    let session = browsers.session(json!({})).await;
    let viewport = session.script("return [innerWidth, innerHeight]").await;
    let wide = u32::try_from(viewport[0].as_u64().unwrap()).unwrap();

    // Taller than the window, and taller than Firefox's own limit of 65,535.
    for count in [82, 2_703] {
        let page = Pages::page(&stripes("auto", count)).await;
        session.open(&page.url("/")).await;
        let picture = Picture::of(&session.got(FULL).await);
        let (width, got) = picture.size();
        assert_eq!(got, count * STRIPE);
        assert!(width <= wide && width > wide - 50, "{width} of {wide}");
        picture.assert_rows(|y| colour(y / STRIPE));
    }
    // Wider than the limit, too.
    let page = Pages::page(&stripes("70000px", 20)).await;
    session.open(&page.url("/")).await;
    let picture = Picture::of(&session.got(FULL).await);
    assert_eq!(picture.size(), (70_000, 20 * STRIPE));
    picture.assert_rows(|y| colour(y / STRIPE));

    // Beyond the ceiling.
    session
        .open("data:text/html,<div style='height:1000100px'></div>")
        .await;
    let reply = session.get(FULL).await;
    assert_error(
        "ceiling",
        &reply,
        "unable to capture screen",
        &["10001", "1000000 pixels"],
    );

    // Of the whole page even in a frame, and the frame stays the current one.
    let frame = "data:text/html,<title>top</title><body style='margin:0;height:2500px'>\
                 <iframe srcdoc='<p id=inside>x'></iframe>";
    session.open(frame).await;
    session.posted("/frame", json!({"id": 0})).await;
    assert_eq!(Picture::of(&session.got(FULL).await).size().1, 2500);
    session
        .posted(
            "/element",
            json!({"using": "css selector", "value": "#inside"}),
        )
        .await;

    // An alert is handled as for any command, and told.
    session.open("about:blank").await;
    session.script("alert('hi')").await;
    assert_eq!(session.got("/alert/text").await, "hi");
    let reply = session.get(FULL).await;
    assert_error("alert", &reply, "unexpected alert open", &[]);
    assert_eq!(reply.value()["data"]["text"], "hi");
    session.got(FULL).await;

    // Without a window there is nothing to take a picture of.
    session.posted("/window/new", json!({"type": "tab"})).await;
    session.delete("/window").await;
    let reply = session.get(FULL).await;
    assert_error("closed", &reply, "no such window", &[]);
    assert_eq!(session.got("/browser/context").await, "content");
    session.end().await;
}
