// Elements in one line: h("button", {id: "save", onclick: save}, "Save"). Children become text nodes,
// never markup: much of what is shown here was written by a page under test.
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value") node.value = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const byId = (id) => document.getElementById(id);

let fields = 0;

// A label with its control, tied by an id.
export function field(label, control, hint) {
  control.id ||= `field-${++fields}`;
  return h("div", { class: "field" }, h("label", { for: control.id }, label, hint ? h("small", {}, ` ${hint}`) : null), control);
}

export function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}
