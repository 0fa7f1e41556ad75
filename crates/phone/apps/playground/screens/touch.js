// A pad that shows every finger and names the gesture.
import { h } from "/.hansom/shared/dom.js";
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { factRow, setFact } from "../facts.js";
import { readGestures } from "../gestures.js";
import { t } from "../strings.js";

const COUNTS = ["tap-count", "double-tap-count", "long-press-count", "swipe-count", "pinch-count", "max-touches"];

export function start() {
  reset();
}

export function render(root) {
  const pad = h("div", { class: "pad", id: "touch-pad", role: "img", "aria-label": t("pad") }, h("span", { class: "hint", "aria-hidden": "true" }, t("pad.hint")));
  readGestures(pad);
  root.append(
    h("div", { class: "panel" }, pad),
    group("", [
      factRow(t("gesture"), "last-gesture"),
      factRow(t("touches"), "touch-count"),
      factRow(t("max.touches"), "max-touches"),
      factRow(t("taps"), "tap-count"),
      factRow(t("double.taps"), "double-tap-count"),
      factRow(t("long.presses"), "long-press-count"),
      factRow(t("swipes"), "swipe-count"),
      factRow(t("direction"), "swipe-direction"),
      factRow(t("pinches"), "pinch-count"),
      factRow(t("scale"), "pinch-scale"),
      factRow(t("rotation"), "pinch-rotation"),
      factRow(t("point"), "touch-point"),
      factRow(t("trusted"), "touch-trusted"),
    ]),
    buttons(button(t("reset"), "touch-reset", reset, "quiet")),
  );
}

function reset() {
  for (const id of COUNTS) setFact(id, 0);
  setFact("touch-count", 0);
  for (const id of ["last-gesture", "swipe-direction", "pinch-scale", "pinch-rotation", "touch-point"]) setFact(id, "");
}
