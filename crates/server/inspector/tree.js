// The element tree: a flat list of rows, one tab stop, arrow keys as in any tree.
import { emit, on } from "./bus.js";
import { byId, h } from "./dom.js";
import { attempt } from "./notice.js";
import { session } from "./session.js";
import { every, readTree } from "./sources.js";

const SETTLED_MS = 700;

let root = null;
let chosen = null;
let open = new Set();
let rows = new Map();

const short = (tag) => tag.replace(/^XCUIElementType/, "");

function hint(node) {
  const { id, class: classes, name } = node.attributes;
  if (node.mobile) return name && name !== node.text ? `#${name}` : "";
  return (id ? `#${id}` : "") + (classes ? `.${classes.trim().split(/\s+/).slice(0, 2).join(".")}` : "");
}

const words = (node) => [node.tag, node.text, ...Object.values(node.attributes)].join(" ").toLowerCase();

// The nodes a search shows: matches and the way to them.
function matching(wanted) {
  const shown = new Set();
  let matches = 0;
  for (const node of every(root)) {
    if (!words(node).includes(wanted)) continue;
    matches += 1;
    for (let up = node; up; up = up.parent) shown.add(up);
  }
  return { shown, matches };
}

function row(node, level, expanded) {
  const leaf = node.children.length === 0;
  return h("li", {
    role: "treeitem", tabindex: node === chosen ? 0 : -1, class: "row",
    "aria-level": level, "aria-expanded": leaf ? null : String(expanded), "aria-selected": String(node === chosen),
    onclick: (event) => {
      if (event.target.classList.contains("twisty")) toggle(node, !expanded);
      else emit("select", node);
    },
    onpointerenter: () => emit("hover", node),
    onpointerleave: () => emit("hover", null),
  },
  h("span", { class: "twisty", "aria-hidden": "true" }, leaf ? "" : expanded ? "▾" : "▸"),
  h("span", { class: "tag" }, short(node.tag)),
  h("span", { class: "hint" }, hint(node)),
  h("span", { class: "words" }, node.text));
}

function show() {
  const list = byId("tree");
  const wanted = byId("tree-search").value.trim().toLowerCase();
  const found = wanted && root ? matching(wanted) : null;
  rows = new Map();
  const add = (node, level) => {
    if (found && !found.shown.has(node)) return;
    const expanded = found ? true : open.has(node);
    const item = row(node, level, expanded);
    item.style.setProperty("--level", level);
    rows.set(node, item);
    if (expanded) for (const child of node.children) add(child, level + 1);
  };
  if (root) add(root, 1);
  list.replaceChildren(...rows.values());
  if (!list.querySelector("[tabindex='0']")) list.firstElementChild?.setAttribute("tabindex", "0");
  byId("tree-count").textContent = found ? `${found.matches} found` : root ? `${[...every(root)].length} elements` : "";
}

function toggle(node, expanded) {
  open[expanded ? "add" : "delete"](node);
  show();
  rows.get(node)?.focus();
}

function reveal(node) {
  for (let up = node?.parent; up; up = up.parent) open.add(up);
  show();
  rows.get(node)?.scrollIntoView({ block: "nearest" });
}

// The smallest element at a point; of equal ones the deepest.
export function nodeAt({ x, y }) {
  let best = null;
  if (!root) return best;
  for (const node of every(root)) {
    const rect = node.rect;
    if (!rect || node.attributes.visible === "false") continue;
    if (x < rect.x || y < rect.y || x >= rect.x + rect.width || y >= rect.y + rect.height) continue;
    if (!best || rect.width * rect.height <= best.rect.width * best.rect.height) best = node;
  }
  return best;
}

// Reads the tree again; what was chosen, and what has focus, stays so where the same kind of element is at
// its place.
export async function reload(how) {
  const read = await readTree(how);
  // Only now: meanwhile another may have been chosen.
  const focused = [...rows].find(([, item]) => item === document.activeElement)?.[0];
  const [same, sameFocused] = [chosen, focused].map((node) => node && counterpart(node, read));
  root = read;
  open = new Set([...every(root)].filter((node) => depth(node) < (node.mobile ? 14 : 5)));
  emit("select", same ?? null);
  rows.get(sameFocused)?.focus();
  emit("read");
}

function counterpart(node, other) {
  const found = wayTo(node).reduce((up, at) => up?.children[at], other);
  return found?.tag === node.tag ? found : null;
}

function wayTo(node) {
  const way = [];
  for (let up = node; up.parent; up = up.parent) way.unshift(up.parent.children.indexOf(up));
  return way;
}

// After a command, once it is quiet: the screen may still move.
let later = 0;
function reloadSoon() {
  clearTimeout(later);
  later = setTimeout(() => {
    if (session() && byId("auto-refresh").checked) reload({ quiet: true }).catch((error) => console.info("elements:", error.message));
  }, SETTLED_MS);
}

function depth(node) {
  let count = 0;
  for (let up = node.parent; up; up = up.parent) count += 1;
  return count;
}

function move(event) {
  const all = [...rows.keys()];
  const at = all.findIndex((node) => rows.get(node) === document.activeElement);
  const node = all[at];
  if (!node) return;
  const go = (target) => rows.get(target)?.focus();
  const act = {
    ArrowDown: () => go(all[at + 1]),
    ArrowUp: () => go(all[at - 1]),
    Home: () => go(all[0]),
    End: () => go(all.at(-1)),
    ArrowRight: () => (open.has(node) ? go(node.children[0]) : node.children.length && toggle(node, true)),
    ArrowLeft: () => (open.has(node) && node.children.length ? toggle(node, false) : go(node.parent)),
    Enter: () => emit("select", node),
    " ": () => emit("select", node),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

export function setUp() {
  on("select", (node) => {
    const focused = byId("tree").contains(document.activeElement);
    chosen = node;
    reveal(node);
    if (focused) rows.get(node)?.focus();
  });
  on("changed", reloadSoon);
  on("session", (chosenSession) => {
    root = null;
    chosen = null;
    show();
    if (chosenSession) attempt(byId("tree"), () => reload({ quiet: true }));
  });
  byId("tree").addEventListener("keydown", move);
  byId("tree").addEventListener("focusin", (event) => {
    const node = [...rows].find(([, item]) => item === event.target)?.[0];
    if (node) emit("hover", node);
  });
  byId("tree-search").addEventListener("input", () => reveal(chosen));
  byId("tree-reload").addEventListener("click", (event) => session() && attempt(event.currentTarget, reload));
}
