// The picture of the screen: a live stream where the session has one, else a screenshot after each
// command and now and then. Knows how many points the picture is wide and high.
import { emit, on } from "./bus.js";
import { byId } from "./dom.js";
import { notice } from "./notice.js";
import { choose, get, isOver, measure, session, sessionPath } from "./session.js";
import { watch } from "./stream.js";

const EVERY_MS = 2000;
// A live stream is no command: so often one is sent beside it, which notices a turned phone and keeps
// the session from being idle.
const LIVE_EVERY = 10;
const QUIET = { quiet: true };

let points = { width: 1, height: 1 };
let stopWatching = null;
let taking = false;
let again = false;
let live = false;

export const size = () => points;

function show(address) {
  const image = byId("picture");
  const old = image.src;
  image.src = address;
  image.hidden = false;
  byId("no-picture").hidden = true;
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
}

function mode(text, isLive) {
  live = isLive;
  byId("picture-mode").textContent = text;
}

async function look() {
  const { width, height } = await measure(QUIET);
  const turned = width !== points.width || height !== points.height;
  points = { width, height };
  if (turned) emit("measured", points);
}

// One at a time; when asked again meanwhile, once more after.
export async function takePicture() {
  const { id } = session() ?? {};
  if (!id || taking) {
    again = Boolean(id);
    return;
  }
  taking = true;
  try {
    await look();
    if (!live) {
      const data = await get("/screenshot", QUIET);
      if (session()?.id === id) show(`data:image/png;base64,${data}`);
    }
  } catch (error) {
    // An open prompt hides the page for a while; the next round sees it again.
    if (isOver(error) && session()?.id === id) {
      await choose(null);
      notice(error.message, "error");
    }
  } finally {
    taking = false;
  }
  if (again) {
    again = false;
    await takePicture();
  }
}

async function follow(chosen) {
  const stop = new AbortController();
  stopWatching = () => stop.abort();
  try {
    await watch(sessionPath("/automation/screen"), stop.signal, (blob) => {
      if (session()?.id !== chosen.id) return;
      if (!live) mode("Live", true);
      show(URL.createObjectURL(blob));
    });
  } catch (error) {
    if (stop.signal.aborted) return;
    console.info("live stream:", error.message);
  }
  if (session()?.id === chosen.id) {
    mode("Screenshots", false);
    await takePicture();
  }
}

function change(chosen) {
  stopWatching?.();
  stopWatching = null;
  byId("picture").hidden = true;
  byId("no-picture").hidden = Boolean(chosen);
  mode(chosen ? "Screenshots" : "", false);
  if (!chosen) return;
  if (chosen.mobile) follow(chosen);
  takePicture();
}

export function setUp() {
  on("session", change);
  on("changed", takePicture);
  let ticks = 0;
  setInterval(() => {
    ticks += 1;
    if (!session() || document.hidden || !byId("auto-refresh").checked) return;
    if (!live || ticks % LIVE_EVERY === 0) takePicture();
  }, EVERY_MS);
}
