// The chosen element: what to do with it, its locators with code, its attributes.
import { on } from "./bus.js";
import { byId, h, options } from "./dom.js";
import { tap } from "./gestures.js";
import { suggest } from "./locators.js";
import { attempt, notice } from "./notice.js";
import { post } from "./session.js";
import { LANGUAGES, snippet } from "./snippets.js";

const KEY = "hansom-language";
let node = null;

async function copy(text) {
  // Only pages at secure addresses may write to the clipboard; elsewhere the text can be marked.
  await navigator.clipboard.writeText(text);
  notice("Copied.");
}

async function count({ using, value }) {
  const found = await post("/elements", { using, value });
  notice(`${found.length} found by ${using}.`, found.length === 1 ? "info" : "error");
}

function locator(suggestion) {
  const code = snippet(byId("language").value, suggestion);
  const many = suggestion.count > 1;
  return h("li", { class: "locator" },
    h("div", { class: "locator-head" },
      h("span", { class: "using" }, suggestion.using),
      h("span", { class: many ? "badge warn" : "badge ok" }, many ? `${suggestion.count} fit` : "unique"),
      h("button", { type: "button", class: "small", "aria-label": `Try ${suggestion.using}`, onclick: (event) => attempt(event.currentTarget, () => count(suggestion)) }, "Try"),
      navigator.clipboard ? h("button", { type: "button", class: "small", "aria-label": `Copy code for ${suggestion.using}`, onclick: () => copy(code) }, "Copy") : null),
    h("code", {}, code));
}

const middle = ({ x, y, width, height }) => ({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) });

function facts() {
  const { x, y, width, height } = node.rect ?? {};
  const rect = node.rect ? [["rect", [x, y, width, height].map((n) => Math.round(n * 10) / 10).join(", ")]] : [];
  const text = !node.mobile && node.text ? [["text", node.text]] : [];
  return [["tag", node.tag], ...text, ...Object.entries(node.attributes), ...rect];
}

function show() {
  byId("details-empty").hidden = Boolean(node);
  byId("details-content").hidden = !node;
  if (!node) return;
  const suggestions = suggest(node);
  byId("locators").replaceChildren(...suggestions.map(locator));
  byId("locators-none").hidden = suggestions.length > 0;
  byId("attributes").replaceChildren(...facts().map(([name, value]) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value))));
}

export function setUp() {
  const language = byId("language");
  options(language, LANGUAGES, localStorage.getItem(KEY) ?? "python");
  language.addEventListener("change", () => {
    localStorage.setItem(KEY, language.value);
    show();
  });
  byId("tap-element").addEventListener("click", (event) => {
    if (node?.rect) attempt(event.currentTarget, () => tap(middle(node.rect)));
  });
  on("select", (chosen) => {
    node = chosen;
    show();
  });
  on("session", () => {
    node = null;
    show();
  });
}
