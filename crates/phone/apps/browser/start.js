// The start page: a greeting, what went wrong, and the history.
import { h } from "/.hansom/shared/dom.js";
import { glyph, icon } from "/.hansom/shared/icons.js";
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { forget, visits } from "./history.js";

export function showStart(root, texts, open, problem) {
  const past = visits();
  root.replaceChildren(
    h("div", { class: "mark" }, icon("globe"), h("h1", { id: "start-title" }, texts.welcome), h("p", {}, texts.lead)),
    ...(problem ? [h("p", { class: "problem", id: "problem", role: "alert" }, problem)] : []),
  );
  if (!past.length) return;
  root.append(
    group(texts.history, past.map((visit, index) => visitRow(visit, index, open)), { id: "history", icons: true }),
    buttons(button(texts.clear, "clear-history", () => {
      forget();
      showStart(root, texts, open);
    }, "quiet")),
  );
}

function visitRow({ url, time }, index, open) {
  const { host } = new URL(url);
  const when = new Intl.DateTimeFormat(navigator.language, { dateStyle: "short", timeStyle: "short" }).format(time);
  return h("button", { type: "button", class: "row", id: `visit-${index + 1}`, "aria-label": url, onclick: () => open(url) },
    glyph("clock", "slate"),
    h("span", { class: "stack", "aria-hidden": "true" }, host, h("small", {}, `${when} · ${url}`)));
}
