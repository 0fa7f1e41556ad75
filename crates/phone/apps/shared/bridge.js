// The phone's bridge as seen by a screen; kernel/BRIDGE.md is the contract.

/** Calls `show(state)` with the state now and after every change. */
export function followState(show) {
  const source = new EventSource("/.hansom/events");
  source.addEventListener("state", (event) => show(JSON.parse(event.data)));
  // The first picture does not wait for the stream.
  fetch("/.hansom/state")
    .then((answer) => answer.json())
    .then(show, () => {});
}

/** Asks the phone to do something; rejects with the phone's own message. */
export async function ask(path, body) {
  const answer = await fetch(`/.hansom/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.ok) return;
  const refusal = await answer.json().catch(() => ({}));
  throw new Error(refusal.message ?? `${answer.status} ${answer.statusText}`);
}

/** Applies what every screen takes from the state: language, wallpaper, insets. */
export function dress(state) {
  const root = document.documentElement;
  root.lang = languageOf(state);
  root.dataset.wallpaper = state.wallpaper ?? "dunes";
  root.style.setProperty("--inset-top", `${state.insets?.top ?? 0}px`);
  root.style.setProperty("--inset-bottom", `${state.insets?.bottom ?? 0}px`);
}

export function languageOf(state) {
  return state?.language || navigator.language || "en";
}

/** Texts of a small table `{en: {...}, de: {...}}` in the phone's language, English where one is missing. */
export function textsFor(table, language) {
  const short = language.split("-")[0];
  return { ...table.en, ...table[short] };
}
