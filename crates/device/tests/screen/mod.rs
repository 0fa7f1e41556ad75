//! A small screen to search.

use hansom_device::{Node, Rect};

/// A node of a type with a name.
pub(crate) fn node(element_type: &str, name: &str, children: Vec<Node>) -> Node {
    Node {
        element_type: element_type.into(),
        name: (!name.is_empty()).then(|| name.into()),
        visible: true,
        enabled: true,
        children: children
            .into_iter()
            .enumerate()
            .map(|(index, child)| Node { index, ..child })
            .collect(),
        ..Node::default()
    }
}

/// Two tables, three cells, a switch, a label without a name.
pub(crate) fn screen() -> Node {
    let cell = |name: &str, label: &str| Node {
        label: Some(label.into()),
        ..node(
            "Cell",
            name,
            vec![node("StaticText", &format!("{name} text"), vec![])],
        )
    };
    let switch = Node {
        value: Some("1".into()),
        enabled: false,
        selected: true,
        ..node("Switch", "wifi", vec![])
    };
    let title = Node {
        label: Some("Café Größe".into()),
        rect: Rect {
            x: 10.0,
            y: 20.5,
            width: 100.0,
            height: 30.0,
        },
        ..node("StaticText", "", vec![])
    };
    node(
        "Application",
        "app",
        vec![node(
            "Window",
            "window",
            vec![
                title,
                node(
                    "Table",
                    "first",
                    vec![cell("a", "Alpha"), cell("b", "Beta 2")],
                ),
                node("Table", "second", vec![cell("c", "Gamma"), switch]),
            ],
        )],
    )
}
