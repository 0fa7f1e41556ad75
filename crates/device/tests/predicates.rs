//! `-ios predicate string`: what it means, and what it says when it is not one.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod screen;

use hansom_device::locator::{Locator, Predicate, Scope};
use proptest::prelude::*;

fn names(predicate: &str) -> Vec<String> {
    let locator = Locator::new("-ios predicate string", predicate).unwrap();
    let screen = screen::screen();
    let found = locator.find(Scope::Screen(&screen), false).unwrap();
    found
        .iter()
        .map(|node| node.name.clone().unwrap_or_default())
        .collect()
}

fn error(predicate: &str) -> String {
    Locator::new("-ios predicate string", predicate)
        .unwrap_err()
        .to_string()
}

#[test]
fn comparisons_of_text_number_and_truth() {
    assert_eq!(names("name == 'a'"), ["a"]);
    assert_eq!(names("name = \"a\" OR name == \"b\""), ["a", "b"]);
    assert_eq!(
        names("type == 'XCUIElementTypeCell' AND name != 'b'"),
        ["a", "c"]
    );
    assert_eq!(
        names("type == 'XCUIElementTypeCell' && name <> 'b'"),
        ["a", "c"]
    );
    assert_eq!(names("elementType == 40"), ["wifi"]);
    assert_eq!(names("enabled == false"), ["wifi"]);
    assert_eq!(names("enabled == 0 && visible == YES"), ["wifi"]);
    assert_eq!(names("value == 1"), ["wifi"]);
    assert_eq!(names("value == '1'"), ["wifi"]);
    assert_eq!(names("selected == TRUE"), ["wifi"]);
    assert_eq!(names("rect.y > 20 AND rect.width >= 100"), [""]);
    assert_eq!(names("'a' == name"), ["a"]);
    assert_eq!(names("name == nil"), [""]);
    assert_eq!(names("index == 1 AND type == 'XCUIElementTypeCell'"), ["b"]);
}

#[test]
fn operators_on_text() {
    assert_eq!(names("label BEGINSWITH 'Al'"), ["a"]);
    assert_eq!(names("label ENDSWITH '2'"), ["b"]);
    assert_eq!(names("label CONTAINS 'amm'"), ["c"]);
    assert_eq!(names("label LIKE '*eta ?'"), ["b"]);
    assert_eq!(names("label MATCHES '[AB].*'"), ["a", "b"]);
    assert_eq!(
        names("label MATCHES 'lph'"),
        Vec::<String>::new(),
        "a match is of the whole text"
    );
    assert_eq!(names("name IN {'a', 'c', 'x'}"), ["a", "c"]);
    assert_eq!(
        names("name IN 'abc' AND type == 'XCUIElementTypeCell'"),
        ["a", "b", "c"]
    );
    assert_eq!(names("rect.x BETWEEN {5, 15}"), [""]);
}

#[test]
fn case_and_diacritics_are_overlooked_on_request() {
    assert_eq!(names("label == 'alpha'"), Vec::<String>::new());
    assert_eq!(names("label ==[c] 'ALPHA'"), ["a"]);
    assert_eq!(names("label CONTAINS[d] 'Cafe'"), [""]);
    assert_eq!(names("label BEGINSWITH[cd] 'cafe groß'"), [""]);
    assert_eq!(names("label LIKE[c] 'GAMM?'"), ["c"]);
    assert_eq!(names("label MATCHES[cd] 'cafe .*'"), [""]);
}

#[test]
fn logic_binds_as_in_the_original() {
    assert_eq!(names("name == 'a' OR name == 'b' AND enabled == 0"), ["a"]);
    assert_eq!(
        names("(name == 'a' OR name == 'wifi') AND enabled == 0"),
        ["wifi"]
    );
    assert_eq!(
        names("NOT (type != 'XCUIElementTypeTable')"),
        ["first", "second"]
    );
    assert_eq!(
        names("! type != 'XCUIElementTypeTable'"),
        ["first", "second"]
    );
    assert_eq!(names("TRUEPREDICATE").len(), 12);
    assert_eq!(names("not truepredicate or name == 'a'"), ["a"]);
}

#[test]
fn escapes_in_text() {
    assert_eq!(names(r"name == '\u0061'"), ["a"]);
    assert_eq!(names(r#"name == "\a""#), ["a"]);
    assert!(names(r#"name == 'it\'s "x"\n'"#).is_empty());
}

#[test]
fn errors_say_what_was_expected_and_where() {
    assert_eq!(
        error("name 'a'"),
        "predicate string: expected an operator (==, !=, <, <=, >, >=, BEGINSWITH, ENDSWITH, CONTAINS, LIKE, \
         MATCHES, IN, BETWEEN) at position 6, found `'a'`"
    );
    assert_eq!(
        error("name == 'ä"),
        "predicate string: expected the closing ' at position 11, but the text ends there"
    );
    assert!(error("nme == 'a'").contains("expected an attribute (type, elementType, name, label"));
    assert!(error("").contains("at position 1, but the text ends there"));
    assert!(error("(name == 'a'").contains("expected AND, OR or `)`"));
    assert!(error("name == 'a' name").contains("expected the end at position 13"));
    assert!(error("name ==[x] 'a'").contains("`c]`, `d]` or `cd]`"));
    assert!(error("name MATCHES '(?=a)'").contains("a regular expression (look-around"));
    assert!(error("name MATCHES label").contains("a quoted pattern"));
    assert!(error("index BETWEEN {1}").contains("two bounds"));
    assert!(error("name == {1, 2}").contains("IN and BETWEEN"));
    assert!(error(r"name == '\u12'").contains("four hexadecimal digits"));
}

#[test]
fn hostile_text_is_refused_and_not_followed_down() {
    assert!(error(&"(".repeat(100_000)).contains("levels of nesting"));
    assert!(error(&"NOT ".repeat(100_000)).contains("levels of nesting"));
    assert!(error(&format!("name MATCHES '{}'", "(a{500}){500}")).contains("size limit"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_panic(text in ".{0,200}") {
        let _ = Predicate::parse(&text);
    }

    #[test]
    fn text_made_of_tokens_is_read_or_refused_and_evaluated(tokens in proptest::collection::vec(prop::sample::select(vec![
        "name", "label", "rect.x", "==", "!=", "<", "CONTAINS", "[cd]", "MATCHES", "LIKE", "IN", "BETWEEN", "{", "}", ",", "(", ")",
        "AND", "OR", "NOT", "!", "'a'", "\"é\"", "'.*'", "'", "1", "-2.5", "nil", "TRUEPREDICATE", "YES", "\\", "\u{e9}", " ",
    ]), 0..24)) {
        if let Ok(predicate) = Predicate::parse(&tokens.join(" ")) {
            let screen = screen::screen();
            let _ = Locator::Predicate(predicate).find(Scope::Screen(&screen), false);
        }
    }
}
