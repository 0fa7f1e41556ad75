//! Finding nodes in a tree, in document order.

use super::{
    ClassChain, Locator,
    chain::{Filter, Step},
    element_types::without_prefix,
};
use crate::Node;

/// Where to look.
#[derive(Debug, Clone, Copy)]
pub enum Scope<'t> {
    /// In a whole tree, its root included.
    Screen(&'t Node),
    /// Among the descendants of a node.
    Inside(&'t Node),
}

impl Locator {
    /// The nodes it finds, in document order; with `first` at most one. `None` for XPath, whose
    /// engine belongs to the device.
    pub fn find<'t>(&self, scope: Scope<'t>, first: bool) -> Option<Vec<&'t Node>> {
        let matching = |test: &dyn Fn(&Node) -> bool| {
            let (root, skip) = match scope {
                Scope::Screen(root) => (root, 0),
                Scope::Inside(root) => (root, 1),
            };
            let all = Walk::new(root).skip(skip).filter(|node| test(node));
            all.take(if first { 1 } else { usize::MAX }).collect()
        };
        Some(match self {
            Locator::XPath(_) => return None,
            // What has no name is known by its label.
            Locator::AccessibilityId(id) => {
                matching(&|node| node.name.as_ref().or(node.label.as_ref()) == Some(id))
            }
            Locator::ClassName(name) => {
                let name = without_prefix(name);
                matching(&|node| name == "Any" || node.element_type == name)
            }
            Locator::Predicate(predicate) => matching(&|node| predicate.matches(node)),
            Locator::ClassChain(chain) => {
                let (Scope::Screen(root) | Scope::Inside(root)) = scope;
                let mut found = chain.find(root);
                if first {
                    found.truncate(1);
                }
                found
            }
        })
    }
}

impl ClassChain {
    /// Steps start below the root.
    fn find<'t>(&self, root: &'t Node) -> Vec<&'t Node> {
        let flat = Flat::new(root);
        let mut current = vec![0];
        for step in &self.steps {
            current = flat.step(&current, step);
        }
        current.into_iter().map(|at| flat.nodes[at]).collect()
    }
}

/// A tree as a list in document order: a subtree is a range, so steps need no recursion and never
/// find a node twice.
struct Flat<'t> {
    nodes: Vec<&'t Node>,
    /// Where each node's subtree ends.
    ends: Vec<usize>,
    parents: Vec<usize>,
}

impl<'t> Flat<'t> {
    fn new(root: &'t Node) -> Self {
        let mut flat = Self {
            nodes: Vec::new(),
            ends: Vec::new(),
            parents: Vec::new(),
        };
        let mut stack = vec![(root, 0)];
        while let Some((node, parent)) = stack.pop() {
            let at = flat.nodes.len();
            flat.nodes.push(node);
            flat.ends.push(at + 1);
            flat.parents.push(parent);
            stack.extend(node.children.iter().rev().map(|child| (child, at)));
        }
        // Children come after their parent, so going backwards each end is final when it is passed up.
        for at in (1..flat.nodes.len()).rev() {
            let parent = flat.parents[at];
            flat.ends[parent] = flat.ends[parent].max(flat.ends[at]);
        }
        flat
    }

    fn step(&self, from: &[usize], step: &Step) -> Vec<usize> {
        let mut found = vec![false; self.nodes.len()];
        for &start in from {
            let inside = start + 1..self.ends[start];
            for (found, parent) in found[inside.clone()].iter_mut().zip(&self.parents[inside]) {
                *found |= step.descendants || *parent == start;
            }
        }
        let fits = |at: &usize| {
            let wanted = step.element_type.as_deref();
            wanted.is_none_or(|wanted| self.nodes[*at].element_type == wanted)
        };
        let mut current: Vec<usize> = (0..self.nodes.len())
            .filter(|at| found[*at])
            .filter(fits)
            .collect();
        for filter in &step.filters {
            current = self.filter(current, filter);
        }
        current
    }

    fn filter(&self, mut current: Vec<usize>, filter: &Filter) -> Vec<usize> {
        match filter {
            Filter::Itself(predicate) => {
                current.retain(|at| predicate.matches(self.nodes[*at]));
                current
            }
            Filter::Inside(predicate) => {
                current.retain(|at| {
                    self.nodes[at + 1..self.ends[*at]]
                        .iter()
                        .any(|node| predicate.matches(node))
                });
                current
            }
            Filter::Position(position) => {
                let distance = usize::try_from(position.unsigned_abs()).unwrap_or(usize::MAX);
                let at = if *position > 0 {
                    Some(distance - 1)
                } else {
                    current.len().checked_sub(distance)
                };
                at.and_then(|at| current.get(at).copied())
                    .into_iter()
                    .collect()
            }
        }
    }
}

/// The nodes of a tree in document order, without recursion: a tree may be deep.
struct Walk<'t>(Vec<&'t Node>);

impl<'t> Walk<'t> {
    fn new(root: &'t Node) -> Self {
        Self(vec![root])
    }
}

impl<'t> Iterator for Walk<'t> {
    type Item = &'t Node;

    fn next(&mut self) -> Option<&'t Node> {
        let node = self.0.pop()?;
        self.0.extend(node.children.iter().rev());
        Some(node)
    }
}
