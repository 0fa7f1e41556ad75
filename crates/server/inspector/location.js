// A pad that moves the device over the earth, without a map: drag, or arrow keys; the step is chosen.
import { byId } from "./dom.js";
import { attempt } from "./notice.js";
import { mobile } from "./session.js";

const METRES_PER_DEGREE = 111_320;
const DIRECTIONS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
// A drag from the middle of the pad to its edge is this many steps.
const REACH = 10;

const latitude = () => Number(byId("latitude").value);
const longitude = () => Number(byId("longitude").value);
const step = () => Number(byId("location-step").value);

let sending = null;
let next = false;

function set(lat, lon) {
  byId("latitude").value = Math.min(Math.max(lat, -90), 90).toFixed(6);
  byId("longitude").value = (((((lon + 180) % 360) + 360) % 360) - 180).toFixed(6);
}

function move(from, east, north) {
  const shrink = Math.max(Math.cos((from.lat * Math.PI) / 180), 0.01);
  set(from.lat + (north * step()) / METRES_PER_DEGREE, from.lon + (east * step()) / METRES_PER_DEGREE / shrink);
}

// While one is on its way the newest position waits.
function send(control) {
  next = true;
  sending ??= (async () => {
    while (next) {
      next = false;
      await attempt(control, () => mobile("setSimulatedLocation", { latitude: latitude(), longitude: longitude() }));
    }
    sending = null;
  })();
}

export function setUp() {
  const pad = byId("location-pad");
  const knob = byId("location-knob");
  let from = null;
  const drag = (event) => {
    const box = pad.getBoundingClientRect();
    const share = (value, start, length) => Math.min(Math.max(((value - start) / length) * 2 - 1, -1), 1);
    const east = share(event.clientX, box.left, box.width);
    const north = -share(event.clientY, box.top, box.height);
    knob.style.left = `${(east + 1) * 50}%`;
    knob.style.top = `${(1 - north) * 50}%`;
    move(from, east * REACH, north * REACH);
    send(pad);
  };
  pad.addEventListener("pointerdown", (event) => {
    pad.setPointerCapture(event.pointerId);
    from = { lat: latitude(), lon: longitude() };
    drag(event);
  });
  pad.addEventListener("pointermove", (event) => from && drag(event));
  pad.addEventListener("pointerup", () => {
    from = null;
    knob.style.left = "50%";
    knob.style.top = "50%";
  });
  pad.addEventListener("keydown", (event) => {
    const direction = DIRECTIONS[event.key];
    if (!direction) return;
    event.preventDefault();
    const far = event.shiftKey ? REACH : 1;
    move({ lat: latitude(), lon: longitude() }, direction[0] * far, direction[1] * far);
    send(pad);
  });
  byId("location-set").addEventListener("click", (event) => send(event.currentTarget));
  byId("location-reset").addEventListener("click", (event) =>
    attempt(event.currentTarget, () => mobile("resetSimulatedLocation")));
}
