// What the app observed. Each fact has an accessibility id; a screen shows it in an element of that id, and
// `playground.facts` has them all for scripts in a web context.
import { h } from "/.hansom/shared/dom.js";
import { valueRow } from "/.hansom/shared/rows.js";

const facts = {};
const logs = {};

export function setFact(id, value) {
  facts[id] = value;
  const shown = document.getElementById(id);
  if (shown?.classList.contains("value")) shown.textContent = text(value);
}

export function getFact(id) {
  return facts[id];
}

export function countFact(id) {
  setFact(id, (facts[id] ?? 0) + 1);
}

/** The element that shows a fact; a text in the tree even while it is empty. */
export function factText(id, tag = "span") {
  return h(tag, { class: "value", id, "data-native-type": "StaticText" }, text(facts[id]));
}

/** A row with the fact's value. */
export function factRow(label, id, options) {
  return valueRow(label, factText(id), options);
}

/** Adds a line to a log, newest first. */
export function addLine(id, line) {
  logs[id] = [line, ...(logs[id] ?? [])].slice(0, 200);
  const list = document.getElementById(id);
  if (list) list.prepend(h("li", {}, line));
}

export function clearLog(id) {
  logs[id] = [];
  document.getElementById(id)?.replaceChildren();
}

export function logPanel(label, id) {
  return h("div", { class: "panel" }, h("ul", { class: "log", id, "aria-label": label }, (logs[id] ?? []).map((line) => h("li", {}, line))));
}

export function stamp(date = new Date()) {
  return date.toISOString().slice(11, 23);
}

function text(value) {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

window.playground = { facts, logs };
