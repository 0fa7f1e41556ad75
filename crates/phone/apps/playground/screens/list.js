// A long list: scrolling, tapping a cell, swiping one to the left to delete it.
import { h } from "/.hansom/shared/dom.js";
import { group } from "/.hansom/shared/rows.js";
import { factRow, getFact, setFact } from "../facts.js";
import { swipeOpen } from "../swipe.js";
import { t } from "../strings.js";

const ROWS = 80;

export function start() {
  setFact("list-count", ROWS);
  setFact("list-scroll", 0);
}

export function render(root) {
  setFact("list-count", ROWS);
  root.append(
    group("", [
      factRow(t("cells"), "list-count"),
      factRow(t("tapped"), "list-tapped"),
      factRow(t("deleted"), "list-deleted"),
      factRow(t("scroll"), "list-scroll"),
    ]),
    group(t("cells"), Array.from({ length: ROWS }, (_, index) => cell(index + 1)), { id: "list", note: t("list.end") }),
  );
  const follow = () => setFact("list-scroll", Math.round(scrollY));
  addEventListener("scroll", follow, { passive: true });
  return () => removeEventListener("scroll", follow);
}

function cell(number) {
  const name = `${t("row")} ${number}`;
  const front = h("button", { type: "button", class: "front", id: `cell-${number}`, "aria-label": name },
    h("span", { class: "number", "aria-hidden": "true" }, String(number)),
    h("span", { class: "text", "aria-hidden": "true" }, name, h("small", {}, t("row.hint"))));
  const remove = h("button", { type: "button", class: "delete", id: `delete-${number}`, "aria-label": `${t("delete")} ${number}`, hidden: true }, t("delete"));
  const item = h("li", { class: "cell" }, remove, front);
  const wasSwiped = swipeOpen(front, (open) => (remove.hidden = !open));
  front.addEventListener("click", () => wasSwiped() || setFact("list-tapped", name));
  remove.addEventListener("click", () => {
    item.remove();
    setFact("list-deleted", name);
    setFact("list-count", getFact("list-count") - 1);
  });
  return item;
}
