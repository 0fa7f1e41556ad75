// Screen, orientation, appearance, connection.
import { group } from "/.hansom/shared/rows.js";
import { addLine, countFact, factRow, logPanel, setFact, stamp } from "../facts.js";
import { t } from "../strings.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function start() {
  for (const id of ["orientation-changes", "appearance-changes", "resize-count"]) setFact(id, 0);
  publish();
  screen.orientation.addEventListener("change", () => {
    countFact("orientation-changes");
    publish();
    addLine("display-log", `${stamp()}  ${screen.orientation.type} ${screen.orientation.angle}`);
  });
  dark.addEventListener("change", () => {
    countFact("appearance-changes");
    publish();
    addLine("display-log", `${stamp()}  ${dark.matches ? "dark" : "light"}`);
  });
  addEventListener("resize", () => {
    countFact("resize-count");
    publish();
  });
  for (const type of ["online", "offline"]) addEventListener(type, publish);
}

export function render(root) {
  root.append(
    group(t("orientation"), [
      factRow("screen.orientation", "orientation-type"),
      factRow(t("angle"), "orientation-angle"),
      factRow("window.orientation", "window-orientation"),
      factRow(t("changes"), "orientation-changes"),
    ]),
    group(t("appearance"), [
      factRow(t("appearance"), "appearance"),
      factRow(t("changes"), "appearance-changes"),
    ]),
    group(t("screen"), [
      factRow(t("screen"), "screen-size"),
      factRow(t("viewport"), "viewport-size"),
      factRow(t("pixel.ratio"), "pixel-ratio"),
      factRow(t("touch.points"), "touch-points"),
      factRow(t("pointer"), "pointer"),
      factRow(t("online"), "online"),
    ]),
    logPanel(t("log"), "display-log"),
  );
  publish();
}

function publish() {
  setFact("orientation-type", screen.orientation.type);
  setFact("orientation-angle", screen.orientation.angle);
  setFact("window-orientation", window.orientation);
  setFact("appearance", dark.matches ? "dark" : "light");
  setFact("screen-size", `${screen.width} x ${screen.height}`);
  setFact("viewport-size", `${innerWidth} x ${innerHeight}`);
  setFact("pixel-ratio", devicePixelRatio);
  setFact("touch-points", navigator.maxTouchPoints);
  setFact("pointer", matchMedia("(pointer: coarse)").matches ? "coarse" : "fine");
  setFact("online", navigator.onLine);
}
