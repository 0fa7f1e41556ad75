// What stays the same about an element when the tree is read again.

// A key for each node: the way to it by tags and by the names that apps and pages give. Neighbours that
// come or go do not change it, unless they are of the same tag and have no name either.
export function keysOf(root) {
  const keys = new Map();
  const add = (node, key) => {
    keys.set(node, key);
    const seen = new Map();
    for (const child of node.children) {
      const step = label(child);
      const nth = seen.get(step) ?? 0;
      seen.set(step, nth + 1);
      add(child, `${key}/${step}[${nth}]`);
    }
  };
  add(root, label(root));
  return keys;
}

function label({ tag, mobile, attributes: { id, name } }) {
  const given = mobile ? name : id;
  return given ? `${tag}#${given}` : tag;
}

// The same element in another tree: the one with its key; else, for names change too, the one of its tag
// at its place.
export function counterpart(node, keys, other, otherKeys) {
  const key = keys.get(node);
  for (const [found, its] of otherKeys) if (its === key) return found;
  const placed = wayTo(node).reduce((up, at) => up?.children[at], other);
  return placed?.tag === node.tag ? placed : null;
}

function wayTo(node) {
  const way = [];
  for (let up = node; up.parent; up = up.parent) way.unshift(up.parent.children.indexOf(up));
  return way;
}
