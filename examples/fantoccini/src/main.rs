//! fantoccini drives Firefox and a virtual phone through hansom, unchanged.
//!
//!     HANSOM_URL=http://127.0.0.1:4444 cargo run

use std::error::Error;

use fantoccini::{
    Client, ClientBuilder, Locator,
    actions::{InputSource, MouseActions, PointerAction},
    error::NewSessionError,
};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

const PAGE: &str = "data:text/html,<title>Counter</title>\
    <button id=more onclick='count.textContent++'>more</button> <b id=count>0</b> <input id=name>";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let browser = session(json!({
        "browserName": "firefox",
        "moz:firefoxOptions": {"args": ["-headless"]},
    }))
    .await?;
    let done = drive(&browser).await;
    browser.close().await?;
    done?;

    let phone = session(json!({
        "platformName": "iOS",
        "appium:automationName": "Virtual",
        "appium:bundleId": "hansom.playground",
    }))
    .await?;
    let done = dial(&phone).await;
    phone.close().await?;
    done
}

async fn session(capabilities: Value) -> Result<Client, NewSessionError> {
    let server = std::env::var("HANSOM_URL").unwrap_or("http://127.0.0.1:4444".into());
    let Value::Object(capabilities) = capabilities else {
        unreachable!("capabilities are an object")
    };
    ClientBuilder::new(HttpConnector::new())
        .capabilities(capabilities)
        .connect(&server)
        .await
}

async fn drive(browser: &Client) -> Result<(), Box<dyn Error>> {
    browser.goto(PAGE).await?;
    assert_eq!(browser.title().await?, "Counter");
    let more = browser.wait().for_element(Locator::Id("more")).await?;
    more.click().await?;
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveToElement {
            element: more.clone(),
            duration: None,
            x: 0.0,
            y: 0.0,
        })
        .then(PointerAction::Down { button: 0 })
        .then(PointerAction::Up { button: 0 });
    browser.perform_actions(mouse).await?;
    let count = browser.find(Locator::Css("#count")).await?;
    assert_eq!(count.text().await?, "2");
    println!("clicks     2");

    let name = browser.find(Locator::XPath("//input")).await?;
    name.send_keys("Ada").await?;
    assert_eq!(name.prop("value").await?.as_deref(), Some("Ada"));
    let answer = browser
        .execute("return 6 * arguments[0]", vec![json!(7)])
        .await?;
    assert_eq!(answer, json!(42));
    println!("script     {answer}");

    let first = browser.window().await?;
    let second = browser.new_window(true).await?;
    browser.switch_to_window(second.handle).await?;
    browser.close_window().await?;
    browser.switch_to_window(first).await?;
    assert_eq!(browser.windows().await?.len(), 1);
    println!("windows    1");
    Ok(())
}

/// What Appium adds goes through `mobile:` methods; elements are found in the app's page.
async fn dial(phone: &Client) -> Result<(), Box<dyn Error>> {
    let app = json!({"bundleId": "hansom.playground"});
    let state = phone.execute("mobile: queryAppState", vec![app]).await?;
    assert_eq!(state, json!(4));
    println!("app state  {state}");
    let found = phone
        .wait()
        .for_element(Locator::XPath("//XCUIElementTypeLink[@name='menu-motion']"))
        .await?;
    found.click().await?;
    phone.execute("mobile: shake", vec![]).await?;
    let shakes = phone
        .wait()
        .for_element(Locator::XPath("//*[@name='shake-count' and @value='1']"))
        .await?;
    println!("shakes     {}", shakes.text().await?);
    let picture = phone.screenshot().await?;
    assert!(picture.starts_with(b"\x89PNG"));
    println!("picture    {} bytes", picture.len());
    Ok(())
}
