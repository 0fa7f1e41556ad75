// The element tree: a flat list of rows, one tab stop, arrow keys as in any tree.
import { emit, on } from "./bus.js";
import { byId, h } from "./dom.js";
import { counterpart, keysOf } from "./identity.js";
import { attempt } from "./notice.js";
import { session } from "./session.js";
import { every, readTree } from "./sources.js";

const SETTLED_MS = 700;
// How deep a tree is open at first: pages are deep in markup, screens in containers.
const OPEN_PAGE = 5;
const OPEN_SCREEN = 14;

let root = null;
let keys = new Map();
let chosen = null;
let rows = new Map();
// What was opened (true) or folded by hand, by key: it outlives the tree it was done in.
const folds = new Map();

const short = (tag) => tag.replace(/^XCUIElementType/, "");

function hint(node) {
  const { id, class: classes, name } = node.attributes;
  if (node.mobile) return name && name !== node.text ? `#${name}` : "";
  return (id ? `#${id}` : "") + (classes ? `.${classes.trim().split(/\s+/).slice(0, 2).join(".")}` : "");
}

const words = (node) => [node.tag, node.text, ...Object.values(node.attributes)].join(" ").toLowerCase();

const searched = () => byId("tree-search").value.trim().toLowerCase();
const isOpen = (node) => folds.get(keys.get(node)) ?? depth(node) < (node.mobile ? OPEN_SCREEN : OPEN_PAGE);
// A search shows the way to everything it finds, whatever is folded.
const isExpanded = (node) => node.children.length > 0 && (searched() !== "" || isOpen(node));

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
  const wanted = searched();
  const found = wanted && root ? matching(wanted) : null;
  rows = new Map();
  const add = (node, level) => {
    if (found && !found.shown.has(node)) return;
    const expanded = isExpanded(node);
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
  if (searched() === "") folds.set(keys.get(node), expanded);
  show();
  rows.get(node)?.focus();
}

function reveal(node) {
  for (let up = node?.parent; up; up = up.parent) if (!isOpen(up)) folds.set(keys.get(up), true);
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

// Chooses the element at a point of the picture, and shows where it is in the tree.
export function pick(point) {
  const node = nodeAt(point);
  emit("select", node);
  reveal(node);
}

// Reads the tree again; what was chosen, folded or has focus stays so.
export async function reload(how) {
  const read = await readTree(how);
  // Only now: meanwhile another may have been chosen.
  const focused = [...rows].find(([, item]) => item === document.activeElement)?.[0];
  const readKeys = keysOf(read);
  const [same, sameFocused] = [chosen, focused].map((node) => node && counterpart(node, keys, read, readKeys));
  [root, keys] = [read, readKeys];
  emit("select", same ?? null);
  rows.get(sameFocused)?.focus();
  emit("read");
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
    ArrowRight: () => (isExpanded(node) ? go(all[at + 1]) : node.children.length && toggle(node, true)),
    ArrowLeft: () => (searched() === "" && isExpanded(node) ? toggle(node, false) : go(node.parent)),
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
    show();
    if (focused) rows.get(node)?.focus();
  });
  on("changed", reloadSoon);
  on("session", (chosenSession) => {
    root = null;
    chosen = null;
    folds.clear();
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
