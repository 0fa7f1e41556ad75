// Geolocation: one position, or a watch that lists each.
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { addLine, clearLog, countFact, factRow, logPanel, setFact, stamp } from "../facts.js";
import { t } from "../strings.js";

let watch = null;

export function start() {
  setFact("position-count", 0);
  setFact("position-state", "idle");
}

export function render(root) {
  const toggle = button("", "watch-button", () => {
    if (watch === null) begin();
    else end();
    label(toggle);
  });
  label(toggle);
  root.append(
    buttons(toggle, button(t("position.once"), "position-once-button", once, "quiet")),
    group("", [
      factRow(t("state"), "position-state"),
      factRow(t("latitude"), "position-latitude"),
      factRow(t("longitude"), "position-longitude"),
      factRow(t("altitude"), "position-altitude"),
      factRow(t("accuracy"), "position-accuracy"),
      factRow(t("speed"), "position-speed"),
      factRow(t("heading"), "position-heading"),
      factRow(t("positions"), "position-count"),
      factRow(t("failure"), "position-error"),
    ]),
    logPanel(t("positions"), "position-log"),
  );
}

function label(toggle) {
  toggle.textContent = watch === null ? t("watch.start") : t("watch.stop");
}

function begin() {
  setFact("position-count", 0);
  setFact("position-error", "");
  setFact("position-state", "waiting");
  clearLog("position-log");
  watch = navigator.geolocation.watchPosition(seen, failed, { enableHighAccuracy: true });
}

function end() {
  navigator.geolocation.clearWatch(watch);
  watch = null;
  setFact("position-state", "idle");
}

function once() {
  setFact("position-error", "");
  setFact("position-state", "waiting");
  navigator.geolocation.getCurrentPosition(seen, failed, { enableHighAccuracy: true, timeout: 20_000 });
}

function seen({ coords }) {
  for (const name of ["latitude", "longitude", "altitude", "accuracy", "speed", "heading"]) {
    const value = coords[name];
    setFact(`position-${name}`, Number.isFinite(value) ? value : null);
  }
  countFact("position-count");
  setFact("position-state", watch === null ? "found" : "watching");
  addLine("position-log", `${stamp()}  ${coords.latitude}, ${coords.longitude}`);
}

function failed(error) {
  const name = { 1: "PERMISSION_DENIED", 2: "POSITION_UNAVAILABLE", 3: "TIMEOUT" }[error.code];
  setFact("position-error", name);
  setFact("position-state", "failed");
}
