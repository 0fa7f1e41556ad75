//! The inspector in a real browser, which this program drives itself.

use std::path::Path;

use hansom_testkit::eventually;
use serde_json::{Value, json};

use crate::program::Program;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The inspector, open in a Firefox of its own.
pub(crate) struct Page<'a> {
    server: &'a Program,
    browser: String,
}

/// How the browser shows pages.
#[derive(Clone, Copy)]
pub(crate) enum Look {
    Dark,
    Light,
}

impl<'a> Page<'a> {
    /// Opens it; downloads go to a folder.
    pub(crate) async fn open(server: &'a Program, look: Look, downloads: &Path) -> Self {
        let prefs = json!({
            "layout.css.prefers-color-scheme.content-override": look as u8,
            "browser.download.folderList": 2,
            "browser.download.dir": downloads,
        });
        let options = json!({ "args": ["-headless"], "prefs": prefs });
        let wanted = json!({ "browserName": "firefox", "moz:firefoxOptions": options });
        let browser = server.client.new_session(wanted).await;
        let page = Self { server, browser };
        page.ask("/timeouts", json!({ "script": 90_000 })).await;
        page.resize(1440, 900).await;
        let url = format!("http://{}/inspector/", server.address);
        page.ask("/url", json!({ "url": url })).await;
        page.wait("document.body.dataset.ready").await;
        page
    }

    pub(crate) async fn reload(&self) {
        self.ask("/refresh", json!({})).await;
        self.wait("document.body.dataset.ready").await;
    }

    async fn ask(&self, path: &str, body: Value) -> Value {
        self.server.ask(&self.browser, path, body).await
    }

    pub(crate) async fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height });
        self.ask("/window/rect", size).await;
    }

    /// The value of an expression in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression})");
        self.ask("/execute/sync", json!({ "script": script, "args": [] }))
            .await
    }

    /// The text of what a selector finds.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let expression = format!("document.querySelector({selector:?}).textContent");
        self.value(&expression).await.as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true; an error that it throws counts as not yet.
    pub(crate) async fn wait(&self, condition: &str) -> Value {
        let script = format!(
            "const done = arguments[0];
             const look = () => {{ let is; try {{ is = ({condition}); }} catch {{}} is ? done(is) : setTimeout(look, 40); }};
             look();"
        );
        let body = json!({ "script": script, "args": [] });
        let path = format!("{}/execute/async", self.browser);
        let reply = self.server.client.post(&path, body).await;
        let state = "[document.getElementById('notice').textContent, document.getElementById('log').innerText]";
        assert_eq!(
            reply.status,
            200,
            "{condition}: {} {}",
            reply.message(),
            self.value(state).await
        );
        reply.value()
    }

    async fn element(&self, selector: &str) -> String {
        let wanted = json!({ "using": "css selector", "value": selector });
        let found = self.ask("/element", wanted).await;
        format!("/element/{}", found[ELEMENT].as_str().unwrap())
    }

    /// Does something to an element. The page may move at that moment (a message comes or goes), so
    /// an element that was not where it was looked for is looked for again.
    async fn act(&self, selector: &str, what: &str, body: Value) {
        eventually(selector, async || {
            let element = self.element(selector).await;
            let path = format!("{}{element}/{what}", self.browser);
            let reply = self.server.client.post(&path, body.clone()).await;
            let moved = [
                "element click intercepted",
                "element not interactable",
                "stale element reference",
            ];
            let again = moved.contains(&reply.error().as_str());
            assert!(
                again || reply.status == 200,
                "{selector}: {}",
                reply.message()
            );
            (!again).then_some(())
        })
        .await;
    }

    pub(crate) async fn click(&self, selector: &str) {
        self.act(selector, "click", json!({})).await;
    }

    /// Clicks, and waits until what that does is done.
    pub(crate) async fn press(&self, selector: &str) {
        self.click(selector).await;
        self.wait(&format!(
            "!document.querySelector({selector:?}).hasAttribute('aria-busy')"
        ))
        .await;
    }

    /// Replaces the text of a field.
    pub(crate) async fn fill(&self, selector: &str, text: &str) {
        self.act(selector, "clear", json!({})).await;
        if !text.is_empty() {
            self.act(selector, "value", json!({ "text": text })).await;
        }
    }

    /// Presses keys where the focus is.
    pub(crate) async fn keys(&self, keys: &str) {
        let actions: Vec<Value> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({"type": kind, "value": key})))
            .collect();
        let source = json!({ "type": "key", "id": "keys", "actions": actions });
        self.ask("/actions", json!({ "actions": [source] })).await;
    }

    /// Goes along places of the picture, given as shares of its width and height, with the button
    /// held for so many milliseconds at the first.
    pub(crate) async fn draw(&self, way: &[(f64, f64)], held: u32) {
        let picture = self
            .value("(({x, y, width, height}) => [x, y, width, height])(document.getElementById('picture').getBoundingClientRect())")
            .await;
        let at = |index: usize| picture[index].as_f64().unwrap();
        #[expect(clippy::cast_possible_truncation, reason = "a place on a screen")]
        let step = |(x, y): (f64, f64), duration: u32| {
            json!({ "type": "pointerMove", "duration": duration,
                "x": (at(0) + at(2) * x).round() as i64, "y": (at(1) + at(3) * y).round() as i64 })
        };
        let mut actions = vec![
            step(way[0], 0),
            json!({ "type": "pointerDown", "button": 0 }),
        ];
        actions.push(json!({ "type": "pause", "duration": held }));
        actions.extend(way[1..].iter().map(|place| step(*place, 200)));
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let source = json!({ "type": "pointer", "id": "mouse",
            "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.ask("/actions", json!({ "actions": [source] })).await;
    }

    /// Turns the wheel over the middle of the picture.
    pub(crate) async fn wheel(&self, down: i64) {
        let picture = self.value("document.getElementById('picture')").await;
        let scroll = json!({ "type": "scroll", "origin": picture, "x": 0, "y": 0,
            "deltaX": 0, "deltaY": down, "duration": 0 });
        let source = json!({ "type": "wheel", "id": "wheel", "actions": [scroll] });
        self.ask("/actions", json!({ "actions": [source] })).await;
    }

    /// Sends the form of a command and gives what is shown as its answer.
    pub(crate) async fn send_form(&self, command: &str, fields: &[(&str, &str)]) -> Value {
        self.click("#tab-commands").await;
        self.fill("#command-search", command).await;
        self.click(&format!("#command option[value='{command}']"))
            .await;
        for (name, text) in fields {
            self.fill(&format!("#command-fields [name='{name}']"), text)
                .await;
        }
        self.click("#command-send").await;
        let answer = self
            .wait("document.getElementById('command-value')?.textContent")
            .await;
        serde_json::from_str(answer.as_str().unwrap()).unwrap()
    }

    /// The session that the page has chosen: its path.
    pub(crate) async fn chosen(&self) -> String {
        let id = self.wait("document.getElementById('sessions').value").await;
        format!("/session/{}", id.as_str().unwrap())
    }

    /// Searches the tree, chooses the row with exactly that text, and waits for its mark on the
    /// picture; gives the mark's place as shares of the picture.
    pub(crate) async fn choose(&self, text: &str) -> [f64; 4] {
        self.fill("#tree-search", text).await;
        let row = format!(
            "[...document.querySelectorAll('#tree .row')].find(row => row.querySelector('.words').textContent === {text:?})"
        );
        self.wait(&format!("(({row}).click(), true)")).await;
        self.wait(&format!(
            "({row}).getAttribute('aria-selected') === 'true' && !document.getElementById('chosen').hidden"
        ))
        .await;
        let mark = self
            .value("(() => { const all = document.getElementById('picture').getBoundingClientRect();
                const one = document.getElementById('chosen').getBoundingClientRect();
                return [(one.x - all.x) / all.width, (one.y - all.y) / all.height, one.width / all.width, one.height / all.height]; })()")
            .await;
        serde_json::from_value(mark).unwrap()
    }

    /// Asserts that nothing has to be scrolled sideways in a window this wide.
    pub(crate) async fn fits(&self, width: u32) {
        self.resize(width, 900).await;
        let excess = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.value(excess).await, 0, "at {width}");
    }

    /// How bright the page's background is, from 0 to 255.
    pub(crate) async fn brightness(&self) -> u64 {
        let red =
            "Number(/\\d+/.exec(getComputedStyle(document.documentElement).backgroundColor)[0])";
        self.value(red).await.as_u64().unwrap()
    }
}
