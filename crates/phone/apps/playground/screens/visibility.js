// What the page was told when the app went to the background, was locked away, suspended or came back.
import { button, buttons, group } from "/.hansom/shared/rows.js";
import { addLine, clearLog, countFact, factRow, logPanel, setFact, stamp } from "../facts.js";
import { t } from "../strings.js";

const KEPT = "visibility-log";
const TICK = 250;
const COUNTERS = ["hidden-count", "visible-count", "pagehide-count", "pageshow-count", "freeze-count", "resume-count", "blur-count", "focus-count"];

let ticks = 0;
let longestGap = 0;
let lastTick = 0;
let shown = false;

export function start() {
  for (const line of kept().reverse()) addLine("visibility-log", line);
  for (const id of COUNTERS) setFact(id, 0);
  setFact("visibility-state", document.visibilityState);
  note("start");
  document.addEventListener("visibilitychange", () => {
    countFact(`${document.visibilityState}-count`);
    setFact("visibility-state", document.visibilityState);
    note("visibilitychange");
  });
  for (const type of ["freeze", "resume"]) document.addEventListener(type, () => seen(type));
  for (const type of ["pagehide", "pageshow", "blur", "focus"]) {
    addEventListener(type, (event) => event.target === window || event.target === document ? seen(type) : undefined);
  }
  lastTick = performance.now();
  setInterval(tick, TICK);
}

export function render(root) {
  const rows = COUNTERS.map((id) => factRow(id.replace("-count", ""), id));
  root.append(
    group("", [
      factRow(t("state"), "visibility-state"),
      factRow(t("ticks"), "timer-ticks"),
      factRow(t("longest.gap"), "timer-longest-gap"),
    ], { note: t("ticks.note") }),
    group(t("events"), rows),
    logPanel(t("log"), "visibility-log"),
    buttons(button(t("clear"), "visibility-clear", clear, "quiet")),
  );
  shown = true;
  publish();
  return () => (shown = false);
}

function seen(type) {
  countFact(`${type}-count`);
  note(type);
}

// The log outlives the page, so that a test can read what happened at its end.
function note(type) {
  const line = `${stamp()}  ${type}  ${document.visibilityState}`;
  addLine("visibility-log", line);
  localStorage.setItem(KEPT, JSON.stringify([line, ...kept()].slice(0, 60)));
}

function kept() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
}

function tick() {
  const now = performance.now();
  longestGap = Math.max(longestGap, Math.round(now - lastTick));
  lastTick = now;
  ticks += 1;
  publish();
}

// Shown only on this screen: elsewhere a page that never rests would disturb waiting tests.
function publish() {
  window.playground.facts["timer-ticks"] = ticks;
  window.playground.facts["timer-longest-gap"] = longestGap;
  if (!shown) return;
  setFact("timer-ticks", ticks);
  setFact("timer-longest-gap", longestGap);
}

function clear() {
  for (const id of COUNTERS) setFact(id, 0);
  [ticks, longestGap] = [0, 0];
  localStorage.removeItem(KEPT);
  clearLog("visibility-log");
  publish();
}
