// Fingers, wheel and keys on the picture, sent as W3C actions. In pick mode a click chooses an element.
import { emit } from "./bus.js";
import { byId } from "./dom.js";
import { attempt } from "./notice.js";
import { size } from "./picture.js";
import { inPage, mobile, post, session } from "./session.js";
import { nodeAt, pick } from "./tree.js";

const STILL = 6;
const SHORTEST = 60;
const KEYS = {
  Enter: "\uE007", Backspace: "\uE003", Delete: "\uE017", Escape: "\uE00C",
  ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015",
};

const picking = () => byId("mode-pick").checked;

// A place on the picture in points of the screen.
function place(event) {
  const box = byId("picture").getBoundingClientRect();
  const share = (value, from, length) => Math.min(Math.max((value - from) / length, 0), 0.9999);
  return {
    x: Math.floor(share(event.clientX, box.left, box.width) * size().width),
    y: Math.floor(share(event.clientY, box.top, box.height) * size().height),
  };
}

function pointer(...actions) {
  const pointerType = session().mobile ? "touch" : "mouse";
  return { actions: [{ type: "pointer", id: "finger", parameters: { pointerType }, actions }] };
}

// A press lasts as long as it did on the picture, so that a long one is a long one. Fingers touch the
// screen of a phone, also where actions would go to the page that is on it.
export async function tap({ x, y }, duration = SHORTEST) {
  if (await inPage()) return mobile("touchAndHold", { x, y, duration: Math.max(duration, SHORTEST) / 1000 });
  return post("/actions", pointer(
    { type: "pointerMove", duration: 0, x, y },
    { type: "pointerDown", button: 0 },
    { type: "pause", duration: Math.round(Math.max(duration, SHORTEST)) },
    { type: "pointerUp", button: 0 },
  ));
}

async function swipe(from, to, duration) {
  if (await inPage()) return mobile("dragFromToForDuration", { fromX: from.x, fromY: from.y, toX: to.x, toY: to.y, duration: 0 });
  return post("/actions", pointer(
    { type: "pointerMove", duration: 0, ...from },
    { type: "pointerDown", button: 0 },
    { type: "pointerMove", duration, ...to },
    { type: "pointerUp", button: 0 },
  ));
}

export function type(text) {
  const actions = [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
  return post("/actions", { actions: [{ type: "key", id: "keys", actions }] });
}

function scroll({ x, y }, event) {
  const deltas = { deltaX: Math.round(event.deltaX), deltaY: Math.round(event.deltaY) };
  const item = { type: "scroll", x, y, duration: 0, origin: "viewport", ...deltas };
  return post("/actions", { actions: [{ type: "wheel", id: "wheel", actions: [item] }] });
}

export function setUp() {
  const stage = byId("stage");
  let down = null;
  let keys = Promise.resolve();
  let scrolling = false;
  stage.addEventListener("pointerdown", (event) => {
    if (!session() || event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    down = { ...place(event), clientX: event.clientX, clientY: event.clientY, at: performance.now() };
  });
  stage.addEventListener("pointermove", (event) => {
    if (picking()) emit("hover", nodeAt(place(event)));
  });
  stage.addEventListener("pointerleave", () => emit("hover", null));
  stage.addEventListener("pointerup", (event) => {
    if (!down) return;
    const from = { x: down.x, y: down.y };
    const way = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY);
    const took = performance.now() - down.at;
    down = null;
    if (picking()) pick(from);
    else if (way < STILL) attempt(stage, () => tap(from, took));
    else attempt(stage, () => swipe(from, place(event), Math.round(Math.max(took, 150))));
  });
  stage.addEventListener("wheel", (event) => {
    // Phones have no wheel: they are swiped.
    if (!session() || session().mobile || picking()) return;
    event.preventDefault();
    if (scrolling) return;
    scrolling = true;
    attempt(stage, () => scroll(place(event), event)).finally(() => { scrolling = false; });
  }, { passive: false });
  stage.addEventListener("keydown", (event) => {
    const value = KEYS[event.key] ?? ([...event.key].length === 1 ? event.key : null);
    if (!session() || !value || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys = keys.then(() => attempt(stage, () => type(value)));
  });
  byId("type-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId("type-text");
    const text = input.value + (byId("type-enter").checked ? KEYS.Enter : "");
    attempt(input, () => type(text)).then(() => { input.value = ""; });
  });
}
