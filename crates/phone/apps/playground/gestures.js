// Names gestures from touches: tap, double tap, long press, swipe, pinch.
import { h } from "/.hansom/shared/dom.js";
import { countFact, getFact, setFact } from "./facts.js";

const LONG = 500;
const DOUBLE = 350;
const SLOP = 12;
const FAR = 40;

export function readGestures(pad) {
  const fingers = new Map();
  let gesture = null;
  let lastTap = -Infinity; // not 0: pages younger than DOUBLE get taps too

  const begin = (event) => {
    const points = touchesOn(event, pad);
    if (!gesture) gesture = { start: points[0], moved: 0, most: 0, long: false, pair: null, timer: setTimeout(longPress, LONG) };
    gesture.most = Math.max(gesture.most, points.length);
    if (points.length === 2 && !gesture.pair) gesture.pair = measure(points);
    if (points.length > 1) clearTimeout(gesture.timer);
    setFact("max-touches", Math.max(getFact("max-touches") ?? 0, points.length));
    setFact("touch-trusted", event.isTrusted);
    draw(points);
  };
  const move = (event) => {
    if (!gesture) return;
    const points = touchesOn(event, pad);
    gesture.moved = Math.max(gesture.moved, distance(points[0], gesture.start));
    if (gesture.moved > SLOP) clearTimeout(gesture.timer);
    if (points.length === 2 && gesture.pair) {
      const now = measure(points);
      setFact("pinch-scale", round(now.length / gesture.pair.length));
      setFact("pinch-rotation", round(turned(gesture.pair.angle, now.angle)));
    }
    gesture.last = points[0];
    draw(points);
  };
  const end = (event) => {
    event.preventDefault();
    const points = touchesOn(event, pad);
    draw(points);
    if (points.length || !gesture) return;
    clearTimeout(gesture.timer);
    name(gesture, event);
    gesture = null;
  };
  function longPress() {
    gesture.long = true;
    say("long press", "long-press-count");
  }
  function name({ start, last = start, moved, most, long }, event) {
    if (event.type === "touchcancel") setFact("last-gesture", "cancelled");
    else if (most > 1) say("pinch", "pinch-count");
    else if (long) return;
    else if (moved >= FAR) {
      setFact("swipe-direction", direction(start, last));
      say("swipe", "swipe-count");
    } else if (event.timeStamp - lastTap < DOUBLE) {
      lastTap = -Infinity;
      say("double tap", "double-tap-count");
    } else {
      lastTap = event.timeStamp;
      say("tap", "tap-count");
    }
  }
  function draw(points) {
    setFact("touch-count", points.length);
    if (points[0]) setFact("touch-point", `${Math.round(points[0].x)}, ${Math.round(points[0].y)}`);
    const seen = new Set(points.map((point) => point.id));
    for (const [id, dot] of fingers) {
      if (!seen.has(id)) {
        dot.remove();
        fingers.delete(id);
      }
    }
    for (const { id, x, y } of points) {
      if (!fingers.has(id)) fingers.set(id, pad.appendChild(h("span", { class: "finger", "aria-hidden": "true" })));
      fingers.get(id).style.translate = `${x}px ${y}px`;
    }
  }
  pad.addEventListener("touchstart", begin, { passive: true });
  pad.addEventListener("touchmove", move, { passive: true });
  pad.addEventListener("touchend", end);
  pad.addEventListener("touchcancel", end);
  pad.addEventListener("contextmenu", (event) => event.preventDefault());
}

function say(gesture, counter) {
  setFact("last-gesture", gesture);
  countFact(counter);
}

function touchesOn(event, pad) {
  const { left, top } = pad.getBoundingClientRect();
  return [...event.targetTouches].map((touch) => ({ id: touch.identifier, x: touch.clientX - left, y: touch.clientY - top }));
}

function distance(a, b) {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

function measure([a, b]) {
  return { length: distance(a, b) || 1, angle: Math.atan2(b.y - a.y, b.x - a.x) };
}

// Degrees from one angle to another, the short way round.
function turned(from, to) {
  const degrees = ((to - from) * 180) / Math.PI;
  return ((degrees + 540) % 360) - 180;
}

function direction(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "left" : "right";
  return dy < 0 ? "up" : "down";
}

function round(value) {
  return Math.round(value * 100) / 100;
}
