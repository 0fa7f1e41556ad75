//! The tree of the screen as text: XML in the shape clients know, JSON, and a plain description.
//!
//! Here, and not in the driver, because a device that evaluates XPath must do so over the same XML
//! that a client reads.

use std::fmt::Write;

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, Event},
};
use serde_json::{Map, Value, json};

use crate::{Node, SourceOptions, locator::with_prefix};

/// The attributes of a node in the order in which they are written.
fn attributes(node: &Node) -> Vec<(&'static str, String)> {
    let mut all = vec![("type", with_prefix(&node.element_type))];
    let texts = [
        ("value", &node.value),
        ("name", &node.name),
        ("label", &node.label),
        ("placeholderValue", &node.placeholder),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            all.push((name, text.clone()));
        }
    }
    for (name, fact) in [
        ("enabled", node.enabled),
        ("visible", node.visible),
        ("accessible", node.accessible),
        ("selected", node.selected),
        ("focused", node.focused),
    ] {
        // As the peers do: what is seldom true is only said when it is.
        if fact || !matches!(name, "selected" | "focused") {
            all.push((name, fact.to_string()));
        }
    }
    for (name, number) in [
        ("x", node.rect.x),
        ("y", node.rect.y),
        ("width", node.rect.width),
        ("height", node.rect.height),
    ] {
        all.push((name, number.round().to_string()));
    }
    all.push(("index", node.index.to_string()));
    all
}

/// The tree as XML: an element per node, named by its type. Without recursion: a tree may be deep.
pub fn xml(root: &Node, options: &SourceOptions) -> String {
    enum Step<'t> {
        Enter(&'t Node, usize),
        Leave(String),
    }
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    // Writing into memory cannot fail.
    let mut write = |event: Event<'_>| drop(writer.write_event(event));
    write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    let mut steps = vec![Step::Enter(root, 1)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(name) => write(Event::End(BytesEnd::new(name))),
            Step::Enter(node, depth) => {
                let name = with_prefix(&node.element_type);
                let mut start = BytesStart::new(name.clone());
                for (key, value) in attributes(node) {
                    if !options.excluded_attributes.iter().any(|out| out == key) {
                        start.push_attribute((key, printable(&value).as_str()));
                    }
                }
                let children = shown_children(node, depth, options);
                if children.is_empty() {
                    write(Event::Empty(start));
                } else {
                    write(Event::Start(start));
                    steps.push(Step::Leave(name));
                    let inner = children.iter().rev();
                    steps.extend(inner.map(|child| Step::Enter(child, depth + 1)));
                }
            }
        }
    }
    String::from_utf8(writer.into_inner()).unwrap_or_default()
}

/// The children of a node at a level, none when they would lie too deep.
fn shown_children<'t>(node: &'t Node, depth: usize, options: &SourceOptions) -> &'t [Node] {
    if options.max_depth.is_some_and(|max| depth >= max) {
        &[]
    } else {
        &node.children
    }
}

/// Without the characters that XML 1.0 cannot hold even when escaped.
fn printable(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_control() || matches!(c, '\t' | '\n' | '\r'))
        .filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}'))
        .collect()
}

/// The tree as JSON, with the keys of the agent's own JSON source.
pub fn json(root: &Node, options: &SourceOptions) -> Value {
    json_at(root, 1, options)
}

fn json_at(root: &Node, depth: usize, options: &SourceOptions) -> Value {
    let mut object = Map::new();
    let wanted = |name: &str| !options.excluded_attributes.iter().any(|out| out == name);
    object.insert("type".into(), root.element_type.as_str().into());
    for (name, text) in [
        ("name", &root.name),
        ("label", &root.label),
        ("value", &root.value),
        ("placeholderValue", &root.placeholder),
    ] {
        if wanted(name) {
            object.insert(name.into(), json!(text));
        }
    }
    for (name, fact) in [
        ("isEnabled", root.enabled),
        ("isVisible", root.visible),
        ("isAccessible", root.accessible),
        ("isFocused", root.focused),
        ("isSelected", root.selected),
    ] {
        if wanted(&name[2..].to_lowercase()) {
            object.insert(name.into(), u8::from(fact).to_string().into());
        }
    }
    object.insert("rect".into(), json!(root.rect));
    let children = shown_children(root, depth, options);
    if !children.is_empty() {
        let inner = children
            .iter()
            .map(|child| json_at(child, depth + 1, options));
        object.insert("children".into(), inner.collect());
    }
    Value::Object(object)
}

/// The tree as lines for a person, indented by depth.
pub fn description(root: &Node, options: &SourceOptions) -> String {
    let mut text = String::new();
    let mut nodes = vec![(root, 1)];
    while let Some((node, depth)) = nodes.pop() {
        text.push_str(&"  ".repeat(depth - 1));
        describe(&mut text, node);
        let children = shown_children(node, depth, options).iter().rev();
        nodes.extend(children.map(|child| (child, depth + 1)));
    }
    text
}

fn describe(text: &mut String, node: &Node) {
    let rect = node.rect;
    // Writing into a String cannot fail.
    let _ = write!(
        text,
        "{}, {{{{{}, {}}}, {{{}, {}}}}}",
        node.element_type, rect.x, rect.y, rect.width, rect.height
    );
    for (name, value) in [
        ("identifier", &node.name),
        ("label", &node.label),
        ("value", &node.value),
    ] {
        if let Some(value) = value {
            let _ = write!(text, ", {name}: '{value}'");
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    fn tree() -> Node {
        Node {
            element_type: "Application".into(),
            name: Some("Play & <Ground>".into()),
            visible: true,
            enabled: true,
            rect: Rect {
                width: 390.0,
                height: 844.4,
                ..Rect::default()
            },
            children: vec![Node {
                element_type: "TextField".into(),
                value: Some("a \"quote\"\u{0}\n".into()),
                placeholder: Some("type".into()),
                focused: true,
                index: 0,
                ..Node::default()
            }],
            ..Node::default()
        }
    }

    #[test]
    fn xml_has_the_shape_clients_know() {
        assert_eq!(
            xml(&tree(), &SourceOptions::default()),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <XCUIElementTypeApplication type=\"XCUIElementTypeApplication\" name=\"Play &amp; &lt;Ground&gt;\" \
             enabled=\"true\" visible=\"true\" accessible=\"false\" x=\"0\" y=\"0\" width=\"390\" height=\"844\" index=\"0\">\n  \
             <XCUIElementTypeTextField type=\"XCUIElementTypeTextField\" value=\"a &quot;quote&quot;&#10;\" \
             placeholderValue=\"type\" enabled=\"false\" visible=\"false\" accessible=\"false\" focused=\"true\" x=\"0\" y=\"0\" \
             width=\"0\" height=\"0\" index=\"0\"/>\n\
             </XCUIElementTypeApplication>"
        );
    }

    #[test]
    fn excluded_attributes_are_left_out() {
        let options = SourceOptions {
            excluded_attributes: vec!["visible".into(), "x".into()],
            max_depth: None,
        };
        let xml = xml(&tree(), &options);
        assert!(!xml.contains("visible=") && !xml.contains(" x="), "{xml}");
        assert!(xml.contains("enabled="), "{xml}");
        assert_eq!(json(&tree(), &options).get("isVisible"), None);
    }

    #[test]
    fn a_description_is_indented_by_depth() {
        let text = description(&tree(), &SourceOptions::default());
        assert!(
            text.starts_with(
                "Application, {{0, 0}, {390, 844.4}}, identifier: 'Play & <Ground>'\n  TextField"
            ),
            "{text}"
        );
    }

    #[test]
    fn what_lies_too_deep_is_left_out_everywhere() {
        let options = SourceOptions {
            max_depth: Some(1),
            ..SourceOptions::default()
        };
        assert!(!xml(&tree(), &options).contains("TextField"));
        assert_eq!(json(&tree(), &options).get("children"), None);
        assert_eq!(description(&tree(), &options).lines().count(), 1);
    }
}
