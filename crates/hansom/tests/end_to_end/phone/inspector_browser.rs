//! The inspector on a browser, used in another one as a person would.

use hansom_testkit::eventually;
use serde_json::json;

use crate::{
    phone::page::{Look, Page},
    program::Program,
};

/// A page that says in its title what happened to it.
const TITLED: &str = "data:text/html;charset=utf-8,<title>start</title><body style='margin:0;height:4000px'>\
<button id='go' style='position:fixed;left:0;top:0;width:200px;height:100px' onclick='document.title=`clicked`'>Go there</button>\
<input id='in' aria-label='Words' style='position:fixed;left:0;top:120px;width:200px;height:60px' oninput='document.title=this.value'>\
<script>onscroll=()=>{document.title=`scrolled`}</script>";

#[tokio::test]
async fn a_browser_is_used_from_the_inspector() {
    let server = Program::serve(&[]).await;
    let downloads = tempfile::tempdir().unwrap();
    let page = Page::open(&server, Look::Dark, downloads.path()).await;
    assert!(page.brightness().await < 60);
    page.click("#start").await;
    page.fill("#start-url", TITLED).await;
    page.click("#start-now").await;
    page.wait("document.getElementById('picture').naturalHeight > 100")
        .await;
    assert_eq!(page.text("#picture-mode").await, "Screenshots");
    assert_eq!(
        page.value("document.getElementById('record').hidden").await,
        true
    );
    let browser = page.chosen().await;
    let title = async |wanted: &str| {
        let path = format!("{browser}/title");
        eventually(wanted, async || {
            (server.client.get(&path).await.value() == wanted).then_some(())
        })
        .await;
    };
    // Where things are, as shares of the window.
    let size = json!({ "script": "return [innerWidth, innerHeight]", "args": [] });
    let size = server.ask(&browser, "/execute/sync", size).await;
    let share = |x: f64, y: f64| (x / size[0].as_f64().unwrap(), y / size[1].as_f64().unwrap());

    page.draw(&[share(100.0, 50.0)], 0).await;
    title("clicked").await;
    page.draw(&[share(100.0, 150.0)], 0).await;
    page.wait("!document.getElementById('stage').hasAttribute('aria-busy')")
        .await;
    page.keys("ab").await;
    title("ab").await;
    page.wheel(300).await;
    title("scrolled").await;

    let mark = page.choose("Go there").await;
    let (right, bottom) = share(200.0, 100.0);
    for (marked, real) in mark.iter().zip([0.0, 0.0, right, bottom]) {
        assert!((marked - real).abs() < 0.01, "{mark:?}");
    }
    page.click("#language option[value=python]").await;
    let code = page.text("#locators code").await;
    assert_eq!(code, "driver.find_element(By.CSS_SELECTOR, \"#go\")");
    folding(&server, &page, &browser).await;

    assert_eq!(page.send_form("getTitle", &[]).await, "scrolled");
    let script = [("script", "return arguments[0] + 1"), ("args", "[2]")];
    assert_eq!(page.send_form("executeScript", &script).await, 3);
    page.fill("#address", "data:text/html,<title>elsewhere</title>")
        .await;
    page.click("#navigation button:last-child").await;
    title("elsewhere").await;
    page.press("#go-back").await;
    // As it was left.
    title("scrolled").await;

    // A tab that did not start it can take it up by its id.
    page.value("sessionStorage.clear()").await;
    page.reload().await;
    page.wait("document.getElementById('sessions').value === ''")
        .await;
    page.fill("#attach-id", browser.strip_prefix("/session/").unwrap())
        .await;
    page.click("#attach button").await;
    page.wait("document.getElementById('picture').naturalHeight > 100")
        .await;
    page.press("#stop").await;
    page.wait("document.getElementById('notice').textContent === 'The session has ended.'")
        .await;
    assert_eq!(
        server.client.get(&browser).await.error(),
        "invalid session id"
    );
}

/// What is folded, opened and chosen in the list stays so when it is read again, also when the page has
/// changed around it.
async fn folding(server: &Program, page: &Page<'_>, browser: &str) {
    let add = async |before: &str, markup: &str| {
        let script = format!(
            "document.querySelector({before:?}).insertAdjacentHTML('beforebegin', {markup:?})"
        );
        let body = json!({ "script": script, "args": [] });
        server.ask(browser, "/execute/sync", body).await;
        page.press("#tree-reload").await;
    };
    let row = |hint: &str| {
        format!(
            "[...document.querySelectorAll('#tree .row')].find(row => row.querySelector('.hint').textContent === '{hint}')"
        )
    };
    let seen = async || {
        page.value("[...document.querySelectorAll('#tree .row')].map(row => row.querySelector('.hint').textContent).filter(hint => hint.startsWith('#f-'))")
            .await
    };
    let turn = async |hint: &str| {
        let twisty = format!("({}).querySelector('.twisty').click()", row(hint));
        page.value(&twisty).await;
    };
    page.fill("#tree-search", " ").await;
    add(
        "#go",
        "<p id='f-one'><b id='f-in-one'>1</b></p><p id='f-two'><b id='f-in-two'>2</b></p>\
         <i id='f-a'><i id='f-b'><i id='f-c'><i id='f-d'><i id='f-e'>deep</i></i></i></i></i>",
    )
    .await;
    turn("#f-one").await;
    turn("#f-d").await;
    page.value(&format!("({}).click()", row("#f-in-two"))).await;
    let open = [
        "#f-one",
        "#f-two",
        "#f-in-two",
        "#f-a",
        "#f-b",
        "#f-c",
        "#f-d",
        "#f-e",
    ];
    assert_eq!(seen().await, json!(open));

    add("#f-one", "<p id='f-new'><b id='f-in-new'>0</b></p>").await;
    let now = [["#f-new", "#f-in-new"].as_slice(), &open].concat();
    assert_eq!(seen().await, json!(now));
    let chosen = "document.querySelector('#tree [aria-selected=true] .hint').textContent";
    assert_eq!(page.value(chosen).await, "#f-in-two");
    assert!(page.text("#attributes").await.contains("f-in-two"));

    // Folded over what is chosen: it is not opened again, and the element stays chosen.
    turn("#f-two").await;
    page.press("#tree-reload").await;
    assert!(
        !seen()
            .await
            .as_array()
            .unwrap()
            .contains(&json!("#f-in-two"))
    );
    assert!(page.text("#attributes").await.contains("f-in-two"));
    turn("#f-two").await;
    assert_eq!(page.value(chosen).await, "#f-in-two");
}
