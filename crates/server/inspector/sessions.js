// The list of sessions: those started here, those whose id was given, and all where the server tells.
import { send } from "./api.js";
import { on } from "./bus.js";
import { byId, options } from "./dom.js";
import { attempt, notice } from "./notice.js";
import { choose, session } from "./session.js";

const KEY = "hansom-sessions";
const names = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

const store = () => sessionStorage.setItem(KEY, JSON.stringify([...names]));

function title(id, capabilities) {
  const name = capabilities["appium:deviceName"] ?? capabilities.deviceName ?? capabilities.browserName ?? capabilities.platformName;
  return `${name ?? "session"} · ${id.slice(0, 8)}`;
}

function show() {
  const entries = [...names].sort((a, b) => a[1].localeCompare(b[1]));
  const first = entries.length ? "– choose –" : "– none –";
  options(byId("sessions"), [["", first], ...entries], session()?.id ?? "");
  byId("stop").disabled = !session();
}

export function remember(id, capabilities) {
  names.set(id, title(id, capabilities));
  store();
}

export function forget(id) {
  names.delete(id);
  store();
}

// Reads the server's list, where it is granted, and drops what is over.
export async function refresh() {
  const listed = await send("GET", "sessions", undefined, { quiet: true }).catch(() => null);
  if (listed) {
    names.clear();
    for (const { id, capabilities } of listed) remember(id, capabilities ?? {});
  } else {
    for (const id of names.keys()) {
      await send("GET", `session/${id}`, undefined, { quiet: true }).catch(() => forget(id));
    }
  }
  byId("discovery-hint").hidden = Boolean(listed);
  show();
}

async function pick(id) {
  try {
    await choose(id);
  } catch (error) {
    forget(id);
    await choose(null);
    throw error;
  }
}

async function stop() {
  const { id } = session();
  await choose(null);
  await send("DELETE", `session/${encodeURIComponent(id)}`);
  forget(id);
  notice("The session has ended.");
  await refresh();
}

export function setUp() {
  const list = byId("sessions");
  list.addEventListener("change", () => attempt(list, () => pick(list.value)).then(show));
  byId("stop").addEventListener("click", (event) => attempt(event.currentTarget, stop));
  byId("reload-sessions").addEventListener("click", (event) => attempt(event.currentTarget, refresh));
  byId("attach").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = byId("attach-id");
    const id = input.value.trim();
    if (!id) return;
    attempt(input, async () => {
      await pick(id);
      input.value = "";
    }).then(show);
  });
  on("session", (chosen) => {
    if (chosen) remember(chosen.id, chosen.capabilities);
    show();
  });
  return refresh();
}
