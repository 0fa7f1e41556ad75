// Storage: what is left after the app was ended, reset or installed again.
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { factRow, setFact } from "../facts.js";
import { t } from "../strings.js";

const number = (store, key) => Number(store.getItem(key) ?? 0);

export function start() {
  localStorage.setItem("launches", number(localStorage, "launches") + 1);
  publish();
}

export function render(root) {
  root.append(
    group("", [
      factRow(t("launches"), "launch-count"),
      factRow(t("local"), "storage-count"),
      factRow(t("session"), "session-count"),
      factRow(t("cookie"), "cookie-count"),
    ], { note: t("storage.note") }),
    buttons(button(t("add"), "storage-add", add), button(t("clear"), "storage-clear", clear, "quiet")),
  );
  publish();
}

function publish() {
  setFact("launch-count", number(localStorage, "launches"));
  setFact("storage-count", number(localStorage, "count"));
  setFact("session-count", number(sessionStorage, "count"));
  setFact("cookie-count", cookie());
}

function cookie() {
  return Number(/(?:^|; )count=(\d+)/.exec(document.cookie)?.[1] ?? 0);
}

function add() {
  for (const store of [localStorage, sessionStorage]) store.setItem("count", number(store, "count") + 1);
  document.cookie = `count=${cookie() + 1}; max-age=86400; samesite=strict`;
  publish();
}

function clear() {
  for (const store of [localStorage, sessionStorage]) store.removeItem("count");
  document.cookie = "count=; max-age=0; samesite=strict";
  publish();
}
