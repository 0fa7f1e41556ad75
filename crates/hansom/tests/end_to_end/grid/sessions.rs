//! Sessions of both drivers, with what goes beyond W3C, through Grid.

use base64_simd::STANDARD as BASE64;
use futures_util::{SinkExt as _, StreamExt as _};
use hansom_testkit::{Client, Reply};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::{client_async, tungstenite::Message};

use crate::{
    grid::standalone::Grid,
    program::{PATIENCE, Program, firefox},
};

/// A session as a client of Grid has it.
struct Session<'a> {
    client: &'a Client,
    path: String,
    capabilities: Value,
}

impl<'a> Session<'a> {
    async fn start(grid: &'a Grid, wanted: Value) -> Self {
        let reply = grid.new_session(wanted).await;
        assert_eq!(reply.status, 200, "{}", reply.message());
        let value = reply.value();
        Self {
            client: &grid.client,
            path: format!("/session/{}", value["sessionId"].as_str().unwrap()),
            capabilities: value["capabilities"].clone(),
        }
    }

    async fn get(&self, path: &str) -> Value {
        good(
            path,
            &self.client.get(&format!("{}{path}", self.path)).await,
        )
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let reply = self
            .client
            .post(&format!("{}{path}", self.path), body)
            .await;
        good(path, &reply)
    }

    async fn end(self) {
        good("DELETE", &self.client.delete(&self.path).await);
    }
}

fn good(path: &str, reply: &Reply) -> Value {
    assert_eq!(reply.status, 200, "{path}: {}", reply.message());
    reply.value()
}

/// The height of a picture, from the fixed place of it in a PNG.
fn height(png: &Value) -> u32 {
    let png = BASE64.decode_to_vec(png.as_str().unwrap()).unwrap();
    u32::from_be_bytes(png[20..24].try_into().unwrap())
}

#[tokio::test]
#[ignore = "needs Java and HANSOM_GRID_JAR"]
async fn both_drivers_work_through_grid_with_their_extensions() {
    let server = Program::serve(&["--max-sessions", "2"]).await;
    let grid = Grid::start(&server, &["--max-sessions", "2"]).await;

    let mut wanted = firefox();
    wanted["webSocketUrl"] = json!(true);
    wanted["se:downloadsEnabled"] = json!(true);
    let browser = Session::start(&grid, wanted).await;
    let phone = json!({"platformName": "iOS", "appium:platformVersion": "18.0"});
    let phone = Session::start(&grid, phone).await;

    extensions_of_the_browser(&browser).await;
    bidi(&browser).await;
    extensions_of_the_phone(&phone).await;
    assert_eq!(server.active().await, 2);
    grid.until_taken(2).await;
    browser.end().await;
    phone.end().await;
    assert_eq!(server.active().await, 0);
    grid.until_taken(0).await;

    what_grid_and_we_refuse(&grid).await;
}

async fn extensions_of_the_browser(browser: &Session<'_>) {
    let page = "data:text/html,<title>tall</title><body style='margin:0;height:3000px'>";
    browser.post("/url", json!({ "url": page })).await;
    assert_eq!(browser.get("/title").await, "tall");
    assert!(height(&browser.get("/screenshot").await) < 3000);
    assert_eq!(height(&browser.get("/moz/screenshot/full").await), 3000);

    browser
        .post("/moz/context", json!({"context": "chrome"}))
        .await;
    let script = json!({"script": "return Services.appinfo.name", "args": []});
    assert_eq!(browser.post("/execute/sync", script).await, "Firefox");
    browser
        .post("/moz/context", json!({"context": "content"}))
        .await;

    let addon = tempfile::tempdir().unwrap();
    let manifest = json!({
        "manifest_version": 2, "name": "Grid", "version": "1.0",
        "browser_specific_settings": {"gecko": {"id": "grid@example.invalid"}},
    });
    std::fs::write(addon.path().join("manifest.json"), manifest.to_string()).unwrap();
    let install = json!({"path": addon.path(), "temporary": true});
    let id = browser.post("/moz/addon/install", install).await;
    assert_eq!(id, "grid@example.invalid");
    browser
        .post("/moz/addon/uninstall", json!({ "id": id }))
        .await;

    let download = "const a = document.createElement('a'); a.download = 'grid.txt'; \
                    a.href = 'data:text/plain,hello'; document.body.append(a); a.click()";
    let script = json!({"script": download, "args": []});
    browser.post("/execute/sync", script).await;
    hansom_testkit::eventually("the download is listed", async || {
        let files = browser.get("/se/files").await;
        (files["names"] == json!(["grid.txt"])).then_some(())
    })
    .await;
}

/// Grid gives its own address for BiDi and passes it on.
async fn bidi(browser: &Session<'_>) {
    let url = browser.capabilities["webSocketUrl"].as_str().unwrap();
    let address = url.strip_prefix("ws://").unwrap();
    let (address, path) = address.split_once('/').unwrap();
    assert_eq!(format!("/{path}"), format!("{}/se/bidi", browser.path));
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (mut socket, _) = client_async(url, stream).await.unwrap();
    let command = json!({"id": 1, "method": "browsingContext.getTree", "params": {}});
    let answer = timeout(PATIENCE, async {
        let message = Message::text(command.to_string());
        socket.send(message).await.unwrap();
        loop {
            if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
                break serde_json::from_str::<Value>(&text).unwrap();
            }
        }
    });
    let answer = answer.await.unwrap();
    let context = &answer["result"]["contexts"][0]["context"];
    assert_eq!(*context, browser.get("/window").await, "{answer}");
}

async fn extensions_of_the_phone(phone: &Session<'_>) {
    assert_eq!(phone.capabilities["appium:platformVersion"], "18.0");
    assert!(height(&phone.get("/screenshot").await) > 1000);
    for prefix in ["/appium", "/automation"] {
        let locked = format!("{prefix}/device/is_locked");
        assert_eq!(phone.post(&locked, json!({})).await, false);
        phone
            .post(&format!("{prefix}/device/lock"), json!({}))
            .await;
        assert_eq!(phone.post(&locked, json!({})).await, true);
        phone
            .post(&format!("{prefix}/device/unlock"), json!({}))
            .await;
    }
    let script = json!({"script": "mobile: deviceInfo", "args": []});
    assert!(phone.post("/execute/sync", script).await.is_object());
    assert_eq!(phone.get("/contexts").await[0], "NATIVE_APP");
}

async fn what_grid_and_we_refuse(grid: &Grid) {
    // Grid knows no such slot.
    let future = json!({"platformName": "iOS", "appium:platformVersion": "99.0"});
    let apple = json!({"platformName": "iOS", "appium:automationName": "XCUITest"});
    for wanted in [future, apple] {
        let refused = grid.new_session(wanted).await;
        assert_eq!(refused.error(), "session not created");
        let message = refused.message();
        assert!(message.contains("No nodes support"), "{message}");
    }
    // Our own words arrive.
    let app = json!({"platformName": "iOS", "appium:app": "/nowhere.zip"});
    let refused = grid.new_session(app).await;
    let message = refused.message();
    assert!(
        message.contains("there is no such file or folder"),
        "{message}"
    );
    grid.until_taken(0).await;
}

#[tokio::test]
#[ignore = "needs Java and HANSOM_GRID_JAR"]
async fn a_token_in_the_relays_address_opens_the_server() {
    let server = Program::serve(&["--token", "sesame"]).await;
    assert_eq!(server.client.get("/status").await.status, 401);
    let url = format!("http://grid:sesame@{}", server.address);
    let grid = Grid::start_at(&url, &["--slots", "1", "--phones", "0"]).await;
    let session = Session::start(&grid, firefox()).await;
    assert_eq!(session.get("/url").await, "about:blank");
    session.end().await;
}
