// Motion: raw samples, and shakes counted as an app would count them.
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { addLine, countFact, factRow, logPanel, setFact, stamp } from "../facts.js";
import { t } from "../strings.js";

const STRONG = 15;
const TURNS = 4;
const QUIET = 600;

let turns = 0;
let sign = 0;
let last = 0;

export function start() {
  for (const id of ["motion-count", "shake-count", "tilt-count"]) setFact(id, 0);
  setFact("motion-permission", "not asked");
  addEventListener("devicemotion", moved);
  addEventListener("deviceorientation", tilted);
}

export function render(root) {
  root.append(
    group("", [
      factRow(t("shakes"), "shake-count"),
      factRow(t("samples"), "motion-count"),
      factRow("x", "motion-x"),
      factRow("y", "motion-y"),
      factRow("z", "motion-z"),
      factRow(t("trusted"), "motion-trusted"),
      factRow(t("tilts"), "tilt-count"),
      factRow(t("permission"), "motion-permission"),
    ], { note: t("shake.hint") }),
    buttons(button(t("permission.ask"), "motion-permission-button", askPermission, "quiet")),
    logPanel(t("shakes"), "shake-log"),
  );
}

function moved(event) {
  const { x, y, z } = event.acceleration ?? {};
  countFact("motion-count");
  setFact("motion-trusted", event.isTrusted);
  for (const [axis, value] of Object.entries({ x, y, z })) setFact(`motion-${axis}`, round(value));
  countShake([x, y, z]);
}

// A shake is several strong turns in a row; the next one needs a pause before it.
function countShake(axes) {
  const strongest = axes.reduce((a, b) => (Math.abs(b ?? 0) > Math.abs(a ?? 0) ? b : a), 0);
  if (Math.abs(strongest) < STRONG) return;
  const now = performance.now();
  if (now - last > QUIET) [turns, sign] = [0, 0];
  last = now;
  if (Math.sign(strongest) === sign) return;
  sign = Math.sign(strongest);
  turns += 1;
  if (turns !== TURNS) return;
  countFact("shake-count");
  addLine("shake-log", stamp());
}

function tilted(event) {
  if (event.alpha === null && event.beta === null) return;
  countFact("tilt-count");
}

async function askPermission() {
  const ask = globalThis.DeviceMotionEvent?.requestPermission;
  setFact("motion-permission", ask ? await ask.call(DeviceMotionEvent) : "not needed");
}

function round(value) {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
}
