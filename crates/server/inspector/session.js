// The chosen session, and commands to it.
import { CommandError, send } from "./api.js";
import { emit } from "./bus.js";

let current = null;

export const session = () => current;

const path = (id, rest = "") => `session/${encodeURIComponent(id)}${rest}`;
export const sessionPath = (rest) => path(current?.id ?? "", rest);

// Commands to the chosen session: `rest` begins with a slash.
export function command(method, rest, body, how) {
  if (!current) return Promise.reject(new Error("choose or start a session first"));
  return send(method, sessionPath(rest), body, how);
}
export const get = (rest, how) => command("GET", rest, undefined, how);
export const post = (rest, body, how) => command("POST", rest, body, how);
export const script = (text, args = [], how) => post("/execute/sync", { script: text, args }, how);
export const mobile = (name, args = {}, how) => script(`mobile: ${name}`, [args], how);

// Chooses a session by its id, or none.
export async function choose(id) {
  if (!id) {
    current = null;
    emit("session", null);
    return;
  }
  const capabilities = await send("GET", path(id), undefined, { quiet: true });
  current = { id, capabilities, mobile: !/firefox/i.test(capabilities.browserName ?? "") };
  emit("session", current);
}

// Where the points of the session's commands begin on the screen, and how large the screen is. In a web
// context of a phone they are the page's, and the page begins below the status bar.
export async function measure(how) {
  if (!current.mobile) return { ...await script("return {width: innerWidth, height: innerHeight}", [], how), top: 0 };
  const { screenSize, statusBarSize } = await mobile("deviceScreenInfo", {}, how);
  return { ...screenSize, top: await inPage(how) ? statusBarSize.height : 0 };
}

// Whether a phone's commands go to a page rather than to the screen.
export async function inPage(how = { quiet: true }) {
  return current.mobile && await get("/context", how) !== "NATIVE_APP";
}

// Whether a failure says that the session is over; then nothing more is asked of it.
export function isOver(error) {
  return error instanceof CommandError && error.code === "invalid session id";
}
