//! `-ios class chain`, the plain strategies, and what they say when something is wrong.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod screen;

use hansom_device::locator::{ClassChain, Locator, Scope};
use proptest::prelude::*;

fn find(using: &str, value: &str, first: bool) -> Vec<String> {
    let locator = Locator::new(using, value).unwrap();
    let screen = screen::screen();
    let found = locator.find(Scope::Screen(&screen), first).unwrap();
    found
        .iter()
        .map(|node| node.name.clone().unwrap_or_default())
        .collect()
}

fn chain(value: &str) -> Vec<String> {
    find("-ios class chain", value, false)
}

fn error(using: &str, value: &str) -> String {
    Locator::new(using, value).unwrap_err().to_string()
}

#[test]
fn steps_go_to_children_and_with_stars_to_descendants() {
    assert_eq!(
        chain("XCUIElementTypeWindow/XCUIElementTypeTable"),
        ["first", "second"]
    );
    assert!(
        chain("XCUIElementTypeTable").is_empty(),
        "a table is no child of the application"
    );
    assert_eq!(chain("**/XCUIElementTypeCell"), ["a", "b", "c"]);
    assert_eq!(chain("**/XCUIElementTypeTable/*"), ["a", "b", "c", "wifi"]);
    assert_eq!(
        chain("**/XCUIElementTypeCell/**/XCUIElementTypeStaticText"),
        ["a text", "b text", "c text"]
    );
    assert_eq!(
        chain("**/XCUIElementTypeAny/**/XCUIElementTypeSwitch"),
        ["wifi"],
        "no node is found twice"
    );
}

#[test]
fn filters_apply_from_left_to_right() {
    assert_eq!(chain("**/XCUIElementTypeCell[1]"), ["a"]);
    assert_eq!(chain("**/XCUIElementTypeCell[-1]"), ["c"]);
    assert_eq!(chain("**/XCUIElementTypeCell[-3]"), ["a"]);
    assert!(chain("**/XCUIElementTypeCell[4]").is_empty());
    assert!(chain("**/XCUIElementTypeCell[-4]").is_empty());
    assert_eq!(
        chain("**/XCUIElementTypeCell[`name IN {'b','c'}`]"),
        ["b", "c"]
    );
    assert_eq!(
        chain("**/XCUIElementTypeCell[`name IN {'b','c'}`][2]"),
        ["c"]
    );
    assert_eq!(chain("**/XCUIElementTypeCell[2][`name == 'b'`]"), ["b"]);
    assert_eq!(
        chain("**/XCUIElementTypeTable[$type == 'XCUIElementTypeSwitch'$]"),
        ["second"]
    );
    assert_eq!(
        chain("**/XCUIElementTypeTable[$name == 'b text'$]/XCUIElementTypeCell[-1]"),
        ["b"]
    );
    assert!(chain("**/XCUIElementTypeCell[`name == 'x``y$'`]").is_empty());
}

#[test]
fn errors_say_what_was_expected_and_where() {
    let chain = |value| error("-ios class chain", value);
    assert_eq!(
        chain("**/XCUIElementTypeCell[0]"),
        "class chain: expected a position (1 is the first, -1 the last), a predicate in back quotes or one in \
         dollar signs at position 24, found `0]`"
    );
    assert!(chain("**/XCUIElementTypeButon").contains("perhaps XCUIElementTypeButton"));
    assert!(
        chain("**/XCUIElementTypeCell[`name = `]").contains("expected an attribute, a quoted text")
    );
    assert!(
        chain("**/XCUIElementTypeCell[`nme == 1`]").contains("at position 25, found `nme == 1`]`")
    );
    assert!(chain("**/XCUIElementTypeCell[`name == 'a'").contains("the closing `"));
    assert!(chain("/XCUIElementTypeCell").contains("at position 1"));
    assert!(chain("").contains("but the text ends there"));
    assert!(chain("XCUIElementTypeCell]").contains("`/`, `[` or the end"));
}

#[test]
fn plain_strategies() {
    assert_eq!(find("accessibility id", "wifi", false), ["wifi"]);
    assert_eq!(find("id", "a", false), ["a"]);
    assert_eq!(
        find("name", "Café Größe", false),
        [""],
        "what has no name is known by its label"
    );
    assert!(
        find("accessibility id", "Alpha", false).is_empty(),
        "a name wins over a label"
    );
    assert_eq!(
        find("class name", "XCUIElementTypeCell", false),
        ["a", "b", "c"]
    );
    assert_eq!(find("class name", "Cell", true), ["a"]);
    assert_eq!(
        find("class name", "XCUIElementTypeApplication", true),
        ["app"]
    );
}

#[test]
fn a_search_inside_a_node_does_not_find_the_node() {
    let screen = screen::screen();
    let table = &screen.children[0].children[1];
    let all = |locator: Locator| {
        let found = locator.find(Scope::Inside(table), false).unwrap();
        found.len()
    };
    assert_eq!(all(Locator::new("class name", "Table").unwrap()), 0);
    assert_eq!(all(Locator::new("class name", "Cell").unwrap()), 2);
    assert_eq!(
        all(Locator::new("-ios class chain", "XCUIElementTypeCell").unwrap()),
        2
    );
    assert_eq!(
        all(Locator::new("-ios predicate string", "name BEGINSWITH 'a'").unwrap()),
        2
    );
}

#[test]
fn an_unknown_strategy_lists_the_known_ones() {
    for using in ["css selector", "tag name", "link text", "partial link text"] {
        let error = error(using, "x");
        assert!(error.contains("switch to a WEBVIEW context"), "{error}");
        assert!(error.contains("-ios class chain"), "{error}");
    }
    assert!(error("by magic", "x").contains("accessibility id, id, name, class name, xpath"));
    assert!(error("class name", "UIAButtn").contains("types look like"));
    assert!(error("xpath", " ").contains("empty"));
}

#[test]
fn a_very_deep_tree_is_searched_without_recursion() {
    let mut tree = screen::node("Cell", "leaf", vec![]);
    for _ in 0..10_000 {
        tree = screen::node("Other", "", vec![tree]);
    }
    let locator = Locator::new("-ios class chain", "**/XCUIElementTypeCell").unwrap();
    assert_eq!(locator.find(Scope::Screen(&tree), true).unwrap().len(), 1);
    let locator = Locator::new("id", "leaf").unwrap();
    assert_eq!(locator.find(Scope::Screen(&tree), true).unwrap().len(), 1);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_panic(text in ".{0,200}") {
        let _ = ClassChain::parse(&text);
    }

    #[test]
    fn text_made_of_tokens_is_read_or_refused_and_evaluated(tokens in proptest::collection::vec(prop::sample::select(vec![
        "**/", "/", "*", "XCUIElementTypeCell", "XCUIElementTypeTable", "[", "]", "`", "$", "name == 'a'", "TRUEPREDICATE",
        "1", "-1", "99999999999999999999", "-9223372036854775808", "é", "[1]", "[`name != 'x'`]", "[$index == 0$]",
    ]), 0..12)) {
        if let Ok(chain) = ClassChain::parse(&tokens.concat()) {
            let screen = screen::screen();
            let _ = Locator::ClassChain(chain).find(Scope::Screen(&screen), false);
        }
    }
}
