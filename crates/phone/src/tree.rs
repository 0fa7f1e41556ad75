//! From the kernel's list of nodes to a tree.

use hansom_device::Node;
use hansom_protocol::javascript;
use serde::Deserialize;

use crate::elements::public_id;

/// A node's depth; the rest of it is read into [`Node`].
#[derive(Deserialize)]
struct Depth {
    depth: usize,
}

/// Reads the list, which is in document order. Without recursion: a page may be deep.
pub(crate) fn read(text: &str) -> Result<Node, serde_json::Error> {
    let nodes: Vec<Node> = javascript::read(text)?;
    let depths: Vec<Depth> = serde_json::from_str(text)?;
    // The way from the root to the node last read.
    let mut path: Vec<Node> = Vec::new();
    for (mut node, Depth { depth }) in nodes.into_iter().zip(depths) {
        node.id = public_id(&node.id);
        fold(&mut path, depth.max(1));
        path.push(node);
    }
    fold(&mut path, 1);
    Ok(path.pop().unwrap_or_default())
}

/// Hangs the nodes below a depth under their parents.
fn fold(path: &mut Vec<Node>, depth: usize) {
    while path.len() > depth {
        let Some(mut child) = path.pop() else { return };
        if let Some(parent) = path.last_mut() {
            child.index = parent.children.len();
            parent.children.push(child);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_depths_becomes_a_tree() {
        let list = r#"[
            {"id":"ui:app","elementType":"Application","depth":0},
            {"id":"a.1","elementType":"Window","depth":1},
            {"id":"a.2","elementType":"Cell","depth":2},
            {"id":"a.3","elementType":"Button","depth":3},
            {"id":"a.4","elementType":"Cell","depth":2}
        ]"#;
        let root = read(list).unwrap();
        let window = &root.children[0];
        let ids: Vec<_> = window
            .children
            .iter()
            .map(|node| (&*node.id, node.index))
            .collect();
        assert_eq!(ids, [("a.2", 0), ("a.4", 1)]);
        assert_eq!(window.children[0].children[0].id, "a.3");
    }

    #[test]
    fn ten_thousand_levels_are_read() {
        let list: Vec<String> = (0..10_000)
            .map(|depth| format!(r#"{{"id":"a.{depth}","depth":{depth}}}"#))
            .collect();
        let mut node = read(&format!("[{}]", list.join(","))).unwrap();
        let mut levels = 1;
        while let Some(child) = node.children.pop() {
            node = child;
            levels += 1;
        }
        assert_eq!(levels, 10_000);
    }
}
