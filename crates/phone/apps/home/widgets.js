// The analogue clock and the date, in the phone's language.
import { clockText, dayText } from "/.hansom/shared/clock.js";

const SVG = "http://www.w3.org/2000/svg";

export function paintWidgets(clock, date, now, language) {
  clock.setAttribute("aria-label", clockText(now, language));
  clock.replaceChildren(face(now));
  date.setAttribute("aria-label", dayText(now, language));
  date.replaceChildren(
    line("weekday", new Intl.DateTimeFormat(language, { weekday: "long" }).format(now)),
    line("day", String(now.getDate())),
    line("month", new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }).format(now)),
  );
}

function line(name, text) {
  const span = document.createElement("span");
  span.className = name;
  span.setAttribute("aria-hidden", "true");
  span.textContent = text;
  return span;
}

function face(now) {
  const svg = draw("svg", { viewBox: "0 0 120 120", "aria-hidden": "true" });
  svg.append(draw("circle", { class: "face", cx: 60, cy: 60, r: 60 }));
  for (let i = 0; i < 12; i++) {
    svg.append(hand(`tick${i % 3 ? "" : " major"}`, i * 30, 47, 52));
  }
  const minutes = now.getMinutes();
  svg.append(hand("hand hour", (now.getHours() % 12) * 30 + minutes / 2, 0, 27));
  svg.append(hand("hand minute", minutes * 6, 0, 41));
  svg.append(draw("circle", { class: "hub", cx: 60, cy: 60, r: 4.6 }));
  return svg;
}

function hand(name, degrees, from, to) {
  return draw("line", {
    class: name, x1: 60, y1: 60 - from, x2: 60, y2: 60 - to, transform: `rotate(${degrees} 60 60)`,
  });
}

function draw(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
