// Building blocks of the look: HTML and SVG elements in a chrome document, without innerHTML.
const uiDom = {
  HTML: "http://www.w3.org/1999/xhtml",
  SVG: "http://www.w3.org/2000/svg",

  /** An HTML element with attributes and children (elements or text). */
  el(root, tag, attributes = {}, children = []) {
    return uiDom.make(root.ownerDocument, uiDom.HTML, tag, attributes, children);
  },

  /** An SVG picture; `shapes` are `[tag, attributes]`. It says nothing to the tree. */
  svg(root, name, viewBox, shapes) {
    const doc = root.ownerDocument;
    const parts = shapes.map(([tag, attributes]) => uiDom.make(doc, uiDom.SVG, tag, attributes, []));
    return uiDom.make(doc, uiDom.SVG, "svg", { class: name, viewBox, "aria-hidden": "true" }, parts);
  },

  make(doc, namespace, tag, attributes, children) {
    const node = doc.createElementNS(namespace, tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  },

  /** What a test sees: type, label, value; the same words go to assistive technology. */
  ax(type, label, value) {
    return { "data-ax-type": type, "data-ax-label": label, "data-ax-value": value, "aria-label": label };
  },

  /** Empties the root and puts a fresh part into it; the root itself stays plain, so emptying it takes everything away. */
  begin(root, name, appearance, attributes = {}) {
    const part = uiDom.el(root, "div", { class: `hz ${name}`, "data-appearance": appearance === "dark" ? "dark" : "light", ...attributes });
    root.replaceChildren(part);
    return part;
  },
};
