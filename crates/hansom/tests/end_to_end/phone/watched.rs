//! A phone that is used from the inspector, and an app on it that says what it has observed.

use std::path::Path;

use hansom_testkit::eventually;
use serde_json::{Value, json};

use crate::{phone::page::Page, program::Program};

/// An app that says what it has observed.
const OBSERVER: &str = r#"<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Observer</title>
<style>
  body { margin: 60px 0 0; height: 3000px; font: 17px sans-serif; }
  button, input { display: block; box-sizing: border-box; width: 100%; height: 56px; font: inherit; }
  #seen { position: fixed; bottom: 40px; margin: 0; font-size: 12px; overflow-wrap: anywhere; }
</style>
<button id="tap">Tap here</button>
<input id="field" aria-label="Field" autocomplete="off">
<button id="paste">Paste it</button>
<button id="login">Sign in</button>
<button id="touch">Touch too</button>
<p id="seen">nothing</p>
<script src="observer.js"></script>"#;

const OBSERVER_JS: &str = r#"
const seen = new Set();
const tell = (word) => { seen.add(word); document.getElementById("seen").textContent = [...seen].join(" "); };
const on = (id, type, act) => document.getElementById(id).addEventListener(type, act);
on("tap", "click", () => tell("tapped"));
on("tap", "contextmenu", () => tell("pressed"));
on("touch", "click", () => tell("touched"));
on("field", "input", ({ target }) => tell(`typed:${target.value}`));
on("paste", "click", () => navigator.clipboard.readText()
  .then((text) => tell(`pasted:${text}`), (error) => tell(`failed:${error}`)));
on("login", "click", () => navigator.credentials.create({ publicKey: {
  challenge: new Uint8Array(16), rp: { name: "Observer" },
  user: { id: new Uint8Array(4), name: "a", displayName: "a" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  authenticatorSelection: { authenticatorAttachment: "platform", userVerification: "required" },
} }).then(() => tell("signed-in"), () => tell("refused")));
addEventListener("scroll", () => tell("scrolled"));
addEventListener("devicemotion", ({ acceleration }) => { if (Math.abs(acceleration.x) > 20) tell("shaken"); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => tell(matches ? "dark" : "light"));
screen.orientation.addEventListener("change", () => tell(screen.orientation.type));
document.addEventListener("visibilitychange", () => tell(document.visibilityState));
navigator.geolocation.watchPosition(({ coords }) => tell(`at:${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}`));
setInterval(() => tell(`speaks:${navigator.language}`), 200);
"#;

pub(crate) fn app(folder: &Path) {
    let manifest =
        json!({ "id": "com.example.observer", "name": "Observer", "start_url": "index.html" });
    std::fs::write(folder.join("manifest.webmanifest"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("index.html"), OBSERVER).unwrap();
    std::fs::write(folder.join("observer.js"), OBSERVER_JS).unwrap();
}

/// A phone that somebody looks at in the inspector.
pub(crate) struct Watched<'a> {
    pub(crate) server: &'a Program,
    pub(crate) page: Page<'a>,
    pub(crate) phone: String,
}

impl Watched<'_> {
    /// Waits until the app says that it has observed something. Asks again and again, because one
    /// command that waits would keep those of the inspector waiting.
    pub(crate) async fn observes(&self, word: &str) {
        let source = format!("{}/source", self.phone);
        eventually(word, async || {
            let screen = self.server.client.get(&source).await.value();
            let screen = screen.as_str()?;
            assert!(!screen.contains("failed:"), "{screen}");
            screen.contains(word).then_some(())
        })
        .await;
    }

    pub(crate) async fn ask(&self, path: &str, body: Value) -> Value {
        self.server.ask(&self.phone, path, body).await
    }

    /// Where an element is, as shares of the screen.
    pub(crate) async fn place(&self, label: &str) -> [f64; 4] {
        let wanted = json!({ "using": "xpath", "value": format!("//*[@label='{label}']") });
        let found = self.ask("/element", wanted).await;
        let id = found.as_object().unwrap().values().next().unwrap();
        let get = async |path: String| {
            self.server
                .client
                .get(&format!("{}{path}", self.phone))
                .await
                .value()
        };
        let rect = get(format!("/element/{}/rect", id.as_str().unwrap())).await;
        let screen = get("/window/rect".into()).await;
        let share = |at: &str, of: &str| rect[at].as_f64().unwrap() / screen[of].as_f64().unwrap();
        [
            share("x", "width"),
            share("y", "height"),
            share("width", "width"),
            share("height", "height"),
        ]
    }

    /// The middle of an element on the picture.
    pub(crate) async fn middle(&self, label: &str) -> (f64, f64) {
        let [x, y, width, height] = self.place(label).await;
        (x + width / 2.0, y + height / 2.0)
    }
}

/// Starts a phone from the page's own dialog, its capabilities edited by hand.
pub(crate) async fn start_phone<'a>(
    server: &'a Program,
    page: Page<'a>,
    app: &Path,
) -> Watched<'a> {
    page.click("#start").await;
    page.click("input[name=start-kind][value=phone]").await;
    page.fill("#start-bundle", "").await;
    page.fill("#start-app", app.to_str().unwrap()).await;
    let offered = page
        .value("document.getElementById('start-json').value")
        .await;
    let mut wanted: Value = serde_json::from_str(offered.as_str().unwrap()).unwrap();
    assert_eq!(wanted["appium:app"], json!(app));
    wanted["appium:autoAcceptAlerts"] = json!(true);
    page.fill("#start-json", &wanted.to_string()).await;
    page.click("#start-now").await;
    page.wait("document.getElementById('picture-mode').textContent === 'Live'")
        .await;
    page.wait("document.getElementById('picture').naturalHeight > 800")
        .await;
    let phone = page.chosen().await;
    Watched {
        server,
        page,
        phone,
    }
}
