// Grouped lists as elements: a group has a heading and rows.
import { h } from "./dom.js";
import { glyph, icon } from "./icons.js";

export function group(title, rows, { note, icons, id } = {}) {
  return h("section", { class: "group", "aria-label": title || null },
    title ? h("h2", {}, title) : null,
    h("ul", { class: icons ? "rows with-icons" : "rows", id }, rows.map((row) => (row.tagName === "LI" ? row : h("li", {}, row)))),
    note ? h("p", { class: "note" }, note) : null);
}

/** A row that leads somewhere. */
export function linkRow(label, href, { id, name, tint, current, value } = {}) {
  return h("a", { class: "row", href, id, "aria-label": label, "aria-current": current ? "page" : null },
    name ? glyph(name, tint) : null,
    h("span", { class: "label", "aria-hidden": "true" }, label),
    value ? h("span", { class: "value" }, value) : null,
    icon("chevron", "chevron"));
}

/** A label and a value that other code keeps current. */
export function valueRow(label, value, { stacked } = {}) {
  return h("div", { class: stacked ? "row stacked" : "row" }, h("span", { class: "label" }, label), value);
}

export function switchRow(label, { id, checked, onchange, name, tint }) {
  const box = h("input", { type: "checkbox", role: "switch", class: "switch", id, "aria-label": label, checked, onchange });
  return choiceRow(label, box, name ? glyph(name, tint) : null);
}

/** A control with its words; a tap on either counts. In the tree the words stand once, beside the control. */
export function choiceRow(label, control, picture) {
  return h("label", { class: "row", "data-native-type": "Other" }, picture, h("span", { class: "label" }, label), control);
}

export function button(label, id, onclick, look = "") {
  return h("button", { type: "button", class: `button ${look}`, id, onclick }, label);
}

export function buttons(...list) {
  return h("div", { class: "buttons" }, list);
}

export function field(label, control) {
  control.classList.add("input");
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control);
}
