// What was sent and answered, with times; newest first.
import { on } from "./bus.js";
import { byId, h } from "./dom.js";

const KEPT = 300;
const LONGEST = 4000;

function pretty(value) {
  if (value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

// The path without the part that is the same in every line.
const short = (path) => `/${path}`.replace(/^\/session\/[^/]+\//, "…/").replace(/^\/session\/[^/]+$/, "/session/…");

function line({ at, method, path, body, status, answer, failure, ms }) {
  const name = body?.script?.startsWith?.("mobile:") ? body.script : short(path);
  return h("li", {}, h("details", {},
    h("summary", { class: failure ? "failed" : null },
      h("time", { datetime: at.toISOString() }, at.toTimeString().slice(0, 8)),
      h("span", { class: "method" }, method),
      h("span", { class: "path" }, name),
      h("span", { class: "status" }, String(status ?? "–")),
      h("span", { class: "ms" }, `${ms.toFixed(ms < 10 ? 1 : 0)} ms`)),
    h("pre", {}, `${method} /${path}${body === undefined ? "" : `\n${pretty(body)}`}`),
    h("pre", {}, answer === undefined ? failure ?? "" : pretty(answer))));
}

export function setUp() {
  const list = byId("log");
  let commands = 0;
  on("sent", (entry) => {
    list.prepend(line(entry));
    while (list.children.length > KEPT) list.lastElementChild.remove();
    commands += 1;
    byId("log-count").textContent = `${commands} sent`;
  });
  byId("log-clear").addEventListener("click", () => {
    list.replaceChildren();
    commands = 0;
    byId("log-count").textContent = "";
  });
}
