// What of a phone the tree shows and commands go to: its screen, or the page of an app.
import { on } from "./bus.js";
import { byId, options } from "./dom.js";
import { attempt } from "./notice.js";
import { get, post, session } from "./session.js";
import { reload } from "./tree.js";

const QUIET = { quiet: true };
const title = (name) => (name === "NATIVE_APP" ? "Screen" : name.replace(/^WEBVIEW_/, "Page "));

let shown = "";

function show(names, now) {
  const state = JSON.stringify([names, now]);
  if (state === shown) return;
  shown = state;
  const select = byId("context");
  options(select, names.map((name) => [name, title(name)]), now);
  select.hidden = names.length < 2;
}

async function read() {
  if (!session()?.mobile) return show([], "");
  show(await get("/contexts", QUIET), await get("/context", QUIET));
}

async function enter(name) {
  await post("/context", { name });
  await reload(QUIET);
}

export function setUp() {
  on("session", () => show([], ""));
  on("read", () => read().catch((error) => console.info("contexts:", error.message)));
  byId("context").addEventListener("change", ({ target }) => attempt(target, () => enter(target.value)));
}
