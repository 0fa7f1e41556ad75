// A clock that follows the phone's time and ticks when the minute changes.
let offset = 0;
let timer = 0;
const listeners = new Set();

export function now() {
  return new Date(Date.now() + offset);
}

/** Takes over the phone's time, in milliseconds since 1970. */
export function setTime(time) {
  offset = Number.isFinite(time) ? time - Date.now() : 0;
  tick();
}

/** Calls `show(date)` now and at each new minute. */
export function everyMinute(show) {
  listeners.add(show);
  tick();
}

function tick() {
  clearTimeout(timer);
  const date = now();
  for (const show of listeners) show(date);
  timer = setTimeout(tick, 60_000 - (date.getTime() % 60_000) + 5);
}

// Timers of a hidden page are late: catch up when it is shown again.
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) tick();
});

/** `9:41`, `21:41`: hours and minutes in the language's own way, without a.m. and p.m. */
export function clockText(date, language) {
  const parts = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).formatToParts(date);
  const pick = (type) => parts.find((part) => part.type === type)?.value ?? "";
  return `${pick("hour")}:${pick("minute")}`;
}

export function dayText(date, language) {
  return new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" }).format(date);
}
