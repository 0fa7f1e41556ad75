// The record button: starts a film of the screen, stops it, offers it as a file.
import { on } from "./bus.js";
import { byId } from "./dom.js";
import { attempt } from "./notice.js";
import { mobile } from "./session.js";

let running = false;
let film = null;

function show() {
  const button = byId("record");
  button.setAttribute("aria-pressed", String(running));
  button.textContent = running ? "Stop recording" : "Record";
}

async function start() {
  await mobile("startScreenRecording", { forceRestart: true, timeLimit: 600 });
  running = true;
}

async function stop() {
  running = false;
  const text = await mobile("stopScreenRecording");
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  if (film) URL.revokeObjectURL(film);
  film = URL.createObjectURL(new Blob([bytes], { type: "video/mp4" }));
  const link = byId("film");
  link.href = film;
  link.download = `screen-${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-")}.mp4`;
  link.textContent = `Download film (${(bytes.length / 1024).toFixed(0)} kB)`;
  link.hidden = false;
}

export function setUp() {
  byId("record").addEventListener("click", async (event) => {
    await attempt(event.currentTarget, running ? stop : start);
    show();
  });
  on("session", (chosen) => {
    running = false;
    byId("record").hidden = !chosen?.mobile;
    byId("film").hidden = true;
    show();
  });
}
